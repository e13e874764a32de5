import type { ErrorCode, LockState } from '@senca/contract'
import type { Host } from './behaviour.ts'

export interface LockOptions {
  host: Host
  /** The time that the bolt needs to move in either direction. */
  travelMs: number
  isLeafOpen(): boolean
  remembered: LockState | null
  /** Whether the remembered state is still valid: the bolt may have moved after it was saved. */
  isProven: boolean
}

/** The duration of an unlocking: seconds, or until the leaf has been opened and closed again. */
export type UnlockSpan = { kind: 'timed'; seconds: number } | { kind: 'until_opened' }

/** A lock that locks again by itself after an unlocking, but never while the leaf is known to be open. */
export interface Lock {
  state(): LockState
  /** True only while it is known to be locked; null if unknown. */
  isLocked(): boolean | null
  unlock(span: UnlockSpan): void
  lock(): ErrorCode | null
  /** Moves the bolt to the locked end again. Returns whether that was possible. */
  prove(): boolean
  leafMoved(isOpen: boolean): void
  setJammed(isJammed: boolean): void
  halt(): void
  boot(): void
}

/** How long the bolt waits after the leaf has closed, so that the leaf is at rest. */
const SETTLE_MS = 500

export function createLock({ host, travelMs, isLeafOpen, remembered, isProven }: LockOptions): Lock {
  let state: LockState = remembered ?? 'locked'
  if (state === 'locked' && !isProven) state = 'unknown'
  let isJammed = false
  let isDue = false
  let span: UnlockSpan = { kind: 'timed', seconds: 0 }
  let cancel = (): void => {}

  const enter = (next: LockState): void => {
    state = next
    host.changed()
  }

  const drive = (through: 'locking' | 'unlocking', arrived: () => void): void => {
    cancel()
    const travel = travelMs / host.speed
    cancel = host.clock.after(isJammed ? travel / 2 : travel, () => {
      if (isJammed) enter('jammed')
      else arrived()
    })
    enter(through)
  }

  const startLocking = (): void => {
    isDue = false
    drive('locking', () => enter('locked'))
  }

  const relock = (): void => {
    if (isLeafOpen()) isDue = true
    else startLocking()
  }

  const countDown = (): void => {
    cancel()
    isDue = false
    if (span.kind === 'timed') cancel = host.clock.after(span.seconds * 1_000, relock)
  }

  return {
    state: () => state,
    isLocked() {
      if (state === 'locked') return true
      return state === 'jammed' || state === 'unknown' ? null : false
    },
    unlock(asked) {
      span = asked
      if (state === 'unlocking') return
      if (state === 'unlocked') {
        countDown()
        return
      }
      drive('unlocking', () => {
        countDown()
        enter('unlocked')
      })
    },
    lock() {
      if (state === 'locked' || state === 'locking') return 'device_already_in_state'
      if (isLeafOpen()) return 'device_not_ready'
      startLocking()
      return null
    },
    prove() {
      if (isLeafOpen()) return false
      startLocking()
      return true
    },
    leafMoved(isOpen) {
      if (isOpen) {
        const isHeld = state === 'unlocked' && span.kind === 'timed' && !isDue
        if (isHeld) return
        // The inside handle retracts the bolt, so that nobody is ever locked in.
        cancel()
        isDue = true
        state = 'unlocked'
        return
      }
      if (!isDue) return
      cancel()
      cancel = host.clock.after(SETTLE_MS, relock)
    },
    setJammed(next) {
      isJammed = next
    },
    halt() {
      cancel()
      if (state === 'locking' || state === 'unlocking') state = 'unknown'
    },
    boot() {
      if (state === 'locking' || state === 'unlocking') state = 'unknown'
      if (state !== 'locked' && state !== 'jammed') relock()
    },
  }
}
