import type { DeviceInfo, LockType } from '@senca/contract'
import { useEffect, useState } from 'react'
import { browserClock } from '#core/clock.ts'
import { afterAsking, afterReport, type DoorHistory, type LockMoment } from './door-history.ts'

/** What this page knows about a door since it was opened. */
export function useDoorHistory(device: DeviceInfo): {
  history: DoorHistory
  /** Must be called when an unlock command for `seconds` is sent. */
  onAsked: (lock: LockType, seconds: number) => void
} {
  const [received, setReceived] = useState(device)
  const [history, setHistory] = useState(() => afterReport(null, device, browserClock.now()))
  if (received !== device) {
    setReceived(device)
    setHistory(afterReport(history, device, browserClock.now()))
  }
  return {
    history,
    onAsked: (lock, seconds) => setHistory((now) => afterAsking(now, lock, seconds, browserClock.now())),
  }
}

const TICK_MS = 200

/** The whole seconds that a lock stays unlocked; null if unknown, or if they are over and the lock has not reported yet. */
export function useSecondsLeft(unlocked: LockMoment['unlocked']): number | null {
  const [now, setNow] = useState(browserClock.now)
  useEffect(() => {
    if (unlocked === null) return
    setNow(browserClock.now())
    const timer = setInterval(() => setNow(browserClock.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [unlocked])
  if (unlocked === null) return null
  const left = Math.ceil((unlocked.fromMs + unlocked.seconds * 1_000 - now) / 1_000)
  return left > 0 ? Math.min(left, unlocked.seconds) : null
}
