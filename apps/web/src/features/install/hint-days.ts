import * as z from 'zod/mini'
import { parseJson } from '#core/api/failures.ts'
import type { KeptTexts } from '#core/storage.ts'

const KEY = 'senca.install'
const CLOSED_MS = 90 * 86_400_000

const keptSchema = z.object({
  /** The day of the first visit, `YYYY-MM-DD`. */
  firstDay: z.string(),
  /** When the hint was closed, in milliseconds since the epoch; null if it was not. */
  closedAt: z.nullable(z.number()),
})

const dayOf = (now: Date): string => `${now.getFullYear()}-${now.getMonth() + 1}-${now.getDate()}`

/** Whether the hint is shown now: from the second day of use on, and not for 90 days after it was closed. Notes the first day. */
export function isHintDue(storage: KeptTexts, now: Date): boolean {
  const { data } = keptSchema.safeParse(parseJson(storage.getItem(KEY) ?? ''))
  if (data === undefined) {
    storage.setItem(KEY, JSON.stringify({ firstDay: dayOf(now), closedAt: null }))
    return false
  }
  const isRested = data.closedAt === null || Math.abs(now.getTime() - data.closedAt) >= CLOSED_MS
  return data.firstDay !== dayOf(now) && isRested
}

export function closeHint(storage: KeptTexts, now: Date): void {
  const { data } = keptSchema.safeParse(parseJson(storage.getItem(KEY) ?? ''))
  const firstDay = data?.firstDay ?? dayOf(now)
  storage.setItem(KEY, JSON.stringify({ firstDay, closedAt: now.getTime() }))
}
