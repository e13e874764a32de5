import * as z from 'zod/mini'
import * as LIMITS from '../limits.ts'
import { nameSchema } from '../names.ts'
import { isTimeZone } from './time-zones.ts'

const latSchema = z.number().check(z.minimum(-90), z.maximum(90))
const lonSchema = z.number().check(z.minimum(-180), z.maximum(180))
/** Metres above the sea. */
const altitudeSchema = z
  .number()
  .check(z.minimum(LIMITS.HOME_ALTITUDE_MIN_M), z.maximum(LIMITS.HOME_ALTITUDE_MAX_M))
const timezoneSchema = z.string().check(z.maxLength(LIMITS.TIME_ZONE_MAX_LENGTH), z.refine(isTimeZone))
/** ISO 3166-1 alpha-2. */
const countrySchema = z.string().check(z.toUpperCase(), z.regex(/^[A-Z]{2}$/))

/** Where an account is at home: degrees, north and east positive; an IANA time zone. */
export const homeSchema = z.object({
  name: z.string(),
  lat: latSchema,
  lon: lonSchema,
  timezone: z.string(),
  /** Null where nobody said. */
  country: z.nullable(z.string()),
  altitude: z.optional(z.number()),
})
export type Home = z.infer<typeof homeSchema>

const homeNameSchema = nameSchema(1, LIMITS.HOME_NAME_MAX_LENGTH)
const optional = {
  timezone: z.optional(z.nullable(timezoneSchema)),
  country: z.optional(z.nullable(countrySchema)),
  altitude: z.optional(z.nullable(altitudeSchema)),
}

/** `home/create`: the time zone comes from the place where it is absent or null. */
export const homeCreateRequestSchema = z.strictObject({
  name: homeNameSchema,
  lat: latSchema,
  lon: lonSchema,
  ...optional,
})
export type HomeCreateRequest = z.infer<typeof homeCreateRequestSchema>

/** `home/update`: only what is named changes; `timezone: null` takes the zone of the place, other nulls clear. */
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

/** `home/sun`: a day of the home, from 1900 to 2199; today where it is absent. */
export const homeSunQuerySchema = z.object({
  date: z.optional(z.string().check(z.regex(/^(19|20|21)\d\d-\d\d-\d\d$/), z.refine(isDate))),
})

const timeSchema = z.nullable(z.string())

/**
 * The sun of one day: times are ISO 8601 UTC, null where it does not rise, set or come to civil twilight (−6°). Where
 * it stands now is in degrees: azimuth from north over east, elevation above the horizon without refraction.
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
