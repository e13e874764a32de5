import { LIMITS, type Target, targetOfMove } from '@senca/contract'
import { DriverError, type HardwareCommand } from '../driver.ts'
import { COVER_TOLERANCE } from './cover-motion.ts'
import type { Entity, EntityAction, EntityState } from './entity.ts'
import type { PartRules } from './part-state.ts'

/** One command to an entity, on the scale of the product and in the direction of the hardware. */
export interface EntityStep {
  action: EntityAction
  /** A share 0..1, the code of a lock, or the seconds of a pulse. */
  value?: unknown
  /** How long a lock stays open that times it itself. */
  seconds?: number
}

/** What is sent with commands beside their values. */
interface Extras {
  /** Null if the home has saved none. */
  lockCode: string | null
  /** Null for the default. */
  unlockSeconds: number | null
}

const UNLOCK_SECONDS = 3

const unsupported = (command: HardwareCommand, { part }: PartRules) =>
  new DriverError('device_unsupported_action', `a ${part} does not ${command.command}`)

/** The commands to an entity that do what its device is asked. Throws a DriverError if it cannot do that. */
export function stepsOf(
  command: HardwareCommand,
  { can, source }: Pick<Entity, 'can' | 'source'>,
  rules: PartRules,
  { lockCode, unlockSeconds }: Extras,
): EntityStep[] {
  const code = lockCode === null ? {} : { value: lockCode }
  switch (command.command) {
    case 'abort':
      return [{ action: 'stop' }]
    case 'move':
      return stepsToTarget(targetOfMove(command), can, rules)
    case 'move_to_ventilation': {
      const steps = stepsToTarget(targetOfMove(placeOf(command)), can, rules)
      if (steps.length === 0) throw unsupported(command, rules)
      return steps
    }
    case 'lock':
      if (command.lockType !== 'motor') throw unsupported(command, rules)
      return [{ action: 'lock', ...code }]
    case 'unlock':
      if (command.lockType === 'motor')
        return [{ action: 'unlock', ...code, ...(unlockSeconds === null ? {} : { seconds: unlockSeconds }) }]
      if (rules.part !== 'strike') return [{ action: 'unlatch', ...code }]
      return [{ action: 'on', ...(source === 'shelly' ? { value: unlockSeconds ?? UNLOCK_SECONDS } : {}) }]
    case 'light_apply':
      return [stepToBrightness(command.brightness, can)]
    case 'magic_foil_apply':
      return [{ action: command.opacity < 0.5 === rules.foilOnIsClear ? 'on' : 'off' }]
  }
}

/** The position that the home has saved, in per cent; hardware of other makers knows none of its own. */
const placeOf = (command: Extract<HardwareCommand, { command: 'move_to_ventilation' }>) => ({
  position: 'position' in command ? command.position : undefined,
  inclination: 'inclination' in command ? command.inclination : undefined,
})

function stepToBrightness(brightness: number, can: Entity['can']): EntityStep {
  if (brightness === 0) return { action: 'off' }
  return can.includes('setBrightness') ? { action: 'setBrightness', value: brightness } : { action: 'on' }
}

/** The position goes before the tilt, because a movement of the slats ends with a movement of the cover. */
function stepsToTarget(
  { position, inclination }: Target,
  can: Entity['can'],
  rules: PartRules,
): EntityStep[] {
  const steps: EntityStep[] = []
  if (position !== undefined) steps.push(stepToPosition(rules.motorInverted ? 1 - position : position, can))
  if (inclination !== undefined)
    steps.push({ action: 'setTilt', value: rules.inclinationInverted ? 1 - inclination : inclination })
  return steps
}

/** Where a step moves a cover, in the direction of its device; nowhere is a stop. The opposite of `stepsOf`. */
export function targetOfStep({ action, value }: EntityStep, rules: PartRules): Target {
  const share = typeof value === 'number' ? value : undefined
  const position = { open: 0, close: 1, setPosition: share }[String(action)]
  const inclination = { openTilt: 0, closeTilt: 1, setTilt: share }[String(action)]
  return {
    ...(position === undefined ? {} : { position: rules.motorInverted ? 1 - position : position }),
    ...(inclination === undefined
      ? {}
      : { inclination: rules.inclinationInverted ? 1 - inclination : inclination }),
  }
}

function stepToPosition(position: number, can: Entity['can']): EntityStep {
  if (position === 0 && can.includes('open')) return { action: 'open' }
  if (position === 1 && can.includes('close')) return { action: 'close' }
  return { action: 'setPosition', value: position }
}

/** Whether an entity reports what a command to it asked for. */
export function isAtGoal(state: EntityState, { action, value }: EntityStep): boolean {
  switch (state.kind) {
    case 'cover': {
      const isNear = (share: number | null, goal: unknown) =>
        share !== null && typeof goal === 'number' && Math.abs(share - goal) <= COVER_TOLERANCE
      if (action === 'open')
        return state.position === null ? state.closed === false : isNear(state.position, 0)
      if (action === 'close')
        return state.position === null ? state.closed === true : isNear(state.position, 1)
      if (action === 'stop') return state.moving === 'none'
      return isNear(action === 'setTilt' ? state.inclination : state.position, value)
    }
    case 'lock':
      if (action === 'unlatch') return state.lockState === 'open'
      return state.lockState === (action === 'lock' ? 'locked' : 'unlocked')
    case 'light':
      if (action !== 'setBrightness' || typeof value !== 'number') return state.on === (action !== 'off')
      return (
        state.on === true &&
        state.brightness !== null &&
        Math.abs(state.brightness - value) <= LIMITS.TARGET_TOLERANCE
      )
    default:
      return state.on === (action === 'on')
  }
}
