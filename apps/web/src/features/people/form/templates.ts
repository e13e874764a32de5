import { type DeviceInfo, kindOf } from '@senca/contract'
import { oneMore } from '#features/sharing-model/draft-windows.ts'
import type { RoleDraft } from './role-draft.ts'

/** The templates for a new role. */
export const TEMPLATES = ['family', 'cleaner', 'installer', 'neighbor'] as const
export type Template = (typeof TEMPLATES)[number]

const WORKDAYS = [1, 2, 3, 4, 5]

type OwnDevice = Pick<DeviceInfo, 'id' | 'devicetype'>

const idsOf = (devices: readonly OwnDevice[]): string[] => devices.map(({ id }) => id)

/**
 * The changes that a template makes to a draft: the rights, the times, and the devices if they are obvious. Devices and people
 * that were already chosen stay.
 */
export function templateDraft(
  template: Template,
  draft: RoleDraft,
  devices: readonly OwnDevice[],
): Partial<RoleDraft> {
  const blank = { end: 'never', until: '', from: '', windows: [] } as const
  const otherwise = (ids: readonly string[]) => (draft.devices.length > 0 ? draft.devices : ids)
  switch (template) {
    case 'family':
      return { ...blank, level: 'command', devices: otherwise(idsOf(devices)) }
    case 'cleaner': {
      const windows = oneMore([]).map((window) => ({
        ...window,
        days: WORKDAYS,
        from: '09:00',
        until: '12:00',
      }))
      return { ...blank, level: 'command', windows }
    }
    case 'installer':
      return { ...blank, level: 'maintain', end: 'twoDays' }
    case 'neighbor': {
      const shades = devices.filter(({ devicetype }) => kindOf(devicetype).family === 'shade')
      return { ...blank, level: 'command', end: 'sunday', devices: otherwise(idsOf(shades)) }
    }
  }
}
