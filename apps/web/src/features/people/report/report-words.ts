import type { RoleReport } from '@senca/contract/people'
import type { TFunction } from 'i18next'
import * as z from 'zod/mini'

type Action = RoleReport[number]['action']

/** The texts of the actions that a maintainer can do; all other actions have a general text. */
const WORDS = {
  rename: 'rename',
  settings: 'settings',
  favourite: 'favourite',
  ventilation: 'ventilation',
  recalibrate: 'recalibrate',
  restart: 'restart',
  test_move: 'testMove',
  weather_automatic: 'weather',
  move: 'move',
  move_to_ventilation: 'move',
  stop: 'stop',
  unlock: 'unlock',
  lock: 'lock',
  light_apply: 'switch',
  magic_foil_apply: 'switch',
} as const satisfies Partial<Record<Action, string>>

const isWorded = (action: Action): action is keyof typeof WORDS => action in WORDS

export const actionWords = (action: Action, t: TFunction): string =>
  t(`report.action.${isWorded(action) ? WORDS[action] : 'other'}`)

/** The settings that a report can contain. */
const FIELDS = [
  'name',
  'devicetype',
  'motorInverted',
  'switchInverted',
  'switchType',
  'inclinationTime',
  'inclinationType',
  'light1Name',
  'light2Name',
  'position',
  'inclination',
  'direction',
  'ms',
] as const
type Field = (typeof FIELDS)[number]

const isField = (name: string): name is Field => FIELDS.some((field) => field === name)

const SHARES: readonly string[] = ['position', 'inclination']
const MILLISECONDS: readonly string[] = ['inclinationTime', 'ms']
const VALUES = ['open', 'close', 'normal', 'push_button', 'lower_90', 'upper_90', 'full_180'] as const
const isValue = (text: string): text is (typeof VALUES)[number] => VALUES.some((value) => value === text)

const partsSchema = z.record(z.string(), z.unknown())

/** A value before or after a change as lines of text; empty if there is no value. */
export function valueLines(value: unknown, t: TFunction): string[] {
  if (value === null || value === undefined) return []
  const parts = Array.isArray(value) ? undefined : partsSchema.safeParse(value).data
  if (parts === undefined) return [plainValue('', value, t)]
  return Object.entries(parts).map(([name, part]) => {
    const field = isField(name) ? t(`report.field.${name}`) : name
    return t('card.announce', { name: field, state: plainValue(name, part, t) })
  })
}

function plainValue(field: string, value: unknown, t: TFunction): string {
  if (value === null || value === undefined) return t('report.none')
  if (typeof value === 'boolean') return t(value ? 'report.on' : 'report.off')
  if (typeof value === 'number') {
    if (SHARES.includes(field)) return t('card.percent', { value: Math.round(value * 100) })
    return MILLISECONDS.includes(field) ? t('settings.inclinationTime.value', { value }) : String(value)
  }
  if (typeof value === 'string') return isValue(value) ? t(`report.value.${value}`) : value
  return JSON.stringify(value)
}
