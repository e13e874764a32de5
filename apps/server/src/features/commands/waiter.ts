import { type Counts, type DeviceState, type ErrorCode, LIMITS, type ResultDetail } from '@senca/contract'
import { type Shadows, stateOf } from '#features/devices/index.ts'
import type { Clock } from '#platform/clock.ts'
import type { CommandGoal } from './command-goal.ts'
import { endingOf } from './endings.ts'
import { nextProgress, type Progress, type ProgressEvent, SENT } from './progress.ts'

interface WaiterOptions {
  shadows: Shadows
  clock: Clock
  deviceId: string
  goal: CommandGoal
  isStop: boolean
  /** The counts of the newest report when the command was sent. */
  sentAt: Counts
  /** How long it may take to come to rest, by what is known of it at this moment. */
  restMs(): number
  /** Ends the wait, with its reason as the error. */
  signal: AbortSignal
}

/** How a wait ended, `error` null for success, what the device's reports say of why, and the newest report by then. */
interface WaitOutcome {
  error: ErrorCode | null
  detail: ResultDetail | null
  state: DeviceState | null
}

/** Follows a device from the sending of a command until it is done. */
export function createWaiter(options: WaiterOptions) {
  const { shadows, clock, deviceId, restMs, signal } = options
  let progress: Progress = SENT
  let startedAt = clock.now().getTime()
  let restFrom = startedAt
  let longestRestMs = 0
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
    progress = nextProgress(progress, event, options)
    if (progress.phase !== 'done') return
    stop()
    settle({ error: progress.error, detail: progress.detail, state: lastState })
  }
  const end = () => take({ kind: 'ended', error: endingOf(signal) })
  /** What is learned of its travel time on the way never shortens the wait: a device that still reports is there. */
  const restart = () => {
    cancelRest()
    longestRestMs = Math.max(longestRestMs, restMs())
    const dueAt = Math.min(restFrom + longestRestMs, startedAt + LIMITS.COMMAND_REST_MAX_MS)
    cancelRest = clock.after(Math.max(0, dueAt - clock.now().getTime()), () => take({ kind: 'overdue' }))
  }

  let cancelAway = () => {}
  cancels.push(() => cancelAway())
  cancels.push(
    shadows.onChangeOf(deviceId, ({ shadow, event }) => {
      if (event.kind === 'report') {
        const { target = null } = shadow.fields
        take({ kind: 'report', state: stateOf(shadow), counts: shadow.counts, target })
        if (progress.phase === 'taken') restart()
      }
      if (event.kind !== 'connection') return
      cancelAway()
      if (shadow.connected) return
      cancelAway = clock.after(LIMITS.COMMAND_STATE_MS, () => take({ kind: 'silence', isAway: true }))
    }),
  )
  signal.addEventListener('abort', end)
  cancels.push(() => signal.removeEventListener('abort', end))

  return {
    outcome,
    /** The device took the command. */
    acknowledged() {
      startedAt = clock.now().getTime()
      restFrom = startedAt
      take({ kind: 'acknowledged' })
      if (progress.phase === 'done') return
      cancels.push(clock.after(LIMITS.COMMAND_STATE_MS, () => take({ kind: 'silence', isAway: false })))
      restart()
    },
    /** The device took a newer command: it has the time of that one to come to rest. */
    extend() {
      if (progress.phase !== 'taken') return
      restFrom = clock.now().getTime()
      restart()
    },
    /** The device took something newer that ends or turns the movement. */
    interrupt: () => take({ kind: 'interrupted' }),
    /** It was stopped and goes on with something newer: where it is now, this command has left it. */
    handOver() {
      lastState = stateOf(shadows.get(deviceId))
      take({ kind: 'taken_over' })
    },
    /** The command failed before it could be waited for. */
    stop,
  }
}

export type Waiter = ReturnType<typeof createWaiter>
