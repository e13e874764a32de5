import * as z from 'zod/mini'
import * as LIMITS from '../limits.ts'
import { deviceNameSchema } from '../names.ts'

const idSchema = z.string().check(z.maxLength(LIMITS.ID_MAX_LENGTH))

const isWithoutDoubles = (ids: readonly string[]): boolean => new Set(ids).size === ids.length

/** Ids in the order shown, none of them twice. */
const orderedIds = (max: number) =>
  z.array(idSchema).check(z.maxLength(max), z.refine(isWithoutDoubles, 'an id stands twice'))

/** A room as its account arranged it: the ids of its devices in the order shown. */
export const roomSchema = z.object({ id: z.string(), name: z.string(), devices: z.array(z.string()) })
export type Room = z.infer<typeof roomSchema>
/** In the order shown. */
export const roomsSchema = z.array(roomSchema)

const roomDevicesSchema = orderedIds(LIMITS.ROOM_DEVICES)

/** `room/create`: the new room comes last. */
export const roomCreateRequestSchema = z.strictObject({
  name: deviceNameSchema,
  devices: z.optional(roomDevicesSchema),
})
export type RoomCreateRequest = z.infer<typeof roomCreateRequestSchema>

/**
 * `room/update`: only what is named changes. `devices` replaces the list; `before` is the id of the room that it moves in
 * front of, null for the end.
 */
export const roomUpdateRequestSchema = z.strictObject({
  id: idSchema,
  name: z.optional(deviceNameSchema),
  devices: z.optional(roomDevicesSchema),
  before: z.optional(z.nullable(idSchema)),
})
export type RoomUpdateRequest = z.infer<typeof roomUpdateRequestSchema>

export const roomDeleteRequestSchema = z.strictObject({ id: idSchema })

export const DENSITIES = ['comfortable', 'compact'] as const
export type Density = (typeof DENSITIES)[number]

export const UNITS = ['metric', 'imperial'] as const
export type Units = (typeof UNITS)[number]

/** How an account shows its home: the ids of what is pinned in the order shown, how dense, and in which units. */
export const preferencesSchema = z.object({
  pinned: z.array(z.string()),
  density: z.enum(DENSITIES),
  units: z.enum(UNITS),
})
export type Preferences = z.infer<typeof preferencesSchema>

/** `POST account/preferences`: only what is named changes. */
export const preferencesRequestSchema = z.strictObject({
  pinned: z.optional(orderedIds(LIMITS.PINNED)),
  density: z.optional(z.enum(DENSITIES)),
  units: z.optional(z.enum(UNITS)),
})
export type PreferencesRequest = z.infer<typeof preferencesRequestSchema>

/** Of an account that chose nothing. Every language of the app is at home where people measure in metres. */
export const DEFAULT_PREFERENCES: Preferences = { pinned: [], density: 'comfortable', units: 'metric' }
