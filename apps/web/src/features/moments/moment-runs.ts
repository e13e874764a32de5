import type { Moment, MomentRun } from '@senca/contract/automation'
import { createStore } from 'zustand/vanilla'
import { queryClient } from '#core/api/query-client.ts'
import { browserClock } from '#core/clock.ts'
import { hideMessage } from '#core/messages.ts'
import { knownDevices } from '#features/device-model/device-cache.ts'
import { openOf } from './findings.ts'
import { momentsApi } from './moments.ts'

/** A moment that was run on this page. */
export interface MomentProgress {
  moment: Moment
  /** Null until the server has answered. */
  run: MomentRun | null
  /** How many of the devices that it commands are at rest. */
  done: number
  of: number
  isOver: boolean
}

interface Runs {
  newest: MomentProgress | null
  /** Whether the list of what is not done is open. */
  isListed: boolean
}

/** The newest run. An earlier one is forgotten: what it left is what this one finds. */
export const momentRuns = createStore<Runs>(() => ({ newest: null, isListed: false }))

const CHECK_MS = 250
let turn = 0

/** Runs a moment and follows its devices until all are at rest, or have failed. Throws what the call throws. */
export async function runMoment(moment: Moment): Promise<MomentProgress | null> {
  turn += 1
  const own = turn
  const isNewest = () => own === turn
  const set = (progress: Omit<MomentProgress, 'moment'>) => {
    const newest = { moment, ...progress }
    if (isNewest()) momentRuns.setState({ newest })
    return newest
  }
  set({ run: null, done: 0, of: 0, isOver: false })
  momentRuns.setState({ isListed: false })
  try {
    const run = await momentsApi.run(moment.id)
    const of = new Set(run.flatMap(({ results }) => results.flatMap(({ device_ids: ids }) => ids))).size
    const startedAt = browserClock.now()
    while (isNewest()) {
      const open = openOf(run, knownDevices(queryClient), browserClock.now() - startedAt).length
      const progress = set({ run, done: of - open, of, isOver: open === 0 })
      if (progress.isOver) return progress
      await new Promise<void>((resolve) => void browserClock.after(CHECK_MS, resolve))
    }
    return null
  } catch (error) {
    if (isNewest()) momentRuns.setState({ newest: null })
    throw error
  }
}

/** Opens the list in place of the message about it. */
export const listFindings = () => {
  hideMessage()
  momentRuns.setState({ isListed: true })
}
export const closeFindings = () => momentRuns.setState({ isListed: false })
