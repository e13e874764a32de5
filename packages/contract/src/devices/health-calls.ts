import * as z from 'zod/mini'
import { HEALTH_SIGNS } from './health-signs.ts'

export * from './health-signs.ts'

/** A day of a device, of UTC, as `2026-05-28`. `answerMs` is the mean time to the acknowledgement of a command; null where there was none. */
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
 * `GET device/health?devicetoken=`: `days` are those of the last 28 on which something was counted, the oldest
 * first; `said` is what its controller said last, at `at`, as `SaidHealth`.
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
