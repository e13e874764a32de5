import type { Clock } from './clock.ts'

const BUSY_POLL_MS = 2_000
const IDLE_POLL_MS = 10_000

interface Needs {
  clock: Clock
  /** Whether nothing else keeps the page up to date, and somebody sees it. */
  isNeeded(): boolean
  /** Whether something moves, or is asked to. */
  isBusy(): boolean
  /** Raises nothing: it says by itself what it could not load. */
  load(): Promise<unknown>
}

/** Loads again and again where no socket is live: networks of hotels and offices let pages through and no sockets. */
export function startPolling({ clock, isNeeded, isBusy, load }: Needs): void {
  let loadedAt = clock.now()
  const next = () => clock.after(BUSY_POLL_MS, () => void tick())
  const tick = async () => {
    if (isNeeded() && (Math.abs(clock.now() - loadedAt) >= IDLE_POLL_MS || isBusy())) {
      await load()
      loadedAt = clock.now()
    }
    next()
  }
  next()
}
