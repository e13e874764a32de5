import type { Shadows } from '#features/devices/index.ts'
import type { Clock } from '#platform/clock.ts'
import { DEVICES_PER_SECOND, type FiringRunner } from './firing-runner.ts'
import type { FiringStore } from './firings.store.ts'

interface SchedulerOptions {
  store: FiringStore
  runner: FiringRunner
  clock: Clock
  shadows: Pick<Shadows, 'onChange'>
  failed(error: unknown): void
}

/** How often it looks for what is due. */
const LOOK_MS = 500
/**
 * While more is due it looks again after so long for each device that was claimed, a little less than it takes to leave: claims are
 * spread evenly, so that nobody else waits behind many.
 */
const LOOK_AGAIN_MS_PER_DEVICE = 4
/** After a longer break between two looks what was due meanwhile counts as missed. */
const BREAK_MS = 5_000
const REFRESH_MS = 5_000
const CLAIMED_AT_ONCE = 10
/** Its sender is given this long to say what became of a command. */
const LOOK_UP_AFTER_MS = 5_000

/**
 * Looks for scenarios that are due and claims them in the database: of several instances one claims each, and what is
 * claimed survives the end of any process.
 */
export function createScheduler({ store, runner, clock, shadows, failed }: SchedulerOptions) {
  let watchingSince = clock.now()
  let lookedAt = watchingSince
  let refreshedAt = 0
  let isStopped = true
  let looking: Promise<unknown> = Promise.resolve()
  let cancel = () => {}
  let unfollow = () => {}

  /** Answers after how long it is to look again. */
  const look = async (): Promise<number> => {
    const now = clock.now()
    // Also where the database was away, the machine slept, or the clock was put forward; or it was put back.
    if (now.getTime() - lookedAt.getTime() > BREAK_MS || now < watchingSince) watchingSince = now
    // Not more than can leave soon: claims are work too, and another instance may have time for them.
    const isBehind = runner.backlog() >= DEVICES_PER_SECOND
    const claimed = isBehind ? null : await store.claim({ now, watchingSince }, CLAIMED_AT_ONCE)
    if (claimed !== null) runner.waitFor(claimed.deviceIds)
    void runner.run()
    lookedAt = clock.now()
    if (clock.now().getTime() - refreshedAt >= REFRESH_MS) {
      refreshedAt = clock.now().getTime()
      await store.expire(clock.now())
      await runner.refresh()
      await runner.lookUpUnfinished(new Date(clock.now().getTime() - LOOK_UP_AFTER_MS))
      void runner.run()
    }
    if (claimed !== null && claimed.count < CLAIMED_AT_ONCE) return LOOK_MS
    const tookMs = Math.max(0, clock.now().getTime() - now.getTime())
    const devices = claimed?.deviceIds.length ?? CLAIMED_AT_ONCE
    return Math.min(LOOK_MS, Math.max(1, devices * LOOK_AGAIN_MS_PER_DEVICE - tookMs))
  }

  /** One look after the other, however long one takes. */
  const lookAfter = (ms: number) => {
    cancel = clock.after(ms, () => {
      looking = look()
        .catch((error: unknown) => {
          failed(error)
          return LOOK_MS
        })
        .then((nextMs) => {
          if (!isStopped) lookAfter(nextMs)
        })
    })
  }

  return {
    /** Since when it has looked without a break. */
    watchingSince: () => watchingSince,
    /** Since when it has not looked for what is due, in seconds; it looks twice a second. */
    lagSeconds: () => (clock.now().getTime() - lookedAt.getTime()) / 1_000,
    /** Hears of devices. */
    follow() {
      unfollow = shadows.onChange(runner.heard)
    },
    start() {
      isStopped = false
      watchingSince = clock.now()
      lookedAt = watchingSince
      lookAfter(LOOK_MS)
    },
    async stop() {
      isStopped = true
      cancel()
      unfollow()
      await runner.stop()
      await looking
    },
  }
}

export type Scheduler = ReturnType<typeof createScheduler>
