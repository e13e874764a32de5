import type { MomentStep } from '@senca/contract/automation'

/** What a new moment may start from. Their names are those of the page's language. */
export const MOMENT_TEMPLATES = {
  goodMorning: [{ act: 'open_shades' }],
  leave: [{ act: 'close_shades' }, { act: 'lights_off' }, { act: 'check_doors' }],
  goodNight: [{ act: 'close_shades' }, { act: 'lights_off' }, { act: 'check_doors' }],
} as const satisfies Record<string, readonly MomentStep[]>

export type MomentTemplate = keyof typeof MOMENT_TEMPLATES

export const TEMPLATE_NAMES = [
  'goodMorning',
  'leave',
  'goodNight',
] as const satisfies readonly MomentTemplate[]

/** Only own texts are read from the address. */
export const parseTemplate = (text: string | null): MomentTemplate | null =>
  TEMPLATE_NAMES.find((name) => name === text) ?? null
