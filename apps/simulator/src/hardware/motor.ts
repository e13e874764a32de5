import type { Axis, Target } from '@senca/contract'
import type { Clock } from '../clock.ts'
import {
  atSpeed,
  cutAtJam,
  type Direction,
  type Jam,
  type Leg,
  type Look,
  lastTurn,
  legsAfter,
  lookAt,
  type Place,
  totalMs,
  withPauses,
} from './movement.ts'

/** What a run is for. */
export interface Aim {
  target: Target | null
  /** The slats' angle that a later move without one returns to. */
  keepInclination: number | null
  isCalibration: boolean
}

interface Run extends Aim {
  start: Place
  legs: readonly Leg[]
  startedAtMs: number
  /** The way that an obstacle will block at the end of this. */
  hit: Direction | null
  cancel: () => void
}

/** A motor with its count of where it is, which time alone advances. */
export interface Motor {
  look(): Look
  /** The run it is in, or null at rest. */
  aim(): Aim | null
  isAssumed(): boolean
  /** Leaves whatever it does for these stretches, with a rest where it has to turn round. */
  run(legs: readonly Leg[], aim: Aim): void
  /** Whether there was anything to stop. */
  stop(): boolean
  /** Stuck at a share 0..1 of an axis, or where it is now. */
  jam(axis: Axis, at: number | undefined): void
  unjam(): void
  /** Puts the count right, or wrong. */
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
  /** The way it turned last, and until when. */
  let turned: { direction: Direction; untilMs: number } | null = null

  const nowMs = (): number => clock.now().getTime()

  const look = (): Look =>
    run === null
      ? { place, direction: null, heading: null, isProven: false }
      : lookAt(run.start, run.legs, nowMs() - run.startedAtMs, mainAxis())

  const settle = (reached: Look): void => {
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
    settle(lookAt(start, legs, totalMs(legs)))
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
    settle(look())
    changed()
    return true
  }

  return {
    look,
    aim: () => run,
    isAssumed: () => isAssumed,
    run(legs, aim) {
      settle(look())
      const rested =
        turned === null ? null : { direction: turned.direction, restedMs: nowMs() - turned.untilMs }
      go(withPauses(atSpeed(legs, speed), rested), aim)
      changed()
    },
    stop,
    jam(axis, at) {
      const stuckAt = at ?? look().place[axis]
      if (stuckAt === null) return
      jam = { axis, at: stuckAt, blocked: at === undefined ? 'both' : null }
      if (run === null) return
      const aim = run
      const left = legsAfter(run.legs, nowMs() - run.startedAtMs)
      settle(look())
      go(left, aim)
      changed()
    },
    unjam() {
      jam = null
    },
    setPlace(next) {
      settle(look())
      place = next
    },
    assume() {
      isAssumed = true
    },
  }
}
