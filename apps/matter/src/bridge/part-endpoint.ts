import type { Endpoint } from '@matter/main'
import { DoorLock } from '@matter/main/clusters/door-lock'
import type { DeviceInfo, LockState } from '@senca/contract'
import type { MatterPart } from '@senca/contract/bridge-matter'
import {
  type Asked,
  type CoveringAttributes,
  type CoveringFault,
  type CoveringView,
  coveringAttributes,
  isMoving,
  percentageOf,
  toleranceOf,
} from './covering.ts'
import { isReachable, lockStateNumber, type PlainAttributes, plainAttributes } from './part-attributes.ts'
import { brightnessOf, type CoverPart, cut, type Part } from './parts.ts'
import { createReporting } from './reporting.ts'
import type { After } from './steps.ts'

/** What was asked and is not to be seen in a report after this time was not carried out [BR25]. */
const PENDING_MS = 6_000
/** Motion that was not reported for so long is over, unless the way takes longer [BR24]. */
const MAX_SILENCE_MS = 180_000
const TRAVEL_FACTOR = 1.5
/** A lock is unlocked for a minute at most before it locks again by itself. */
const RELOCK_MS = 65_000

export interface Surroundings {
  isServerThere: boolean
  isPaused: boolean
}

interface PartEndpointOptions {
  part: Part
  endpoint: Endpoint
  after: After
  nowMs(): number
  failed(error: unknown): void
}

type Shown = MatterPart['told']

/** The longest label of Matter. */
const LABEL_LENGTH = 16
const labelsOf = (room: string | null) =>
  room === null ? [] : [{ label: 'room', value: cut(room, LABEL_LENGTH) }]

/** Whether a state has what is wanted of it; bits that it does not name are not set. */
function has(state: unknown, wanted: unknown): boolean {
  if (typeof wanted !== 'object' || wanted === null)
    return (wanted === false ? (state ?? false) : state) === wanted
  if (typeof state !== 'object' || state === null) return false
  if (Array.isArray(wanted) && Object(state).length !== wanted.length) return false
  return Object.entries(wanted).every(([name, value]) => has(Object(state)[name], value))
}

/** Whether it is so already: a transaction of matter.js that changes nothing costs as much as any other. */
const isSo = (endpoint: Endpoint, patch: Record<string, object>): boolean =>
  Object.entries(patch).every(([cluster, attributes]) => has(endpoint.maybeStateOf(cluster), attributes))

const motionName = ['stopped', 'opening', 'closing'] as const

/** Keeps the attributes of an endpoint as Senca says that its part is. */
export function followPart({ part, endpoint, after, nowMs, failed }: PartEndpointOptions) {
  let info: DeviceInfo | null = null
  let fault: CoveringFault | null = null
  let room: string | null = null
  let surroundings: Surroundings = { isServerThere: false, isPaused: false }
  let pending: Asked | null = null
  let cancelPending = () => {}
  let reached: Asked = {}
  let isSilent = false
  let cancelSilence = () => {}
  let isReachableNow = false
  let shown: Shown = {}
  let lastLock: LockState | null = null
  let lastBrightness = 1
  let writing: Promise<unknown> = Promise.resolve()

  /** One after the other: attributes that belong together are one transaction, and one report. */
  const write = (patch: Record<string, object>) => {
    writing = writing.then(() => (isSo(endpoint, patch) ? undefined : endpoint.set(patch))).catch(failed)
  }

  const viewOf = (now: DeviceInfo, { shape }: CoverPart): CoveringView => ({
    shape,
    state: now.state,
    isConnected: now.connected && surroundings.isServerThere,
    isHeld: now.safety !== null && now.safety !== undefined,
    isCommandable: now.permissions.includes('command'),
    isThirdParty: now.version === null,
    fault,
    pending,
    reached,
    isSilent,
  })

  const writeCover = (next: CoveringAttributes) => {
    const { operationalStatus, currentLift, targetLift, currentTilt, targetTilt, safety } = next
    const hasTilt = part.kind === 'cover' && part.shape.hasTilt
    const current = {
      currentPositionLiftPercent100ths: currentLift,
      currentPositionLiftPercentage: percentageOf(currentLift),
      ...(hasTilt
        ? {
            currentPositionTiltPercent100ths: currentTilt,
            currentPositionTiltPercentage: percentageOf(currentTilt),
          }
        : {}),
    }
    const target = {
      targetPositionLiftPercent100ths: targetLift,
      ...(hasTilt ? { targetPositionTiltPercent100ths: targetTilt } : {}),
    }
    // The order of certified devices: at a start the target comes before the place, at an end after it.
    const places = isMoving(next) ? { ...target, ...current } : { ...current, ...target }
    shown = {
      OperationalStatus: motionName[operationalStatus.global],
      TargetPositionLiftPercent100ths: targetLift,
      CurrentPositionLiftPercent100ths: currentLift,
      ...(hasTilt
        ? { TargetPositionTiltPercent100ths: targetTilt, CurrentPositionTiltPercent100ths: currentTilt }
        : {}),
      SafetyStatus: Object.entries(safety)
        .filter(([, isSet]) => isSet)
        .map(([name]) => name)
        .join(' '),
    }
    write({ windowCovering: { operationalStatus, ...places, safetyStatus: safety } })
  }

  const covers = createReporting<CoveringAttributes>({ after, nowMs }, writeCover, (before, next) => {
    const still = ({ currentLift: _lift, currentTilt: _tilt, ...rest }: CoveringAttributes) =>
      JSON.stringify(rest)
    return isMoving(next) && still(before) === still(next)
  })

  /** Of a lock, events say what happened; only what the hardware said is shown. */
  const reportLock = (state: LockState) => {
    const before = lastLock
    lastLock = state
    write({ doorLock: { lockState: lockStateNumber(state) } })
    if (before === null || before === state) return
    if (state === 'jammed') void emit('doorLockAlarm', { alarmCode: DoorLock.AlarmCode.LockJammed })
    if (state === 'locked' || state === 'unlocked')
      void emit('lockOperation', {
        lockOperationType:
          state === 'locked' ? DoorLock.LockOperationType.Lock : DoorLock.LockOperationType.Unlock,
        operationSource: sourceOf(state),
        userIndex: null,
        fabricIndex: null,
        sourceNode: null,
      })
    if (state === 'locking' || state === 'unlocking') return
    unlockedMs = state === 'unlocked' && operated ? nowMs() : null
    operated = false
  }
  let operated = false
  /** When a command unlocked it; null while it is not. */
  let unlockedMs: number | null = null

  /** The locks of Senca's own doors lock again by themselves after a command. */
  const sourceOf = (state: 'locked' | 'unlocked'): DoorLock.OperationSource => {
    if (operated) return DoorLock.OperationSource.Remote
    const locksItself = info !== null && info.version !== null && state === 'locked'
    return locksItself && unlockedMs !== null && nowMs() - unlockedMs <= RELOCK_MS
      ? DoorLock.OperationSource.Auto
      : DoorLock.OperationSource.Manual
  }

  const emit = (name: 'doorLockAlarm' | 'lockOperation' | 'lockOperationError', payload: object) => {
    writing = writing
      .then(() =>
        endpoint.act((agent) => {
          Object(endpoint.events).doorLock[name].emit(payload, agent.context)
        }),
      )
      .catch(failed)
  }

  const reportPlain = ({ on, level, lock }: PlainAttributes) => {
    switch (part.kind) {
      case 'contact':
        if (on !== null) write({ booleanState: { stateValue: on } })
        shown = { StateValue: on }
        return
      case 'foil':
      case 'light':
        if (on !== null)
          write({
            onOff: { onOff: on },
            ...(part.kind === 'light' && part.dims && level !== null
              ? { levelControl: { currentLevel: level } }
              : {}),
          })
        shown = { OnOff: on, ...(part.kind === 'light' && part.dims ? { CurrentLevel: level } : {}) }
        return
      case 'lock':
        if (lock !== null) reportLock(lock)
        shown = { LockState: lock ?? 'unknown' }
    }
  }

  const report = () => {
    if (info === null) return
    if (part.kind === 'cover') covers.next(coveringAttributes(viewOf(info, part)))
    else reportPlain(plainAttributes(part, info))
    const isThere = isReachable(part, info, surroundings)
    if (isThere === isReachableNow) return
    isReachableNow = isThere
    write({ bridgedDeviceBasicInformation: { reachable: isThere } })
  }

  const settle = () => {
    pending = null
    cancelPending()
    report()
  }

  /** Whether the report shows what was asked: the shade moves, or is there. */
  function showsPending(now: DeviceInfo): boolean {
    if (pending === null || part.kind !== 'cover') return false
    if (now.state.status !== 'ready') return now.state.status !== 'offline'
    const tolerance = toleranceOf({ isThirdParty: now.version === null })
    const { lift, tilt } = pending
    const isAt = (asked: number | undefined, at: number | null) =>
      asked === undefined || (at !== null && Math.abs(asked - at) <= tolerance)
    return isAt(lift, now.state[part.shape.lift]) && isAt(tilt, now.state.inclination)
  }

  const watchSilence = ({ state, settings }: DeviceInfo) => {
    cancelSilence()
    isSilent = false
    if (state.status === 'ready' || state.status === 'offline') return
    const { travelTime } = settings
    const wayMs = travelTime === undefined ? MAX_SILENCE_MS : travelTime * 1_000 * TRAVEL_FACTOR
    cancelSilence = after(Math.min(MAX_SILENCE_MS, wayMs), () => {
      isSilent = true
      report()
    })
  }

  return {
    part,
    endpoint,
    /** The brightness at which the light was on last. */
    lastBrightness: () => lastBrightness,
    info: () => info,

    /** Takes what Senca says of the device. */
    receive(next: DeviceInfo): void {
      info = next
      watchSilence(next)
      if (part.kind === 'light') {
        const brightness = brightnessOf(next.state, part.lightType)
        if (brightness !== null && brightness > 0) lastBrightness = brightness
      }
      if (showsPending(next)) {
        pending = null
        cancelPending()
      }
      report()
    },

    /** Takes what the device does not say of itself: its room, and what its hardware was stopped by. */
    describe(next: { room: string | null; fault: CoveringFault | null }): void {
      if (room !== next.room) write({ fixedLabel: { labelList: labelsOf(next.room) } })
      room = next.room
      if (fault === next.fault) return
      fault = next.fault
      report()
    },

    surround(next: Surroundings): void {
      const { isServerThere, isPaused } = surroundings
      surroundings = next
      if (next.isServerThere !== isServerThere || next.isPaused !== isPaused) report()
    },

    /** A command for a shade was taken: its goal is shown until the device reports, or has not for so long. */
    asked(asked: Asked): void {
      pending = asked
      reached = { ...reached, ...asked }
      cancelPending()
      cancelPending = after(PENDING_MS, settle)
      report()
    },
    /** It was not carried out after all. */
    refused: settle,

    operates(): void {
      operated = true
    },
    /** A lock was not operated after all. */
    lockRefused(): void {
      operated = false
    },
    /** An unlock was refused, after it was taken or at once. */
    unlockRefused(isCredential: boolean, fabricIndex: number): void {
      emit('lockOperationError', {
        lockOperationType: DoorLock.LockOperationType.Unlock,
        operationSource: DoorLock.OperationSource.Remote,
        operationError: isCredential
          ? DoorLock.OperationError.InvalidCredential
          : DoorLock.OperationError.DisabledUserDenied,
        userIndex: null,
        fabricIndex: fabricIndex === 0 ? null : fabricIndex,
        sourceNode: null,
      })
    },

    rename: (name: string): void => write({ bridgedDeviceBasicInformation: { nodeLabel: name } }),
    attributes: () => ({ told: shown, reachable: isReachableNow }),
    written: () => writing,
    close(): void {
      cancelPending()
      cancelSilence()
      covers.close()
    },
  }
}

export type FollowedPart = ReturnType<typeof followPart>
