import type { Moment } from '@senca/contract/automation'
import type { TFunction } from 'i18next'
import { queryClient } from '#core/api/query-client.ts'
import { browserClock } from '#core/clock.ts'
import { knownDevices } from '#features/device-model/device-cache.ts'
import { openOf } from './findings.ts'
import { type MomentProgress, momentRuns } from './moment-runs.ts'
import { outcomeText } from './moment-words.ts'
import { momentsApi } from './moments.ts'

const CHECK_MS = 250
let turn = 0

/**
 * Runs a moment and follows its devices until all are at rest, or have failed. Returns what to say of it; null after a newer run.
 * Throws what the call throws.
 */
export async function runMoment(
  moment: Moment,
  t: TFunction,
): Promise<ReturnType<typeof outcomeText> | null> {
  turn += 1
  const own = turn
  const isNewest = () => own === turn
  const set = (progress: Omit<MomentProgress, 'moment'>) => {
    if (isNewest()) momentRuns.setState({ newest: { moment, ...progress } })
  }
  set({ run: null, done: 0, of: 0, isOver: false })
  momentRuns.setState({ isListed: false })
  try {
    const run = await momentsApi.run(moment.id)
    const of = new Set(run.flatMap(({ results }) => results.flatMap(({ device_ids: ids }) => ids))).size
    const startedAt = browserClock.now()
    while (isNewest()) {
      const open = openOf(run, knownDevices(queryClient), browserClock.now() - startedAt).length
      set({ run, done: of - open, of, isOver: open === 0 })
      if (open === 0) return outcomeText(run, knownDevices(queryClient), moment.name, t)
      await new Promise<void>((resolve) => void browserClock.after(CHECK_MS, resolve))
    }
    return null
  } catch (error) {
    if (isNewest()) momentRuns.setState({ newest: null })
    throw error
  }
}
