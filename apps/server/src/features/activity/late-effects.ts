import { isAtTarget, LIMITS } from '@senca/contract'
import {
  type ActivityAction,
  type ActivityDetails,
  ASKED_ACTIONS,
  activityDetailsSchema,
  activityResultSchema,
} from '@senca/contract/activity'
import type { StoredRow } from './activity.store.ts'

/** A command of which an operation is the late effect. */
export type LateCommand = Pick<
  StoredRow,
  'at' | 'origin' | 'actorId' | 'actorName' | 'roleId' | 'roleName'
> & { action: (typeof ASKED_ACTIONS)[number]; details: ActivityDetails }

/** Something that a device did without a command that is in flight. */
interface Operation {
  action: ActivityAction
  details: ActivityDetails
}

/** A bridge keeps a request for a sleeping device for up to a day. */
export const LATE_WITHIN_MS = 86_400_000

/** The actions after which a late effect may follow, and those that show that something else has happened since. */
export const PART_ACTIONS = [
  'move',
  'move_to_ventilation',
  'stop',
  'test_move',
  'unlock',
  'lock',
  'light_apply',
  'magic_foil_apply',
  'moved',
  'unlocked',
  'locked',
  'jammed',
  'switched',
] as const satisfies readonly ActivityAction[]

/** The part of a device that an action is about. */
function partOf({ details: { lockType, lightType, opacity } }: Operation): string {
  return lockType ?? lightType ?? (opacity == null ? 'shade' : 'foil')
}

const isNear = (one: number | null | undefined, other: number | null | undefined): boolean =>
  one != null && other != null && Math.abs(one - other) <= LIMITS.THIRD_PARTY_TOLERANCE

/** Whether an operation is what a command asked for. */
function isEffect(operation: Operation, command: Operation): boolean {
  switch (command.action) {
    case 'move': {
      const { position = null, inclination = null } = operation.details
      const target = Object.fromEntries(
        Object.entries({
          position: command.details.position,
          inclination: command.details.inclination,
        }).filter(([, place]) => place != null),
      )
      const isMoved = operation.action === 'moved'
      return isMoved && isAtTarget({ position, inclination }, target, LIMITS.THIRD_PARTY_TOLERANCE)
    }
    case 'move_to_ventilation':
      return operation.action === 'moved'
    case 'unlock':
      return operation.action === 'unlocked'
    case 'lock':
      return operation.action === 'locked'
    case 'light_apply':
      return (
        operation.action === 'switched' && isNear(operation.details.brightness, command.details.brightness)
      )
    case 'magic_foil_apply':
      return operation.action === 'switched' && isNear(operation.details.opacity, command.details.opacity)
    default:
      return false
  }
}

const isAsked = (action: string): action is LateCommand['action'] =>
  ASKED_ACTIONS.some((asked) => asked === action)

/**
 * The command of which an operation is the late effect: the newest thing that is known about the same part, newest first, if nobody
 * confirmed it and the operation is what it asked for.
 */
export function lateCommandOf(operation: Operation, newestFirst: readonly StoredRow[]): LateCommand | null {
  for (const row of newestFirst) {
    const details = activityDetailsSchema.parse(row.details)
    const known = { action: row.action as ActivityAction, details }
    if (partOf(known) !== partOf(operation)) continue
    const result = activityResultSchema.safeParse(row.result)
    // Without a result the server has crashed while the command was sent.
    const isOpen =
      row.result === null ||
      (result.success &&
        (result.data.status === 'unconfirmed' || result.data.error_detail === 'may_still_happen'))
    const { action } = row
    return isOpen && isAsked(action) && isEffect(operation, known) ? { ...row, action, details } : null
  }
  return null
}
