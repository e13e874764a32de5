import { type Counts, type DeviceState, type ErrorCode, LIMITS } from '@senca/contract'
import { type Shadows, stateOf } from '#features/devices/index.ts'
import type { Clock } from '#platform/clock.ts'
import type { CommandGoal } from './command-goal.ts'
import { nextProgress, type Progress, type ProgressEvent, SENT } from './progress.ts'

interface WaiterOptions {
  shadows: Shadows
  clock: Clock
  deviceId: string
  goal: CommandGoal
  /** The counts of the newest report when the command was sent. */
  sentAt: Counts
  restMs: number
  /** Ends the wait as if the device had not responded. */
  signal: AbortSignal
}

/** How a wait ended, `error` null for success, and the newest report by then. */
interface WaitOutcome {
  error: ErrorCode | null
  state: DeviceState | null
}

/** Follows a device from the sending of a command until it is done. */
export function createWaiter({ shadows, clock, deviceId, goal, sentAt, restMs, signal }: WaiterOptions) {
  let progress: Progress = SENT
  let startedAt = clock.now().getTime()
  let cancelRest = () => {}
  const cancels: (() => void)[] = []
  let lastState: DeviceState | null = null
  let settle: (outcome: WaitOutcome) => void = () => {}
  const outcome = new Promise<WaitOutcome>((resolve) => {
    settle = resolve
  })

  const stop = () => {
    cancelRest()
    for (const cancel of cancels.splice(0)) cancel()
  }
  const take = (event: ProgressEvent) => {
    if (event.kind === 'report') lastState = event.state
    progress = nextProgress(progress, event, { goal, sentAt })
    if (progress.phase !== 'done') return
    stop()
    settle({ error: progress.error, state: lastState })
  }
  const overdue = () => take({ kind: 'overdue' })
  const restart = () => {
    cancelRest()
    const leftMs = startedAt + LIMITS.COMMAND_REST_MAX_MS - clock.now().getTime()
    cancelRest = clock.after(Math.max(0, Math.min(restMs, leftMs)), overdue)
  }

  let cancelAway = () => {}
  cancels.push(() => cancelAway())
  cancels.push(
    shadows.onChangeOf(deviceId, ({ shadow, event }) => {
      if (event.kind === 'report') take({ kind: 'report', state: stateOf(shadow), counts: shadow.counts })
      if (event.kind !== 'connection') return
      cancelAway()
      if (shadow.connected) return
      cancelAway = clock.after(LIMITS.COMMAND_STATE_MS, () => take({ kind: 'silence', isAway: true }))
    }),
  )
  signal.addEventListener('abort', overdue, { once: true })
  cancels.push(() => signal.removeEventListener('abort', overdue))

  return {
    outcome,
    /** The device took the command. */
    acknowledged() {
      startedAt = clock.now().getTime()
      take({ kind: 'acknowledged' })
      if (progress.phase === 'done') return
      cancels.push(clock.after(LIMITS.COMMAND_STATE_MS, () => take({ kind: 'silence', isAway: false })))
      restart()
    },
    /** The device took a newer command: it has the time of that one to come to rest. */
    extend() {
      if (progress.phase === 'taken') restart()
    },
    /** The command failed before it could be waited for. */
    stop,
  }
}

export type Waiter = ReturnType<typeof createWaiter>
