import {
  type Axis,
  clampUnit,
  type ErrorCode,
  type InclinationType,
  inclinationOfSlatAngle,
  percentToUnit,
  slatAngle,
  type Target,
  targetOfMove,
} from '@senca/contract'
import type { Behaviour, Host, PartCommand, Remembered, WallSwitchAction } from './behaviour.ts'
import { type Mechanism, mechanismOf } from './mechanisms.ts'
import { createMotor, type Motor } from './motor.ts'
import { type Place, planCalibration, planMove } from './movement.ts'

const VENTILATION_DEFAULT = 0.85

export interface ShadeOptions {
  host: Host
  mechanism: Mechanism
  /** The position 0..1 of a device without a memory; open by default. */
  initial?: Target
  /** The ventilation position on the main axis, 0..1. */
  ventilation?: number
  /** Whether the motor is wired the wrong way round. */
  isMiswired: boolean
  remembered: Remembered | null
}

/** A motorized shade: a motor, one or two axes, and an end stop at each end. */
export function createShade(options: ShadeOptions): Behaviour {
  const { host, remembered, isMiswired, ventilation = VENTILATION_DEFAULT } = options
  let { mechanism } = options
  let inclinationType = host.settings().inclinationType
  /** Whether a button of the wall switch is held down; the movement stops when it is released. */
  let isHeld = false
  const motor = createMotor({
    clock: host.clock,
    speed: host.speed,
    mainAxis: () => mechanism.main,
    place: onlyAxes(mechanism, remembered === null ? startPlace(options.initial) : placeOf(remembered)),
    isAssumed: remembered !== null && (remembered.state.assumed === true || remembered.wasMoving),
    changed: host.changed,
  })

  const isCalibrating = (): boolean => motor.aim()?.isCalibration === true

  const moveTo = (target: Target): void => {
    const { place } = motor.inspect()
    const isReversed = isMiswired !== (host.settings().motorInverted === true)
    const keepInclination = restingInclination(motor)
    const legs = planMove(mechanism, place, {
      target: isReversed ? mirrored(target, place) : target,
      keepInclination,
      isAssumed: motor.isAssumed(),
    })
    motor.run(legs, {
      target,
      keepInclination: target.inclination ?? keepInclination,
      isCalibration: false,
    })
  }

  const move = (target: Target): ErrorCode | null => {
    const isForeign =
      (target.position !== undefined && mechanism.travel.position === undefined) ||
      (target.inclination !== undefined && mechanism.travel.inclination === undefined)
    if (isForeign) return 'device_unsupported_action'
    if (isCalibrating()) return 'device_busy'
    moveTo(target)
    return null
  }

  const execute = (command: PartCommand): ErrorCode | null => {
    isHeld = false
    switch (command.command) {
      case 'move':
        return move(targetOfMove(command))
      case 'move_to_ventilation': {
        const named = targetOfMove(command)
        return move(Object.keys(named).length > 0 ? named : { [mechanism.main]: ventilation })
      }
      case 'abort':
        return motor.stop() ? null : 'device_not_busy'
      case 'recalibrate': {
        if (isCalibrating()) return 'device_busy'
        const legs = planCalibration(mechanism, motor.inspect().place)
        motor.run(legs, { target: null, keepInclination: restingInclination(motor), isCalibration: true })
        return null
      }
      default:
        return 'device_unsupported_action'
    }
  }

  const turn = (isClosing: boolean): true => {
    moveTo(endOf(mechanism, isClosing ? 1 : 0))
    return true
  }

  const turnSwitch = (action: WallSwitchAction): boolean => {
    const { switchInverted = false, switchType = 'normal' } = host.settings()
    switch (action) {
      case 'stop':
        return motor.stop()
      case 'toggle':
        if (motor.aim() !== null) return motor.stop()
        return turn((motor.inspect().place[mechanism.main] ?? 1) < 0.5)
      case 'open':
      case 'close':
        return turn((action === 'close') !== switchInverted)
      case 'press_open':
      case 'press_close':
        if (switchType === 'push_button' && motor.aim() !== null) return motor.stop()
        isHeld = switchType === 'normal'
        return turn((action === 'press_close') !== switchInverted)
      case 'release': {
        const wasHeld = isHeld
        isHeld = false
        return wasHeld && motor.stop()
      }
    }
  }

  return {
    status: () => statusOf(motor),
    fields() {
      const { position, inclination } = motor.inspect().place
      return {
        position: rounded(position),
        inclination: rounded(inclination),
        target: motor.aim()?.target ?? null,
        assumed: motor.isAssumed(),
      }
    },
    execute,
    wallSwitch: (action) => !isCalibrating() && turnSwitch(action),
    moveLeaf: () => false,
    jam: ({ axis = mechanism.main, at }) => motor.jam(axis, at),
    unjam: motor.unjam,
    losePlace() {
      motor.setPlace({ position: null, inclination: null })
      motor.assume()
      host.changed()
    },
    configure() {
      const next = mechanismOf(host.type(), host.settings())
      if (next === null) return
      mechanism = next
      const before = inclinationType
      inclinationType = host.settings().inclinationType
      if (motor.aim() !== null) return
      const place = onlyAxes(mechanism, motor.inspect().place)
      motor.setPlace({ ...place, inclination: ranged(place.inclination, before, inclinationType) })
    },
    halt(reason) {
      isHeld = false
      const wasMoving = motor.stop()
      if (wasMoving && reason === 'power_cut') motor.assume()
    },
    boot() {},
  }
}

const statusOf = (motor: Motor): ReturnType<Behaviour['status']> => {
  const aim = motor.aim()
  if (aim === null) return 'ready'
  if (aim.isCalibration) return 'calibrating'
  const { heading } = motor.inspect()
  if (heading === null) return 'moving'
  return heading === 1 ? 'closing' : 'opening'
}

/** The slat angle before a lift movement turned the slats. */
const restingInclination = (motor: Motor): number | null => {
  const aim = motor.aim()
  return aim === null ? motor.inspect().place.inclination : aim.keepInclination
}

/** The position that a wrongly wired motor reaches: the requested distance in the opposite direction. */
function mirrored({ position, inclination }: Target, place: Place): Target {
  const away = (axis: Axis, to: number): number => {
    const from = place[axis]
    return from === null || to === 0 || to === 1 ? 1 - to : clampUnit(2 * from - to)
  }
  return {
    ...(position === undefined ? {} : { position: away('position', position) }),
    ...(inclination === undefined ? {} : { inclination: away('inclination', inclination) }),
  }
}

/** The slats do not move when their inclination type changes, so the inclination is converted to the range of the new type. */
function ranged(
  inclination: number | null,
  before: InclinationType | undefined,
  after: InclinationType | undefined,
): number | null {
  if (inclination === null || before === undefined || after === undefined) return inclination
  return inclinationOfSlatAngle(slatAngle(inclination, before), after)
}

const startPlace = (initial: Target = {}): Place => ({
  position: initial.position ?? 0,
  inclination: initial.inclination ?? 0,
})

const placeOf = ({ state }: Remembered): Place => ({
  position: state.position ?? null,
  inclination: state.inclination ?? null,
})

const onlyAxes = (mechanism: Mechanism, place: Place): Place => {
  const kept = (axis: Axis): number | null => (mechanism.travel[axis] === undefined ? null : place[axis])
  return { position: kept('position'), inclination: kept('inclination') }
}

const endOf = (mechanism: Mechanism, end: 0 | 1): Target => ({
  ...(mechanism.travel.position === undefined ? {} : { position: end }),
  ...(mechanism.travel.inclination === undefined ? {} : { inclination: end }),
})

/** Rounded to two decimals of a percent, which is more precise than any motor. */
const rounded = (value: number | null): number | null =>
  value === null ? null : percentToUnit(Math.round(value * 10_000) / 100)
