import * as z from 'zod/mini'
import * as LIMITS from '../limits.ts'
import { nameSchema } from '../names.ts'
import { isTimeZone } from './time-zones.ts'

const latSchema = z.number().check(z.minimum(-90), z.maximum(90))
const lonSchema = z.number().check(z.minimum(-180), z.maximum(180))
/** Meters above sea level. */
const altitudeSchema = z
  .number()
  .check(z.minimum(LIMITS.HOME_ALTITUDE_MIN_M), z.maximum(LIMITS.HOME_ALTITUDE_MAX_M))
const timezoneSchema = z.string().check(z.maxLength(LIMITS.TIME_ZONE_MAX_LENGTH), z.refine(isTimeZone))
/** An ISO 3166-1 alpha-2 code. */
const countrySchema = z.string().check(z.toUpperCase(), z.regex(/^[A-Z]{2}$/))

/** The home of an account. Coordinates in degrees, north and east positive; an IANA time zone. */
export const homeSchema = z.object({
  name: z.string(),
  lat: latSchema,
  lon: lonSchema,
  timezone: z.string(),
  /** Null if not set. */
  country: z.nullable(z.string()),
  altitude: z.optional(z.number()),
})
export type Home = z.infer<typeof homeSchema>

/** The home as a connected app sees it. */
export const homeWithoutPlaceSchema = z.object({
  name: z.string(),
  timezone: z.string(),
  country: z.nullable(z.string()),
})

const homeNameSchema = nameSchema(1, LIMITS.HOME_NAME_MAX_LENGTH)
const optional = {
  timezone: z.optional(z.nullable(timezoneSchema)),
  country: z.optional(z.nullable(countrySchema)),
  altitude: z.optional(z.nullable(altitudeSchema)),
}

/** `home/create`: if the time zone is absent or null, it is derived from the coordinates, within the country if that is given. */
export const homeCreateRequestSchema = z.strictObject({
  name: homeNameSchema,
  lat: latSchema,
  lon: lonSchema,
  ...optional,
})
export type HomeCreateRequest = z.infer<typeof homeCreateRequestSchema>

/**
 * `home/update`: only the fields that are present change. `timezone: null` derives the zone from the coordinates and the
 * country; other nulls clear the field.
 */
export const homeUpdateRequestSchema = z.strictObject({
  name: z.optional(homeNameSchema),
  lat: z.optional(latSchema),
  lon: z.optional(lonSchema),
  ...optional,
})
export type HomeUpdateRequest = z.infer<typeof homeUpdateRequestSchema>

const isDate = (date: string): boolean => {
  const at = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(date)
}

/** `home/sun`: a day of the home, from 1900 to 2199; today if absent. */
export const homeSunQuerySchema = z.object({
  date: z.optional(z.string().check(z.regex(/^(19|20|21)\d\d-\d\d-\d\d$/), z.refine(isDate))),
})

const timeSchema = z.nullable(z.string())

/**
 * The sun on one day. Times are ISO 8601 UTC, null if the sun does not rise, set or reach civil twilight (−6°). The current
 * position is in degrees: azimuth from north over east, elevation above the horizon without refraction.
 */
export const homeSunSchema = z.object({
  dawn: timeSchema,
  sunrise: timeSchema,
  noon: timeSchema,
  sunset: timeSchema,
  dusk: timeSchema,
  azimuth: z.number(),
  elevation: z.number(),
})
export type HomeSun = z.infer<typeof homeSunSchema>
