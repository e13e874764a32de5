import type { Shadows } from '#features/devices/index.ts'
import type { Clock } from '#platform/clock.ts'
import { createRepeatedTask } from '#platform/repeated-task.ts'
import { DEVICES_PER_SECOND, type FiringRunner } from './firing-runner.ts'
import type { FiringStore } from './firings.store.ts'

interface SchedulerOptions {
  store: FiringStore
  /** Computes again when all scenarios are due. */
  rewriteDues(now: Date): Promise<void>
  runner: Pick<
    FiringRunner,
    'backlog' | 'waitFor' | 'run' | 'refresh' | 'lookUpUnfinished' | 'stop' | 'heard'
  >
  clock: Clock
  shadows: Pick<Shadows, 'onChange'>
  failed(error: unknown, scenarioId?: string): void
}

/** How often it checks for due scenarios. */
const LOOK_MS = 500
/**
 * While more scenarios are due, the next check comes after this time for each claimed device, which is slightly less than sending
 * takes. This spreads claims evenly, so that other work does not wait behind many of them.
 */
const LOOK_AGAIN_MS_PER_DEVICE = 4
/** After a longer pause between two checks, due times in that pause count as missed. */
const BREAK_MS = 5_000
const REFRESH_MS = 5_000
const CLAIMED_AT_ONCE = 10
/** The delay before a scenario that could not be claimed is tried again. It stays due, because another version may read it. */
const PUT_OFF_MS = 5_000
/** How long the sender has to record the outcome of a command before it is looked up. */
const LOOK_UP_AFTER_MS = 5_000

/**
 * Finds due scenarios and claims them in the database. Each is claimed by one of several instances, and claims survive the end of
 * a process.
 */
export function createScheduler(options: SchedulerOptions) {
  const { store, rewriteDues, runner, clock, shadows, failed } = options
  let watchingSince = clock.now()
  let lookedAt = watchingSince
  let refreshedAt = 0
  let delayMs = LOOK_MS
  const putOffUntil = new Map<string, number>()
  let unfollow = () => {}

  const claim = async (now: Date) => {
    // Most of the time nothing is due, and one statement takes less than a transaction.
    if (!(await store.isDue(now))) return { count: 0, deviceIds: [] }
    for (const [scenarioId, until] of putOffUntil) if (until <= now.getTime()) putOffUntil.delete(scenarioId)
    const claimed = await store.claim({ now, watchingSince }, CLAIMED_AT_ONCE, [...putOffUntil.keys()])
    for (const { scenarioId, error } of claimed.unclaimed) {
      putOffUntil.set(scenarioId, now.getTime() + PUT_OFF_MS)
      failed(error, scenarioId)
    }
    runner.waitFor(claimed.deviceIds)
    return claimed
  }

  const look = async (): Promise<void> => {
    delayMs = LOOK_MS
    const now = clock.now()
    // Also after the database was unavailable, the machine slept, or the clock was set forward or back.
    if (now.getTime() - lookedAt.getTime() > BREAK_MS || now < watchingSince) watchingSince = now
    // Claims no more than can be sent soon, because claiming is work too and another instance may have time for it.
    const isBehind = runner.backlog() >= DEVICES_PER_SECOND
    const claimed = isBehind ? null : await claim(now)
    void runner.run()
    lookedAt = clock.now()
    if (clock.now().getTime() - refreshedAt >= REFRESH_MS) {
      refreshedAt = clock.now().getTime()
      await runner.refresh()
      await runner.lookUpUnfinished(new Date(clock.now().getTime() - LOOK_UP_AFTER_MS))
      void runner.run()
    }
    if (claimed !== null && claimed.count < CLAIMED_AT_ONCE) return
    const tookMs = Math.max(0, clock.now().getTime() - now.getTime())
    const devices = claimed?.deviceIds.length ?? CLAIMED_AT_ONCE
    delayMs = Math.min(LOOK_MS, Math.max(1, devices * LOOK_AGAIN_MS_PER_DEVICE - tookMs))
  }

  const looking = createRepeatedTask({ clock, delayMs: () => delayMs, run: look, failed })

  return {
    /** After the clock was set back: what was due by the wrong time only is due again at its time. */
    async setBack(now: Date): Promise<void> {
      putOffUntil.clear()
      refreshedAt = 0
      await store.setBack(now)
      await rewriteDues(now)
    },
    /** Since when it has checked without interruption. */
    watchingSince: () => watchingSince,
    /** Seconds since the last check; normally there are two checks per second. */
    lagSeconds: () => (clock.now().getTime() - lookedAt.getTime()) / 1_000,
    /** Subscribes to changes of devices. */
    follow() {
      unfollow = shadows.onChange(runner.heard)
    },
    start() {
      watchingSince = clock.now()
      lookedAt = watchingSince
      looking.start()
    },
    async stop() {
      unfollow()
      const stopped = looking.stop()
      await runner.stop()
      await stopped
    },
  }
}
