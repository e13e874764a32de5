import { createHash } from 'node:crypto'
import * as z from 'zod/mini'

/** Before so many upgrades have ended, one failure would say too much. */
const ENDED_MIN = 20

/** How a firmware comes to devices by and by, as the operator writes it into the manifest. */
export const rolloutSchema = z.strictObject({
  /** To how many of a hundred devices it is offered; to all when left out. */
  percent: z.optional(z.number().check(z.gte(0), z.lte(100))),
  /** Above this share of upgrades that failed it is offered to nobody more; never when left out. */
  stopAtFailureRate: z.optional(z.number().check(z.gte(0), z.lte(1))),
})
export type Rollout = z.infer<typeof rolloutSchema>

/** How the upgrades to a firmware ended so far. */
export interface Endings {
  done: number
  failed: number
}

/**
 * Whether a device is among the first so many of a hundred. Which they are differs from version to version, and those of a
 * lower share are among those of a higher one.
 */
export function isInStage(deviceId: string, version: string, { percent = 100 }: Rollout): boolean {
  const place = createHash('sha256').update(`${version} ${deviceId}`).digest().readUInt32BE()
  return place < (percent / 100) * 2 ** 32
}

/** Whether too many upgrades failed for it to go on. */
export function isStopped({ done, failed }: Endings, { stopAtFailureRate }: Rollout): boolean {
  const ended = done + failed
  return stopAtFailureRate !== undefined && ended >= ENDED_MIN && failed / ended > stopAtFailureRate
}
