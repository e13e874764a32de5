import { createHash } from 'node:crypto'
import * as z from 'zod/mini'

/** With fewer finished upgrades, one failure would have too much weight. */
const ENDED_MIN = 20

/** The gradual rollout of a firmware, as the operator writes it into the manifest. */
export const rolloutSchema = z.strictObject({
  /** The percentage of devices that get the firmware; all if left out. */
  percent: z.optional(z.number().check(z.gte(0), z.lte(100))),
  /** If a larger share of upgrades fails, the rollout stops; never if left out. */
  stopAtFailureRate: z.optional(z.number().check(z.gte(0), z.lte(1))),
})
export type Rollout = z.infer<typeof rolloutSchema>

/** The results of the upgrades to a firmware so far. */
export interface Endings {
  done: number
  failed: number
}

/**
 * Whether a device belongs to the given percentage. The selection differs between versions; a higher percentage includes all
 * devices of a lower one.
 */
export function isInStage(deviceId: string, version: string, { percent = 100 }: Rollout): boolean {
  const place = createHash('sha256').update(`${version} ${deviceId}`).digest().readUInt32BE()
  return place < (percent / 100) * 2 ** 32
}

/** Whether too many upgrades have failed to continue. */
export function isStopped({ done, failed }: Endings, { stopAtFailureRate }: Rollout): boolean {
  const ended = done + failed
  return stopAtFailureRate !== undefined && ended >= ENDED_MIN && failed / ended > stopAtFailureRate
}
