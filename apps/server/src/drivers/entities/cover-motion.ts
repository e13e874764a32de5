import { AXES, type Axis, isAtTarget, type Target } from '@senca/contract'

/** Covers of other makers stop 1 to 4 % beside their target. */
export const COVER_TOLERANCE = 0.05
/** A report that repeats the target this soon after the command is an echo of the bridge, not a report of the motor. */
const ECHO_MS = 1_000
/** An echoed position counts as reached at the earliest this long after the command. */
const ECHO_REST_MS = 3_000
/** A movement without a command ends when nothing was reported for this long. */
const SILENCE_MS = 5_000
/** A movement with a command ends when nothing was reported for this long. */
const COMMAND_SILENCE_MS = 10_000

/** A stopped cover is at rest when its position has not changed for this long. */
const STOP_SILENCE_MS = 2_000

/** 0 is open, 1 is closed, null is unknown. */
type Place = Readonly<Record<Axis, number | null>>

/** What hardware reports of a cover. `moving` is `none` also if its protocol never reports motion. */
export interface CoverReading extends Place {
  moving: 'opening' | 'closing' | 'none'
  /** The position is what was last commanded or what follows from "open" alone; nothing measured it. */
  assumed: boolean
}

type CoverStatus = 'ready' | 'opening' | 'closing' | 'moving'

interface RunningCommand {
  target: Target
  sentAt: number
  /** How long the whole way takes. */
  travelMs: number
  hasReportedMotion: boolean
}

/** The state of a cover as people see it. Times are milliseconds since 1970. */
export interface CoverMotion {
  place: Place
  assumed: boolean
  status: CoverStatus
  command: RunningCommand | null
  /** The target that the bridge repeated, and when the cover counts as having reached it. */
  echo: { place: Place; restsAt: number } | null
  /** The last report that changed something, or the command. */
  changedAt: number
  /** Whether the hardware has ever reported motion. */
  reportsMotion: boolean
}

export type CoverEvent =
  /** A stop has an empty target. `travelMs` is how long the whole way takes. */
  | { kind: 'command'; at: number; target: Target; travelMs: number }
  | { kind: 'report'; at: number; reading: CoverReading; isLive: boolean }
  | { kind: 'time'; at: number }

export const UNKNOWN_MOTION: CoverMotion = {
  place: { position: null, inclination: null },
  assumed: false,
  status: 'ready',
  command: null,
  echo: null,
  changedAt: 0,
  reportsMotion: false,
}

/**
 * Derives motion and rest of a cover. Motion that the hardware reports is accepted; where it reports none, a movement begins with a
 * command or a changed position, and ends at the target or with silence. Returns the same object if nothing changed.
 */
export function nextMotion(motion: CoverMotion, event: CoverEvent): CoverMotion {
  switch (event.kind) {
    case 'command':
      return afterCommand(motion, event)
    case 'report':
      return afterReport(motion, event)
    case 'time':
      return afterTime(motion, event.at)
  }
}

/** When the next event `time` is due; null for never. */
export function motionDueAt({ status, command, echo, changedAt, reportsMotion }: CoverMotion): number | null {
  if (echo !== null) return echo.restsAt
  if (command !== null && isStop(command.target)) return changedAt + STOP_SILENCE_MS
  if (command !== null) return command.hasReportedMotion ? null : changedAt + COMMAND_SILENCE_MS
  return status === 'ready' || reportsMotion ? null : changedAt + SILENCE_MS
}

/** The target of a running movement; null for none. */
export const targetOf = ({ command, status }: CoverMotion): Target | null =>
  status === 'ready' || command === null || isStop(command.target) ? null : command.target

const isStop = (target: Target): boolean => AXES.every((axis) => target[axis] === undefined)

function afterCommand(
  motion: CoverMotion,
  { at, target, travelMs }: Extract<CoverEvent, { kind: 'command' }>,
): CoverMotion {
  const command = { target, sentAt: at, travelMs, hasReportedMotion: false }
  // A stop has no target: it ends at the next report without motion.
  const isThere = isAtPlace(motion.place, target) && (isStop(target) || !motion.assumed)
  const status = isThere ? motion.status : directionTo(motion.place, target)
  return { ...motion, command, echo: null, status, changedAt: at }
}

function afterReport(
  motion: CoverMotion,
  { at, reading, isLive }: Extract<CoverEvent, { kind: 'report' }>,
): CoverMotion {
  const place = { position: reading.position, inclination: reading.inclination }
  // A retained message says where the cover is, never that it moves.
  if (!isLive || reading.assumed) return atRest(motion, place, reading.assumed, at)
  if (reading.moving !== 'none') return moving(motion, reading.moving, place, at)
  const { command } = motion
  if (command === null) {
    const isChanged = !isSamePlace(motion.place, place)
    if (motion.reportsMotion || motion.place.position === null || !isChanged) {
      const isStill = motion.reportsMotion || motion.status === 'ready'
      return isStill ? atRest(motion, place, false, at) : motion
    }
    return { ...motion, place, assumed: false, status: directionBetween(motion.place, place), changedAt: at }
  }
  if (command.hasReportedMotion) return atRest(motion, place, false, at)
  if (!isAtPlace(place, command.target)) {
    if (isSamePlace(motion.place, place)) return motion
    return { ...motion, place, assumed: false, echo: null, changedAt: at }
  }
  const isEcho = at - command.sentAt <= ECHO_MS && !isAtPlace(motion.place, command.target)
  if (!isEcho) return atRest(motion, place, false, at)
  const wayMs = command.travelMs * distance(motion.place, command.target)
  return { ...motion, echo: { place, restsAt: command.sentAt + Math.max(wayMs, ECHO_REST_MS) } }
}

function afterTime(motion: CoverMotion, at: number): CoverMotion {
  const dueAt = motionDueAt(motion)
  if (dueAt === null || at < dueAt) return motion
  const { echo } = motion
  // Nothing but the echo says that it arrived.
  if (echo !== null) return atRest(motion, echo.place, true, at)
  return { ...motion, status: 'ready', command: null, changedAt: at }
}

function atRest(motion: CoverMotion, place: Place, assumed: boolean, at: number): CoverMotion {
  const isSame =
    motion.status === 'ready' &&
    motion.command === null &&
    motion.echo === null &&
    motion.assumed === assumed &&
    isSamePlace(motion.place, place)
  if (isSame) return motion
  return { ...motion, place, assumed, status: 'ready', command: null, echo: null, changedAt: at }
}

/** A cover that reports no position while it moves shows its old one. */
function moving(
  motion: CoverMotion,
  status: 'opening' | 'closing',
  { position, inclination }: Place,
  at: number,
): CoverMotion {
  const command = motion.command === null ? null : { ...motion.command, hasReportedMotion: true }
  const place = {
    position: position ?? motion.place.position,
    inclination: inclination ?? motion.place.inclination,
  }
  const assumed = position === null && inclination === null && motion.assumed
  return { place, assumed, status, command, echo: null, changedAt: at, reportsMotion: true }
}

const isSamePlace = (a: Place, b: Place): boolean => AXES.every((axis) => a[axis] === b[axis])

const isAtPlace = (place: Place, target: Target): boolean => isAtTarget(place, target, COVER_TOLERANCE)

function directionTo(place: Place, target: Target): CoverStatus {
  const axis = AXES.find((candidate) => target[candidate] !== undefined) ?? 'position'
  const from = place[axis]
  const to = target[axis] ?? 0
  if (from !== null && from !== to) return to > from ? 'closing' : 'opening'
  if (to === 1) return 'closing'
  return to === 0 ? 'opening' : 'moving'
}

function directionBetween(from: Place, to: Place): CoverStatus {
  const axis = AXES.find((candidate) => from[candidate] !== to[candidate]) ?? 'position'
  const value = to[axis]
  return value === null ? 'moving' : directionTo(from, { [axis]: value })
}

/** The share of the whole way; the whole if the position is unknown. */
function distance(place: Place, target: Target): number {
  const shares = AXES.flatMap((axis) => {
    const to = target[axis]
    if (to === undefined) return []
    const from = place[axis]
    return from === null ? 1 : Math.abs(to - from)
  })
  return Math.max(0, ...shares)
}
