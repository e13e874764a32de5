import type { Shadows } from '#features/devices/index.ts'
import type { Clock } from '#platform/clock.ts'
import type { WhenDue } from '#platform/due-loop.ts'
import { DEVICES_PER_SECOND, type FiringRunner } from './firing-runner.ts'
import { DUE_SCENARIO, type FiringStore, OPEN_FIRING } from './firings.store.ts'

interface SchedulerOptions {
  store: FiringStore
  /** Computes again when all scenarios are due. */
  rewriteDues(now: Date): Promise<void>
  runner: Pick<
    FiringRunner,
    'backlog' | 'isWaiting' | 'waitFor' | 'run' | 'refresh' | 'settleUnfinished' | 'stop' | 'received'
  >
  clock: Clock
  whenDue: WhenDue
  shadows: Pick<Shadows, 'onChange'>
  failed(error: unknown, scenarioId?: string): void
}

/** While this instance has enough to send, it checks again after this time whether it may claim more. */
const BEHIND_MS = 500
/**
 * While more scenarios are due, the next check comes after this time for each claimed device, which is slightly less than sending
 * takes. This spreads claims evenly, so that other work does not wait behind many of them.
 */
const CHECK_AGAIN_MS_PER_DEVICE = 4
/** After a longer pause between two checks, due times in that pause count as missed. */
const BREAK_MS = 5_000
const REFRESH_EVERY_S = 5
const CLAIMED_AT_ONCE = 10
/** The delay before a scenario that could not be claimed is tried again. It stays due, because another version may read it. */
const PUT_OFF_MS = 5_000
/** How long the sender has to record the outcome of a command before it is looked up. */
const LOOKUP_AFTER_MS = 5_000

/**
 * Finds due scenarios and claims them in the database. Each is claimed by one of several instances, and claims survive the end of
 * a process.
 */
export function createScheduler(options: SchedulerOptions) {
  const { store, rewriteDues, runner, clock, whenDue, shadows, failed } = options
  let watchingSince = clock.now()
  let caughtUp = watchingSince
  const putOffUntil = new Map<string, number>()
  let unfollow = () => {}

  const claim = async (now: Date) => {
    for (const [scenarioId, until] of putOffUntil) if (until <= now.getTime()) putOffUntil.delete(scenarioId)
    const claimed = await store.claim({ now, watchingSince }, CLAIMED_AT_ONCE, [...putOffUntil.keys()])
    for (const { scenarioId, error } of claimed.unclaimed) {
      putOffUntil.set(scenarioId, now.getTime() + PUT_OFF_MS)
      failed(error, scenarioId)
    }
    runner.waitFor(claimed.deviceIds)
    return claimed
  }

  const check = async (isDue: boolean, repeatAfter: (ms: number) => void): Promise<void> => {
    const now = clock.now()
    // Also after the database was unavailable, the machine slept, or the clock was set forward or back.
    if (now.getTime() - caughtUp.getTime() > BREAK_MS || now < watchingSince) watchingSince = now
    // Claims no more than can be sent soon, because claiming is work too and another instance may have time for it.
    const isBehind = runner.backlog() >= DEVICES_PER_SECOND
    const claimed = isBehind || !isDue ? null : await claim(now)
    void runner.run()
    caughtUp = clock.now()
    if (!isDue || (claimed !== null && claimed.count < CLAIMED_AT_ONCE)) return
    const tookMs = Math.max(0, clock.now().getTime() - now.getTime())
    const devices = claimed?.deviceIds.length ?? CLAIMED_AT_ONCE
    repeatAfter(Math.min(BEHIND_MS, Math.max(1, devices * CHECK_AGAIN_MS_PER_DEVICE - tookMs)))
  }
  const checking = whenDue({
    kind: 'scenarios',
    query: DUE_SCENARIO,
    // Each look counts, because due times in a pause between two looks are missed.
    isDue: () => true,
    run: (found, repeatAfter) => check(found !== null, repeatAfter),
    failed,
  })
  const refreshing = whenDue({
    kind: 'firings',
    query: OPEN_FIRING,
    isDue: (found) => found !== null || runner.isWaiting(),
    everySeconds: REFRESH_EVERY_S,
    async run() {
      await runner.refresh()
      await runner.settleUnfinished(new Date(clock.now().getTime() - LOOKUP_AFTER_MS))
      void runner.run()
    },
    failed,
  })

  return {
    /** After the clock was set back: what was due by the wrong time only is due again at its time. */
    async setBack(now: Date): Promise<void> {
      putOffUntil.clear()
      await store.setBack(now)
      await rewriteDues(now)
    },
    /** Since when it has checked without interruption. */
    watchingSince: () => watchingSince,
    /** Subscribes to changes of devices. */
    follow() {
      unfollow = shadows.onChange(runner.received)
    },
    start() {
      watchingSince = clock.now()
      caughtUp = watchingSince
    },
    async stop() {
      unfollow()
      const stopped = Promise.all([checking.stop(), refreshing.stop()])
      await runner.stop()
      await stopped
    },
  }
}
