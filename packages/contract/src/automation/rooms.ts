import * as z from 'zod/mini'
import * as LIMITS from '../limits.ts'
import { deviceNameSchema } from '../names.ts'

const idSchema = z.string().check(z.maxLength(LIMITS.ID_MAX_LENGTH))

const isWithoutDoubles = (ids: readonly string[]): boolean => new Set(ids).size === ids.length

/** Unique ids in display order. */
const orderedIds = (max: number) =>
  z.array(idSchema).check(z.maxLength(max), z.refine(isWithoutDoubles, 'an id stands twice'))

/** A room of an account, with the ids of its devices in display order. */
export const roomSchema = z.object({ id: z.string(), name: z.string(), devices: z.array(z.string()) })
export type Room = z.infer<typeof roomSchema>
/** In display order. */
export const roomsSchema = z.array(roomSchema)

const roomDevicesSchema = orderedIds(LIMITS.ROOM_DEVICES)

/** `room/create`: the new room is added at the end. */
export const roomCreateRequestSchema = z.strictObject({
  name: deviceNameSchema,
  devices: z.optional(roomDevicesSchema),
})
export type RoomCreateRequest = z.infer<typeof roomCreateRequestSchema>

/**
 * `room/update`: only the fields that are present change. `devices` replaces the list. The room moves in front of the room with
 * the id `before`, or to the end for null.
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

/** The place of a device on the front of the house, in shares of the picture: its upper left corner, and its size. */
export const facadePlaceSchema = z.object({
  device: z.string(),
  x: z.number(),
  y: z.number(),
  w: z.number(),
  h: z.number(),
})
export type FacadePlace = z.infer<typeof facadePlaceSchema>

const shareSchema = z.number().check(z.minimum(0), z.maximum(1))

const facadeRequestSchema = z
  .array(z.strictObject({ device: idSchema, x: shareSchema, y: shareSchema, w: shareSchema, h: shareSchema }))
  .check(
    z.maxLength(LIMITS.FACADE_DEVICES),
    z.refine((places) => isWithoutDoubles(places.map(({ device }) => device)), 'a device stands twice'),
  )

/**
 * How an account displays its home: the ids of pinned entries in display order, the density, the units, and where the shades and
 * doors are on the front of the house.
 */
export const preferencesSchema = z.object({
  pinned: z.array(z.string()),
  facade: z.array(facadePlaceSchema),
  density: z.enum(DENSITIES),
  units: z.enum(UNITS),
})
export type Preferences = z.infer<typeof preferencesSchema>

/** `POST account/preferences`: only the fields that are present change. */
export const preferencesRequestSchema = z.strictObject({
  pinned: z.optional(orderedIds(LIMITS.PINNED)),
  facade: z.optional(facadeRequestSchema),
  density: z.optional(z.enum(DENSITIES)),
  units: z.optional(z.enum(UNITS)),
})
export type PreferencesRequest = z.infer<typeof preferencesRequestSchema>

/** The preferences of an account that has set none. All languages of the app are spoken where the metric system is used. */
export const DEFAULT_PREFERENCES: Preferences = {
  pinned: [],
  facade: [],
  density: 'comfortable',
  units: 'metric',
}
