import { type Target, targetOfMove } from '@senca/contract'
import { eq, inArray } from 'drizzle-orm'
import type { CommandCheck } from '#features/commands/index.ts'
import { devices } from '#features/devices/devices.schema.ts'
import {
  type Replacement,
  type Shadow,
  type Shadows,
  stateOf,
  ventilationOf,
} from '#features/devices/index.ts'
import type { Queries } from '#platform/postgres/database.ts'

/** Who acts without a person who watches. */
const AUTOMATIC: ReadonlySet<string> = new Set(['scenario', 'sun'])
/** Beyond what is lost by rounding of places. */
const EPSILON = 0.000_5

/** Whether a door stands open; null where nothing says it: it has no sensor, or is not connected. */
export function isDoorOpen(shadow: Shadow): boolean | null {
  const { magneticSensorOpen, lockMagneticSensorOpen } = stateOf(shadow)
  if (magneticSensorOpen === true || lockMagneticSensorOpen === true) return true
  return magneticSensorOpen === false || lockMagneticSensorOpen === false ? false : null
}

/**
 * Whoever stepped out of a door is not locked out: nothing automatic closes the shade in front of a door that is not known to be
 * closed. People still may.
 */
export function createLockOutCheck(shadows: Pick<Shadows, 'peek'>): CommandCheck {
  return ({ actor, device, command, shadow }) => {
    const { doorId } = device
    if (doorId === null || !AUTOMATIC.has(actor.kind)) return null
    if (command.command !== 'move' && command.command !== 'move_to_ventilation') return null
    const door = shadows.peek(doorId)
    if (door?.connected === true && isDoorOpen(door) === false) return null
    const goal: Target | null =
      command.command === 'move' ? targetOfMove(command) : ventilationOf(device, shadow)
    const { position } = stateOf(shadow)
    const isClosing =
      goal === null || (goal.position !== undefined && goal.position > (position ?? 0) + EPSILON)
    return isClosing ? { error: 'device_not_ready', detail: 'door_open', isRecorded: true } : null
  }
}

/** One door is behind the shades that another was behind, as part of the transaction that replaces it. */
export async function replaceInDoorways(queries: Queries, { from, to }: Replacement): Promise<void> {
  await queries.update(devices).set({ doorId: to }).where(eq(devices.doorId, from))
}

/** Doors leave their home, as part of that transaction: no shade there hangs in front of them any more. */
export async function takeOutOfDoorways(queries: Queries, doorIds: readonly string[]): Promise<void> {
  await queries
    .update(devices)
    .set({ doorId: null })
    .where(inArray(devices.doorId, [...doorIds]))
}
