import { type Target, targetOfMove } from '@senca/contract'
import type { CommandCheck } from '#features/commands/index.ts'
import { type Shadow, type Shadows, stateOf, ventilationOf } from '#features/devices/index.ts'

/** Actors that act without a person watching. */
const AUTOMATIC: ReadonlySet<string> = new Set(['scenario', 'sun'])
/** Tolerance for rounded positions. */
const EPSILON = 0.000_5

/**
 * Whether a door is open, by its own sensor, or by that of its lock where it has no other; null if unknown, because it has no sensor or
 * is not connected.
 */
export function isDoorOpen(shadow: Shadow): boolean | null {
  const { magneticSensorOpen, lockMagneticSensorOpen } = stateOf(shadow)
  return magneticSensorOpen ?? lockMagneticSensorOpen ?? null
}

/** The most open position that a shade has or is moving to. An unknown one counts as open. */
function openedFar(position: number | null, targets: readonly (Target | null)[]): number {
  const goals = targets.flatMap((target) => (target === null ? 0 : (target.position ?? [])))
  return Math.min(position ?? 0, ...goals)
}

/**
 * Prevents that a person who stepped outside is locked out: no automatic action closes the shade in front of a door unless the
 * door is known to be closed. People may still close it.
 */
export function createLockOutCheck(shadows: Pick<Shadows, 'peek'>): CommandCheck {
  return ({ actor, device, command, shadow, movesInFlight }) => {
    const { doorId } = device
    if (doorId === null || !AUTOMATIC.has(actor.kind)) return null
    if (command.command !== 'move' && command.command !== 'move_to_ventilation') return null
    const door = shadows.peek(doorId)
    if (door?.connected === true && isDoorOpen(door) === false) return null
    const goal: Target | null =
      command.command === 'move' ? targetOfMove(command) : ventilationOf(device, shadow)
    const { position, target } = stateOf(shadow)
    const opened = openedFar(position, [target ?? {}, ...movesInFlight])
    const isClosing = goal === null || (goal.position !== undefined && goal.position > opened + EPSILON)
    return isClosing ? { error: 'device_not_ready', detail: 'door_open', isRecorded: true } : null
  }
}
