import { type ErrorCode, kindOf } from '@senca/contract'
import type { DeviceOutcome } from '@senca/contract/outcomes'
import type { Activity, ActivityEnd } from '#features/activity/index.ts'
import {
  type CapabilitiesOf,
  type Device,
  type DeviceService,
  effectiveTypeOf,
  type Shadows,
} from '#features/devices/index.ts'
import type { Actor, RightsIndex } from '#features/rights/index.ts'
import type { Clock } from '#platform/clock.ts'
import { ApiError } from '#platform/errors.ts'
import { NO_TRACING, type Tracing, within } from '#platform/tracing/tracing.ts'
import { type CommandAttempt, type CommandCheck, type CommandRefusal, refusalOf } from './command-checks.ts'
import { type CommandObserver, traceCommand } from './command-observers.ts'
import type { SendCommand } from './command-sender.ts'
import type { CommandTracker } from './command-tracker.ts'

/**
 * How often a stop is sent in total if it does not reach the shade, by error. During a transfer of the device nothing is sent to
 * it (`device_busy`), and unanswered commands are withdrawn (`device_not_exist`).
 */
const STOP_ATTEMPTS: Partial<Record<ErrorCode, number>> = {
  device_request_timeout: 2,
  device_busy: 10,
  device_not_exist: 3,
}
const STOP_PAUSE_MS = 250
/** After these errors it is unknown whether the device has taken the command. */
const MAYBE_ACCEPTED: readonly ErrorCode[] = [
  'device_request_timeout',
  'device_not_responding',
  'device_not_exist',
  'insufficient_permission',
  'internal_error',
]

interface TestMovesOptions {
  devices: Pick<DeviceService, 'find'>
  rights: Pick<RightsIndex, 'followActor' | 'renew'>
  shadows: Pick<Shadows, 'get'>
  tracker: Pick<CommandTracker, 'register' | 'release' | 'isTakenOver' | 'movesOf'>
  send: SendCommand
  activity: Pick<Activity, 'record' | 'recordRefused'>
  checks: readonly CommandCheck[]
  clock: Clock
  tracing?: Tracing
  capabilitiesOf: CapabilitiesOf
  /** Ensures, before a device moves, that it is stopped even if this instance dies. */
  secure(device: Device, ms: number): Promise<{ done(): Promise<void> }>
}

export interface TestMove {
  direction: 'open' | 'close'
  /** Duration in ms, counted from the acknowledgement. */
  ms: number
}

type Way = Extract<ActivityEnd, { ok: false }>
const REPLACED: ActivityEnd = { ok: false, error: 'device_update_failed', detail: 'replaced' }

/** Resolves with the first event that ends a movement; with `null` when its time has passed. */
function createEnding() {
  let end: (how: ActivityEnd | null) => void = () => {}
  const ended = new Promise<ActivityEnd | null>((resolve) => {
    end = resolve
  })
  return { ended, end }
}

/**
 * Short test movements of shades for maintenance: a move, then a stop that survives a crash. Without the repeated stop, a shade that is
 * handed over meanwhile runs to its end.
 */
export function createTestMoves(options: TestMovesOptions) {
  const { devices, rights, shadows, tracker, send, activity, checks, clock, secure, capabilitiesOf } = options
  const { tracing = NO_TRACING } = options
  /** The running tests by device, one for each. Calling the function ends the test early. */
  const endById = new Map<string, () => void>()
  const running = new Set<Promise<unknown>>()

  const attemptOf = (actor: Actor, device: Device, direction: TestMove['direction']): CommandAttempt => {
    const shadow = shadows.get(device.id)
    const type = effectiveTypeOf(device, shadow)
    const { mainAxis, family } = kindOf(type)
    if (family !== 'shade') throw new ApiError('device_unsupported_action', { deviceId: device.id })
    const place = direction === 'open' ? 0 : 100
    const command =
      mainAxis === 'inclination'
        ? ({ command: 'move', inclination: place } as const)
        : ({ command: 'move', position: place } as const)
    return {
      actor,
      device,
      command,
      type,
      can: capabilitiesOf(type, shadow),
      shadow,
      movesInFlight: tracker.movesOf(device.id),
      isOverride: false,
    }
  }

  const refuse = (deviceId: string, { error, detail }: Pick<Way, 'error' | 'detail'>): never => {
    throw new ApiError(error, { deviceId, ...(detail === undefined ? {} : { detail }) })
  }

  const sendOne = (
    { actor, device, command }: Pick<CommandAttempt, 'actor' | 'device' | 'command'>,
    isAwaited: boolean,
    observers: readonly CommandObserver[] = [],
  ): { outcome: Promise<DeviceOutcome>; isTakenOver(): boolean } => {
    const registered = tracker.register({ actor, device, command, controller: new AbortController() })
    if (registered === null) {
      const outcome = { deviceId: device.id, ok: false, error: 'device_busy' } as const
      return { outcome: Promise.resolve(outcome), isTakenOver: () => false }
    }
    const span = tracing.begin('command', { 'senca.command': command.command, 'senca.device': device.id })
    const traced = [...observers, traceCommand(tracing, span)]
    const outcome = within(span, () => send(registered, { isAwaited, observers: traced }))
    return {
      outcome: outcome.finally(() => tracker.release(registered)),
      isTakenOver: () => tracker.isTakenOver(registered),
    }
  }

  /** Stops a test movement. Works even if the actor has lost the right to test. */
  const stop = async (actor: Actor, device: Device): Promise<ActivityEnd> => {
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await sendOne({ actor, device, command: { command: 'abort' } }, true).outcome
      // The shade has already stopped at its end.
      if (outcome.ok === false && outcome.error === 'device_not_busy') return { ok: true }
      const { deviceId: _theSame, ...end } = outcome
      if (end.ok !== false || attempt >= (STOP_ATTEMPTS[end.error] ?? 1)) return end
      await new Promise<void>((resolve) => clock.after(STOP_PAUSE_MS, resolve))
    }
  }

  /** Ends a movement when its actor loses the right to test. Returns the function that stops watching. */
  const followRights = (actor: Actor, id: string, end: (how: ActivityEnd) => void): (() => void) =>
    rights.followActor(actor, () => {
      rights
        .renew(actor)
        .then((renewed) => devices.find(renewed, 'maintain', id))
        .catch((error: unknown) => {
          if (error instanceof ApiError && error.code !== 'device_busy') end({ ok: false, error: error.code })
        })
    })

  /** Returns whether the end of the movement is confirmed. */
  const move = async (attempt: CommandAttempt, { direction, ms }: TestMove): Promise<boolean> => {
    const { actor, device } = attempt
    const { id } = device
    const { ended, end } = createEnding()
    endById.set(id, () => end(null))
    const life = activity.record(actor, device, {
      action: 'test_move',
      details: { direction },
      change: { before: null, after: { direction, ms } },
    })
    let cancelTimer = () => {}
    let beginTimer = () => {}
    const passed = new Promise<null>((resolve) => {
      beginTimer = () => {
        beginTimer = () => {}
        cancelTimer = clock.after(ms, () => {
          end(null)
          resolve(null)
        })
      }
    })
    // The end of the movement itself also counts; only the first end is used.
    const watching: CommandObserver = {
      acknowledged: life.acknowledged,
      // What does not acknowledge commands moves from its hand-over on, and is stopped in time also without evidence.
      progressed: ({ kind }) => kind === 'handed_over' && beginTimer(),
      ended: (how) => how.ok !== null && end(how),
    }
    const stopFollowing = followRights(actor, id, end)
    let secured: Awaited<ReturnType<typeof secure>> | null = null
    let mayStillMove = false
    try {
      secured = await secure(device, ms)
      const shadow = shadows.get(id)
      const late = refusalOf(checks, { ...attempt, shadow, movesInFlight: tracker.movesOf(id) })
      if (late?.error === 'weather_scenario_matched') {
        life.ended({ ok: false, error: late.error })
        return refuse(id, late)
      }
      const { outcome, isTakenOver } = sendOne(attempt, false, [watching])
      const begun = await Promise.race([outcome, passed])
      if (begun?.ok === false) {
        // The device may have taken the command although no answer came, so it is stopped, and the job of `secure` stays.
        if (MAYBE_ACCEPTED.includes(begun.error)) {
          mayStillMove = true
          if (!isTakenOver()) await stop(actor, device)
        }
        life.ended(begun)
        return refuse(id, begun)
      }
      beginTimer()
      const ending = await ended
      // If somebody else has moved the shade in the meantime, it must not be stopped.
      const how = isTakenOver() ? REPLACED : ending
      const isOver = how?.ok === true || (how?.ok === false && how.error === 'device_update_failed')
      const stopped = isOver ? how : await stop(actor, device)
      mayStillMove = stopped.ok === null || (!stopped.ok && STOP_ATTEMPTS[stopped.error] !== undefined)
      const result = how === null || isOver ? stopped : how
      life.ended(result)
      if (result.ok === false) return refuse(id, result)
      return result.ok === true
    } finally {
      cancelTimer()
      stopFollowing()
      endById.delete(id)
      // If no stop reached the shade, the job of `secure` stays and stops it later.
      if (!mayStillMove) await secured?.done()
    }
  }

  return {
    /**
     * Resolves when the shade has stopped, with whether that is confirmed. Throws `device_not_exist`, `insufficient_permission`, `device_unsupported_action`,
     * `device_busy` (also while another test runs), and the errors of checking and sending commands.
     */
    async testMove(actor: Actor, id: string, intent: TestMove): Promise<boolean> {
      const device = await devices.find(actor, 'maintain', id)
      const attempt = attemptOf(actor, device, intent.direction)
      const refusal: CommandRefusal | null = endById.has(id)
        ? { error: 'device_busy' }
        : refusalOf(checks, attempt)
      if (refusal?.isRecorded === true)
        activity.recordRefused(
          actor,
          device,
          { action: 'test_move', details: { direction: intent.direction } },
          refusal,
        )
      if (refusal !== null) refuse(id, refusal)
      const moving = move(attempt, intent)
      running.add(moving)
      try {
        return await moving
      } finally {
        running.delete(moving)
      }
    },

    /** Ends all running tests at once. */
    async stop(): Promise<void> {
      for (const end of [...endById.values()]) end()
      await Promise.allSettled(running)
    },
  }
}

export type TestMoves = ReturnType<typeof createTestMoves>
