import type { Axis, Target } from '@senca/contract'
import type { Clock } from '../clock.ts'
import {
  atSpeed,
  cutAtJam,
  type Direction,
  dueAt,
  type Jam,
  type Leg,
  lastTurn,
  legsAfter,
  type MotorState,
  type Place,
  totalMs,
  withPauses,
} from './movement.ts'

/** The purpose of a run. */
interface Aim {
  target: Target | null
  /** The slat angle to which a later move without an angle returns. */
  keepInclination: number | null
  isCalibration: boolean
}

interface Run extends Aim {
  start: Place
  legs: readonly Leg[]
  startedAtMs: number
  /** The direction in which an obstacle blocks the motor at the end of the run; null for none. */
  hit: Direction | null
  cancel: () => void
}

/** A motor that computes its position from the running time only. */
export interface Motor {
  inspect(): MotorState
  /** The present run, or null at rest. */
  aim(): Aim | null
  isAssumed(): boolean
  /** Replaces the present run with these legs. Adds a pause before each change of direction. */
  run(legs: readonly Leg[], aim: Aim): void
  /** Stops the motor. Returns true if it was running. */
  stop(): boolean
  /** Blocks the motor at 0..1 of an axis, or at its present position. */
  jam(axis: Axis, at: number | undefined): void
  unjam(): void
  /** Sets the position that the motor assumes, correct or not. */
  setPlace(place: Place): void
  assume(): void
}

interface MotorOptions {
  clock: Clock
  speed: number
  mainAxis(): Axis
  place: Place
  isAssumed: boolean
  changed(): void
}

export function createMotor(options: MotorOptions): Motor {
  const { clock, speed, mainAxis, changed } = options
  let { place, isAssumed } = options
  let run: Run | null = null
  let jam: Jam | null = null
  /** The last direction of the motor, and when it stopped. */
  let turned: { direction: Direction; untilMs: number } | null = null

  const nowMs = (): number => clock.now().getTime()

  const inspect = (): MotorState =>
    run === null
      ? { place, direction: null, heading: null, isProven: false }
      : dueAt(run.start, run.legs, nowMs() - run.startedAtMs, mainAxis())

  const settle = (reached: MotorState): void => {
    if (run !== null) {
      const turn = lastTurn(run.legs, nowMs() - run.startedAtMs)
      if (turn !== null) turned = { direction: turn.direction, untilMs: nowMs() - turn.restedMs }
    }
    run?.cancel()
    run = null
    place = reached.place
    if (reached.isProven) isAssumed = false
  }

  const arrive = (): void => {
    if (run === null) return
    const { start, legs, hit } = run
    if (jam !== null && hit !== null) jam = { ...jam, blocked: hit }
    settle(dueAt(start, legs, totalMs(legs)))
    changed()
  }

  const go = (legs: readonly Leg[], aim: Aim): void => {
    const cut = cutAtJam(legs, jam)
    if (cut.legs.every((leg) => leg.kind === 'pause')) return
    run = {
      ...aim,
      start: place,
      legs: cut.legs,
      startedAtMs: nowMs(),
      hit: cut.hit,
      cancel: clock.after(totalMs(cut.legs), arrive),
    }
  }

  const stop = (): boolean => {
    if (run === null) return false
    settle(inspect())
    changed()
    return true
  }

  return {
    inspect,
    aim: () => run,
    isAssumed: () => isAssumed,
    run(legs, aim) {
      settle(inspect())
      const rested =
        turned === null ? null : { direction: turned.direction, restedMs: nowMs() - turned.untilMs }
      go(withPauses(atSpeed(legs, speed), rested), aim)
      changed()
    },
    stop,
    jam(axis, at) {
      const stuckAt = at ?? inspect().place[axis]
      if (stuckAt === null) return
      jam = { axis, at: stuckAt, blocked: at === undefined ? 'both' : null }
      if (run === null) return
      const aim = run
      const left = legsAfter(run.legs, nowMs() - run.startedAtMs)
      settle(inspect())
      go(left, aim)
      changed()
    },
    unjam() {
      jam = null
    },
    setPlace(next) {
      settle(inspect())
      place = next
    },
    assume() {
      isAssumed = true
    },
  }
}
