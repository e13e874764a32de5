import * as z from 'zod/mini'
import { safePlacesSchema } from '../automation/own-safe-places.ts'
import * as LIMITS from '../limits.ts'
import { deviceNameSchema } from '../names.ts'
import { INCLINATION_TYPES } from './conversions.ts'
import { type DeviceType, deviceTypeSchema, kindOf } from './device-types.ts'

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

/** Removes the settings that do not apply to a device type. */
export function applicableSettings(settings: DeviceSettings, type: DeviceType): DeviceSettings {
  const meant: ReadonlySet<string> = new Set(settingsOf(type))
  return deviceSettingsSchema.parse(
    Object.fromEntries(Object.entries(settings).filter(([name]) => meant.has(name))),
  )
}
