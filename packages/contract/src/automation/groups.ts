import * as z from 'zod/mini'
import type { DeviceInfo } from '../devices/device-info.ts'
import { unitSchema } from '../devices/device-state.ts'
import { AXES, type Axis, type DeviceType, deviceTypeSchema, kindOf } from '../devices/device-types.ts'
import * as LIMITS from '../limits.ts'
import { deviceNameSchema } from '../names.ts'

const countSchema = z.int().check(z.nonnegative())

/**
 * How many members are where, along the main axis of their kind; of lights, on counts as open and off as closed.
 * `known` counts those with a last state, offline ones included; `min` and `max` are the ends of where they are, 0..1,
 * null where none is known and for kinds without an axis.
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

/** Devices of one kind under one name. `position` and `inclination` are the means of the members that know theirs, as text. */
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

/** `group/update`: only what is named changes; `devices` replaces the members. */
export const groupUpdateRequestSchema = z.strictObject({
  id: idSchema,
  name: z.optional(deviceNameSchema),
  devices: z.optional(membersSchema),
})
export type GroupUpdateRequest = z.infer<typeof groupUpdateRequestSchema>

/** `group/delete` and `group/abort`. */
export const groupRequestSchema = z.strictObject({ id: idSchema })

/** `group/move`: beside `id` and `wait` the fields of one command, read for each member like those of `device/move`. */
export const groupMoveRequestSchema = z.looseObject({ id: idSchema, wait: z.optional(z.boolean()) })
export type GroupMoveRequest = z.infer<typeof groupMoveRequestSchema>

/** What is looked at of a member. */
export type GroupMember = Pick<DeviceInfo, 'connected' | 'state'>

const MOVING: ReadonlySet<string> = new Set(['opening', 'closing', 'moving'])

const isKnown = (value: number | null | undefined): value is number => value !== null && value !== undefined

/** The mean as a numeric text with two decimals at most; empty where nothing is known. */
function meanOf(values: readonly number[]): string {
  if (values.length === 0) return ''
  const sum = values.reduce((total, value) => total + value, 0)
  return String(Math.round((sum / values.length) * 100) / 100)
}

/** Where a member is from open (0) to closed (1); a light that is on is open. Null where it is not known. */
function opennessOf({ state }: GroupMember, type: DeviceType): number | null {
  const { family, mainAxis } = kindOf(type)
  if (mainAxis !== null) return state[mainAxis]
  if (family !== 'light') return null
  const channels = [state.light1Brightness, state.light2Brightness].filter(isKnown)
  return channels.length === 0 ? null : channels.some((brightness) => brightness > 0) ? 0 : 1
}

/** What a group's entry says of its members of this kind: the same on the server and on a page that follows its devices. */
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
