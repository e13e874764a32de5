import type { Axis, ErrorCode, Target } from '@senca/contract'
import { percentToUnit, targetOfMove } from '@senca/contract'
import type { Behaviour, Host, PartCommand, Remembered, WallSwitchAction } from './behaviour.ts'
import { type Mechanism, mechanismOf } from './mechanisms.ts'
import { createMotor, type Motor } from './motor.ts'
import { type Place, planCalibration, planMove } from './movement.ts'

const VENTILATION_DEFAULT = 0.85

export interface ShadeOptions {
  host: Host
  mechanism: Mechanism
  /** Where a unit without a memory stands, 0..1; open when left out. */
  initial?: Target
  /** The ventilation position on the main axis, 0..1. */
  ventilation?: number
  remembered: Remembered | null
}

/** A motorised shade: a motor, one or two axes, an end stop at either side. */
export function createShade(options: ShadeOptions): Behaviour {
  const { host, remembered, ventilation = VENTILATION_DEFAULT } = options
  let { mechanism } = options
  const motor = createMotor({
    clock: host.clock,
    speed: host.speed,
    mainAxis: () => mechanism.main,
    place: onlyAxes(mechanism, remembered === null ? startPlace(options.initial) : placeOf(remembered)),
    isAssumed: remembered !== null && (remembered.state.assumed === true || remembered.wasMoving),
    changed: host.changed,
  })

  return {
    status: () => statusOf(motor),
    fields() {
      const { position, inclination } = motor.look().place
      return {
        position: rounded(position),
        inclination: rounded(inclination),
        target: motor.aim()?.target ?? null,
        assumed: motor.isAssumed(),
      }
    },
    execute: (command) => execute(motor, mechanism, ventilation, command),
    wallSwitch(action) {
      if (motor.aim()?.isCalibration === true) return false
      return turnSwitch(motor, mechanism, host.settings().switchInverted === true, action)
    },
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
      if (motor.aim() === null) motor.setPlace(onlyAxes(mechanism, motor.look().place))
    },
    halt(reason) {
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
  const { heading } = motor.look()
  if (heading === null) return 'moving'
  return heading === 1 ? 'closing' : 'opening'
}

function execute(
  motor: Motor,
  mechanism: Mechanism,
  ventilation: number,
  command: PartCommand,
): ErrorCode | null {
  switch (command.command) {
    case 'move':
      return move(motor, mechanism, targetOfMove(command))
    case 'move_to_ventilation':
      return move(motor, mechanism, { [mechanism.main]: ventilation })
    case 'abort':
      return motor.stop() ? null : 'device_not_busy'
    case 'recalibrate': {
      if (motor.aim()?.isCalibration === true) return 'device_busy'
      const legs = planCalibration(mechanism, motor.look().place)
      motor.run(legs, { target: null, keepInclination: restingInclination(motor), isCalibration: true })
      return null
    }
    default:
      return 'device_unsupported_action'
  }
}

function move(motor: Motor, mechanism: Mechanism, target: Target): ErrorCode | null {
  const isForeign =
    (target.position !== undefined && mechanism.travel.position === undefined) ||
    (target.inclination !== undefined && mechanism.travel.inclination === undefined)
  if (isForeign) return 'device_unsupported_action'
  if (motor.aim()?.isCalibration === true) return 'device_busy'
  moveTo(motor, mechanism, target)
  return null
}

/** The angle that the slats had before a lift took them along. */
const restingInclination = (motor: Motor): number | null => {
  const aim = motor.aim()
  return aim === null ? motor.look().place.inclination : aim.keepInclination
}

function moveTo(motor: Motor, mechanism: Mechanism, target: Target): void {
  const keepInclination = restingInclination(motor)
  const legs = planMove(mechanism, motor.look().place, {
    target,
    keepInclination,
    isAssumed: motor.isAssumed(),
  })
  motor.run(legs, {
    target,
    keepInclination: target.inclination ?? keepInclination,
    isCalibration: false,
  })
}

function turnSwitch(
  motor: Motor,
  mechanism: Mechanism,
  isInverted: boolean,
  action: WallSwitchAction,
): boolean {
  if (action === 'stop' || (action === 'toggle' && motor.aim() !== null)) return motor.stop()
  const isMostlyOpen = (motor.look().place[mechanism.main] ?? 1) < 0.5
  const isClosing = action === 'toggle' ? isMostlyOpen : (action === 'close') !== isInverted
  moveTo(motor, mechanism, endOf(mechanism, isClosing ? 1 : 0))
  return true
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

/** Two decimals of a percent are finer than any motor. */
const rounded = (value: number | null): number | null =>
  value === null ? null : percentToUnit(Math.round(value * 10_000) / 100)
