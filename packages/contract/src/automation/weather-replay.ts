import * as z from 'zod/mini'
import * as LIMITS from '../limits.ts'
import { WEATHER_MEASUREMENTS, weatherTriggerSchema } from './scenario-triggers.ts'

/** `weather/replay`: how often weather triggers would have fired in the last `days` days (30 if absent). */
export const weatherReplayRequestSchema = z.strictObject({
  triggers: z.array(weatherTriggerSchema).check(z.minLength(1), z.maxLength(LIMITS.WEATHER_TRIGGERS)),
  days: z.optional(z.int().check(z.minimum(1), z.maximum(LIMITS.WEATHER_KEPT_DAYS))),
})
export type WeatherReplayRequest = z.infer<typeof weatherReplayRequestSchema>

/**
 * The result of a replay over the stored hourly weather. Times are ISO 8601 UTC. `known` is the share of hours with data, 0..1.
 * `times` are the newest firings, at most 50, each with its worst value; `until` is null if it has not ended.
 */
export const weatherReplaySchema = z.object({
  from: z.string(),
  until: z.string(),
  known: z.number(),
  count: z.int(),
  /** The total over all firings. */
  hours: z.number(),
  times: z.array(
    z.object({
      from: z.string(),
      until: z.nullable(z.string()),
      measurement: z.enum(WEATHER_MEASUREMENTS),
      value: z.number(),
    }),
  ),
})
export type WeatherReplay = z.infer<typeof weatherReplaySchema>
