import * as z from 'zod/mini'

/**
 * The health values that a controller reports in its `status`: `uptime` and `motorSeconds` in seconds, `rssi` in dBm,
 * `calibratedAt` ISO 8601 UTC. Unknown values are absent.
 */
export const reportedHealthSchema = z.object({
  uptime: z.optional(z.int().check(z.nonnegative(), z.maximum(4_294_967_295))),
  rssi: z.optional(z.int().check(z.minimum(-127), z.maximum(0))),
  motorRuns: z.optional(z.int().check(z.nonnegative(), z.maximum(4_294_967_295))),
  motorSeconds: z.optional(z.int().check(z.nonnegative(), z.maximum(4_294_967_295))),
  calibratedAt: z.optional(
    z.string().check(
      z.regex(/^\d{4}-\d\d-\d\dT[\d:.]{5,16}Z$/),
      z.refine((text) => !Number.isNaN(Date.parse(text))),
    ),
  ),
})
export type ReportedHealth = z.infer<typeof reportedHealthSchema>
