import * as z from 'zod/mini'
import { targetSchema } from '../devices/device-state.ts'
import type { DeviceType } from '../devices/device-types.ts'
import * as LIMITS from '../limits.ts'

/** `glare` keeps direct sunlight out and otherwise stays as open as possible; `heat` closes while the sun would warm the room. */
export const SUN_MODES = ['off', 'glare', 'heat'] as const
export type SunMode = (typeof SUN_MODES)[number]

/** Types of shades that can follow the sun. */
export const SUN_TYPES: ReadonlySet<DeviceType> = new Set([
  'roller_shutter',
  'venetian_blind',
  'textile_screen',
  'awning',
  'falcon',
  'pergola',
])

const metresSchema = z.number().check(z.minimum(0), z.maximum(LIMITS.WINDOW_MAX_M))
const slatSchema = z.number().check(z.minimum(LIMITS.SLAT_MIN_MM), z.maximum(LIMITS.SLAT_MAX_MM))

const settings = {
  /** The direction that the window faces, in degrees from north over east. */
  azimuth: z.number().check(z.minimum(0), z.maximum(360)),
  /** The edges of the glass, in meters above the floor. */
  windowTop: metresSchema,
  windowBottom: metresSchema,
  /** Millimeters. */
  slatWidth: slatSchema,
  slatSpacing: slatSchema,
  mode: z.enum(SUN_MODES),
  /** How far into the room the sun may shine on the floor, in meters; for `glare`. */
  depth: metresSchema,
  /** The outside temperature, in °C, above which the sun is kept out; for `heat`. */
  above: z.number().check(z.minimum(LIMITS.SUN_ABOVE_MIN_C), z.maximum(LIMITS.SUN_ABOVE_MAX_C)),
}

/** The defaults for a window whose dimensions are not set. */
export const SUN_DEFAULTS = {
  windowTop: 2.2,
  windowBottom: 0,
  slatWidth: 80,
  slatSpacing: 72,
  depth: 0.5,
  above: 22,
} as const

const sunSettingsSchema = z.object(settings)
export type SunSettings = z.infer<typeof sunSettingsSchema>

/**
 * How a shade follows the sun, as in `device/info` and `device/sun`. `pausedUntil` is ISO 8601 UTC or null. `wants` is the
 * position that it would have now, 0..1 per axis; null while the sun does not shine on the window or the shade does not follow
 * the sun. `hasFailed` is true while it could not be moved there; it is tried again.
 */
export const sunSchema = z.extend(sunSettingsSchema, {
  pausedUntil: z.nullable(z.string()),
  wants: z.nullable(targetSchema),
  hasFailed: z.optional(z.boolean()),
})
export type Sun = z.infer<typeof sunSchema>

/**
 * `device/sun`: absent fields stay unchanged; the first call for a window must contain its azimuth. `pausedUntil: null` ends a
 * pause.
 */
export const sunRequestSchema = z.extend(z.partial(z.strictObject(settings)), {
  token: z.string(),
  pausedUntil: z.optional(z.nullable(z.iso.datetime({ offset: true }))),
})
export type SunRequest = z.infer<typeof sunRequestSchema>
