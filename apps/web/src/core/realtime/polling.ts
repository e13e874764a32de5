import type { Clock } from '../clock.ts'

const BUSY_POLL_MS = 2_000
const IDLE_POLL_MS = 10_000

interface Needs {
  clock: Clock
  /** Whether the page is visible and nothing else keeps it up to date. */
  isNeeded(): boolean
  /** Whether a device is moving or a command is in flight. */
  isBusy(): boolean
  /** Never rejects: it reports its own failures. */
  load(): Promise<unknown>
}

/** Polls while no socket is live. Some networks, for example of hotels and offices, allow pages but no websockets. */
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
