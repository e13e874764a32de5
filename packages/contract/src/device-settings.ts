import * as z from 'zod/mini'
import { INCLINATION_TYPES } from './conversions.ts'
import { type DeviceType, deviceTypeSchema, kindOf } from './device-types.ts'
import { LIMITS } from './limits.ts'

const MAX_RAW_NAME_LENGTH = 400

/** Blanks, and what takes no room or has no shape: the Braille pattern without dots is neither to Unicode. */
const INVISIBLE = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]*$/u

/**
 * What nobody sees: what has no width, turns the direction of writing, or breaks the line. Joiners and variation
 * selectors are left: emoji and scripts are written with them.
 */
const UNSEEN =
  /(?!\u200c|\u200d|\p{Variation_Selector})[\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\ufff9-\ufffb]/u

/** The flags of England, Scotland and Wales are letters that nobody sees, after a black flag. */
const FLAG = /\u{1f3f4}[\u{e0061}-\u{e007a}]{2,6}\u{e007f}/gu

/** A name as it is kept: NFC, trimmed, and so many characters as people count them. */
export const nameSchema = (minLength: number, maxLength: number) =>
  z.string().check(
    z.maxLength(MAX_RAW_NAME_LENGTH),
    z.normalize('NFC'),
    z.trim(),
    z.refine((name) => {
      const length = [...name].length
      return length >= minLength && length <= maxLength
    }),
    z.refine((name) => !INVISIBLE.test(name)),
    // Control characters, and halves of a character: PostgreSQL keeps neither.
    z.refine((name) => !/[\p{Cc}\p{Cs}]/u.test(name)),
    z.refine((name) => !UNSEEN.test(name.replaceAll(FLAG, ''))),
  )

export const deviceNameSchema = nameSchema(LIMITS.DEVICE_NAME_MIN_LENGTH, LIMITS.DEVICE_NAME_MAX_LENGTH)

/**
 * A name as it is compared with others: without compatibility forms, case, the dot of the Turkish i and what nobody sees.
 * Upper case first, as ß, ς and ſ have one only.
 */
export const nameKeyOf = (name: string): string =>
  name
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toUpperCase()
    .toLowerCase()
    .replaceAll('i\u0307', 'i')
    .normalize('NFKC')

export const SWITCH_TYPES = ['normal', 'push_button'] as const
export const MAGNET_LOCK_UNLOCK_TYPES = ['timed', 'until_opened'] as const

const hardwareSettings = {
  devicetype: z.optional(deviceTypeSchema),
  motorInverted: z.optional(z.boolean()),
  switchInverted: z.optional(z.boolean()),
  switchType: z.optional(z.enum(SWITCH_TYPES)),
  /** Whole milliseconds for a full turn of the slats. */
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

/** The settings of a device; a device has those that its kind gives a meaning to. */
export const deviceSettingsSchema = z.object({
  ...hardwareSettings,
  light1Name: z.optional(deviceNameSchema),
  light2Name: z.optional(deviceNameSchema),
})
export type DeviceSettings = z.infer<typeof deviceSettingsSchema>

/** The settings of a device as others are told them: names were judged when they were given. */
export const toldSettingsSchema = z.object({
  ...hardwareSettings,
  light1Name: z.optional(z.string()),
  light2Name: z.optional(z.string()),
})

export type SettingName = keyof DeviceSettings

/** Words for people: the home keeps them, the hardware need not know them. */
export const WORD_SETTINGS = ['light1Name', 'light2Name'] as const satisfies readonly SettingName[]

/** The settings that have a meaning for a kind of device. */
export function settingsOf(type: DeviceType): readonly SettingName[] {
  switch (kindOf(type).family) {
    case 'shade':
      return [
        'devicetype',
        'motorInverted',
        'switchInverted',
        'switchType',
        ...(type === 'venetian_blind' ? (['inclinationTime', 'inclinationType'] as const) : []),
      ]
    case 'door':
      return ['unlockDuration', 'magnetLockUnlockType']
    case 'light':
      return ['switchInverted', 'switchType', ...WORD_SETTINGS]
  }
}

/** Of some settings those that have a meaning for a kind of device. */
export function meantSettings(settings: DeviceSettings, type: DeviceType): DeviceSettings {
  const meant: ReadonlySet<string> = new Set(settingsOf(type))
  return deviceSettingsSchema.parse(
    Object.fromEntries(Object.entries(settings).filter(([name]) => meant.has(name))),
  )
}
