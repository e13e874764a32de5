import * as z from 'zod/mini'
import type { DeviceInfo } from '../devices/device-info.ts'
import { unitSchema } from '../devices/device-state.ts'
import { AXES, type Axis, type DeviceType, deviceTypeSchema, kindOf } from '../devices/device-types.ts'
import * as LIMITS from '../limits.ts'
import { deviceNameSchema } from '../names.ts'

const countSchema = z.int().check(z.nonnegative())

/**
 * The positions of the members of a group along the main axis of their type; for lights, on counts as open and off as closed.
 * `known` counts members with a last state, including offline ones. `min` and `max` are the smallest and largest position, 0..1;
 * null if none is known and for types without an axis.
 */
export const groupStateSchema = z.object({
  known: countSchema,
  total: countSchema,
  open: countSchema,
  closed: countSchema,
  moving: countSchema,
  offline: countSchema,
  min: z.nullable(unitSchema),
  max: z.nullable(unitSchema),
})
export type GroupState = z.infer<typeof groupStateSchema>

/**
 * Devices of one type under one name. `position` and `inclination` are the means over the members whose value is known, as text.
 */
export const groupSchema = z.object({
  id: z.string(),
  name: z.string(),
  devicetype: deviceTypeSchema,
  activeDeviceTokens: z.array(z.string()),
  position: z.string(),
  inclination: z.string(),
  state: groupStateSchema,
})
export type Group = z.infer<typeof groupSchema>
export const groupsSchema = z.array(groupSchema)

const idSchema = z.string().check(z.maxLength(LIMITS.ID_MAX_LENGTH))
const membersSchema = z.array(idSchema).check(
  z.minLength(1),
  z.maxLength(LIMITS.GROUP_DEVICES),
  z.refine((ids) => new Set(ids).size === ids.length, 'an id stands twice'),
)

export const groupCreateRequestSchema = z.strictObject({ name: deviceNameSchema, devices: membersSchema })
export type GroupCreateRequest = z.infer<typeof groupCreateRequestSchema>

/** `group/update`: only the fields that are present change; `devices` replaces the members. */
export const groupUpdateRequestSchema = z.strictObject({
  id: idSchema,
  name: z.optional(deviceNameSchema),
  devices: z.optional(membersSchema),
})
export type GroupUpdateRequest = z.infer<typeof groupUpdateRequestSchema>

/** `group/delete` and `group/abort`. */
export const groupRequestSchema = z.strictObject({ id: idSchema })

/** `group/move`: `id` and `wait`, and the fields of one command, which is parsed for each member as in `device/move`. */
export const groupMoveRequestSchema = z.looseObject({ id: idSchema, wait: z.optional(z.boolean()) })
export type GroupMoveRequest = z.infer<typeof groupMoveRequestSchema>

/** The parts of a device that the group state is computed from. */
export type GroupMember = Pick<DeviceInfo, 'connected' | 'state'>

const MOVING: ReadonlySet<string> = new Set(['opening', 'closing', 'moving'])

const isKnown = (value: number | null | undefined): value is number => value !== null && value !== undefined

/** The mean as a numeric text with at most two decimals; empty if there are no values. */
function meanOf(values: readonly number[]): string {
  if (values.length === 0) return ''
  const sum = values.reduce((total, value) => total + value, 0)
  return String(Math.round((sum / values.length) * 100) / 100)
}

/** How far closed a member is, from open (0) to closed (1); a light that is on counts as open. Null if unknown. */
function opennessOf({ state }: GroupMember, type: DeviceType): number | null {
  const { family, mainAxis } = kindOf(type)
  if (mainAxis !== null) return state[mainAxis]
  if (family !== 'light') return null
  const channels = [state.light1Brightness, state.light2Brightness].filter(isKnown)
  return channels.length === 0 ? null : channels.some((brightness) => brightness > 0) ? 0 : 1
}

/** Computes the state of a group from its members of this type. Used by the server and by pages that follow the devices. */
export function groupStateOf(
  type: DeviceType,
  members: readonly GroupMember[],
): Pick<Group, 'position' | 'inclination' | 'state'> {
  const { axes, mainAxis } = kindOf(type)
  const places = members.map((member) => opennessOf(member, type)).filter(isKnown)
  const countNear = (end: number) =>
    places.filter((place) => Math.abs(place - end) <= LIMITS.TARGET_TOLERANCE + Number.EPSILON).length
  const meanAlong = (axis: Axis) =>
    axes.some((own) => own === axis) ? meanOf(members.map(({ state }) => state[axis]).filter(isKnown)) : ''
  const [position = '', inclination = ''] = AXES.map(meanAlong)
  const hasEnds = mainAxis !== null && places.length > 0
  return {
    position,
    inclination,
    state: {
      known: places.length,
      total: members.length,
      open: countNear(0),
      closed: countNear(1),
      moving: members.filter(({ state }) => MOVING.has(state.status)).length,
      offline: members.filter(({ connected }) => !connected).length,
      min: hasEnds ? Math.min(...places) : null,
      max: hasEnds ? Math.max(...places) : null,
    },
  }
}
