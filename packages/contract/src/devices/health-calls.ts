import * as z from 'zod/mini'
import { HEALTH_SIGNS } from './health-signs.ts'

export * from './health-signs.ts'

/**
 * The health counters of a device for one UTC day, such as `2026-05-28`. `answerMs` is the mean time to the acknowledgement of a
 * command; null if there was none.
 */
export const healthDaySchema = z.object({
  day: z.string(),
  restarts: z.int(),
  drops: z.int(),
  answers: z.int(),
  answerMs: z.nullable(z.number()),
})
export type HealthDay = z.infer<typeof healthDaySchema>

export const healthQuerySchema = z.object({ devicetoken: z.string() })
/**
 * `GET device/health?devicetoken=`: `days` are the days among the last 28 that have counters, the oldest first. `said` is the
 * last health report of the controller (`ReportedHealth`), received at `at`.
 */
export const deviceHealthSchema = z.object({
  connected: z.boolean(),
  lastSeenAt: z.nullable(z.string()),
  version: z.nullable(z.int()),
  firmware: z.nullable(z.string()),
  totalRestarts: z.nullable(z.int()),
  said: z.nullable(
    z.object({
      at: z.string(),
      uptime: z.optional(z.int()),
      rssi: z.optional(z.int()),
      motorRuns: z.optional(z.int()),
      motorSeconds: z.optional(z.int()),
      calibratedAt: z.optional(z.string()),
    }),
  ),
  days: z.array(healthDaySchema),
  signs: z.array(z.enum(HEALTH_SIGNS)),
})
export type DeviceHealth = z.infer<typeof deviceHealthSchema>
