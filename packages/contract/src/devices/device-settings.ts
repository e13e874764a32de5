import * as z from 'zod/mini'
import { safePlacesSchema } from '../automation/own-safe-places.ts'
import * as LIMITS from '../limits.ts'
import { deviceNameSchema } from '../names.ts'
import { INCLINATION_TYPES } from './conversions.ts'
import { type DeviceType, deviceTypeSchema, kindOf } from './device-types.ts'

/** 1..32 printable characters. */
export const LOCK_CODE = /^[^\p{Cc}\p{Cf}\p{Cs}]{1,32}$/u

export const SWITCH_TYPES = ['normal', 'push_button'] as const
export const MAGNET_LOCK_UNLOCK_TYPES = ['timed', 'until_opened'] as const

const hardwareSettings = {
  devicetype: z.optional(deviceTypeSchema),
  motorInverted: z.optional(z.boolean()),
  switchInverted: z.optional(z.boolean()),
  switchType: z.optional(z.enum(SWITCH_TYPES)),
  /** Whole milliseconds for a full rotation of the slats. */
  inclinationTime: z.optional(
    z.int().check(z.minimum(LIMITS.INCLINATION_TIME_MIN_MS), z.maximum(LIMITS.INCLINATION_TIME_MAX_MS)),
  ),
  inclinationType: z.optional(z.enum(INCLINATION_TYPES)),
  /** Seconds. */
  unlockDuration: z.optional(
    z.int().check(z.minimum(LIMITS.UNLOCK_DURATION_MIN_S), z.maximum(LIMITS.UNLOCK_DURATION_MAX_S)),
  ),
  magnetLockUnlockType: z.optional(z.enum(MAGNET_LOCK_UNLOCK_TYPES)),
  /** Hardware of other makers: its slats turn the other way than it reports. */
  inclinationInverted: z.optional(z.boolean()),
  /** Hardware of other makers: seconds for the whole way, if it reports no motion. */
  travelTime: z.optional(
    z.number().check(z.minimum(LIMITS.TRAVEL_TIME_MIN_S), z.maximum(LIMITS.TRAVEL_TIME_MAX_S)),
  ),
  /** Hardware of other makers: the foil is clear while its switch is on. Absent counts as true. */
  foilOnIsClear: z.optional(z.boolean()),
}

/** All settings. `settingsOf` lists those that apply to a device type. */
export const deviceSettingsSchema = z.object({
  ...hardwareSettings,
  light1Name: z.optional(deviceNameSchema),
  light2Name: z.optional(deviceNameSchema),
  safePlaces: z.optional(safePlacesSchema),
})
export type DeviceSettings = z.infer<typeof deviceSettingsSchema>

/** The settings as they are sent to clients; names were validated when they were saved. */
export const reportedSettingsSchema = z.object({
  ...hardwareSettings,
  light1Name: z.optional(z.string()),
  light2Name: z.optional(z.string()),
  /** Parsed with `safePlacesSchema`. */
  safePlaces: z.optional(z.unknown()),
})

export type SettingName = keyof DeviceSettings

const LABEL_SETTINGS = ['light1Name', 'light2Name'] as const
/** Settings that only the server stores and the hardware does not need: names of channels, and safe positions. */
export const HOME_SETTINGS = [...LABEL_SETTINGS, 'safePlaces'] as const satisfies readonly SettingName[]

/** The settings that apply to a device type. */
export function settingsOf(type: DeviceType): readonly SettingName[] {
  switch (kindOf(type).family) {
    case 'shade':
      return [
        'devicetype',
        'motorInverted',
        'switchInverted',
        'switchType',
        'safePlaces',
        ...(type === 'venetian_blind' ? (['inclinationTime', 'inclinationType'] as const) : []),
      ]
    case 'door':
      return ['unlockDuration', 'magnetLockUnlockType']
    case 'light':
      return ['switchInverted', 'switchType', ...LABEL_SETTINGS]
  }
}

/** The settings that apply to a device type that is made of hardware of other makers [HW28]. */
export function settingsOfEntities(type: DeviceType): readonly SettingName[] {
  switch (kindOf(type).family) {
    case 'shade':
      return [
        'devicetype',
        'motorInverted',
        'travelTime',
        'safePlaces',
        ...(kindOf(type).axes.includes('inclination') ? (['inclinationInverted'] as const) : []),
        ...(type === 'venetian_blind' ? (['inclinationType'] as const) : []),
      ]
    case 'door':
      return ['foilOnIsClear', 'unlockDuration']
    case 'light':
      return LABEL_SETTINGS
  }
}

/** Removes the settings that do not apply to a device type. */
export function applicableSettings(settings: DeviceSettings, type: DeviceType): DeviceSettings {
  const meant: ReadonlySet<string> = new Set([...settingsOf(type), ...settingsOfEntities(type)])
  return deviceSettingsSchema.parse(
    Object.fromEntries(Object.entries(settings).filter(([name]) => meant.has(name))),
  )
}
