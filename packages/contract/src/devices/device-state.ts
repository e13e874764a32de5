import * as z from 'zod/mini'
import { AXES, type Axis } from './device-types.ts'

/** A value from 0 (open, off or clear) to 1 (closed, full or milky). */
export const unitSchema = z.number().check(z.minimum(0), z.maximum(1))

export const DEVICE_STATUSES = [
  'ready',
  'offline',
  'opening',
  'closing',
  'moving',
  'calibrating',
  'restarting',
  'upgrading',
  'busy',
] as const
export type DeviceStatus = (typeof DEVICE_STATUSES)[number]

export const LOCK_STATES = ['locked', 'unlocked', 'locking', 'unlocking', 'jammed', 'unknown'] as const
export type LockState = (typeof LOCK_STATES)[number]

const known = <T extends z.ZodMiniType>(schema: T) => z.optional(z.nullable(schema))

/** The fields of a door. For a part that is not connected they are false or absent; a value that is not known is null. */
const doorFields = {
  magnetLockConnected: z.optional(z.boolean()),
  magnetLockLocked: known(z.boolean()),
  magnetLockState: z.optional(z.enum(LOCK_STATES)),
  motorLockConnected: z.optional(z.boolean()),
  motorLockLocked: known(z.boolean()),
  motorLockState: z.optional(z.enum(LOCK_STATES)),
  lockMagneticSensorConnected: z.optional(z.boolean()),
  lockMagneticSensorOpen: known(z.boolean()),
  magneticSensorConnected: z.optional(z.boolean()),
  magneticSensorOpen: known(z.boolean()),
  magicFoilConnected: z.optional(z.boolean()),
  magicFoilOpacity: known(unitSchema),
  doorLightConnected: z.optional(z.boolean()),
  doorLightBrightness: known(unitSchema),
  handleLightConnected: z.optional(z.boolean()),
  handleLightBrightness: known(unitSchema),
}

/** The channels of a light. A channel that the hardware lacks is absent; one that cannot be dimmed is 0 or 1. */
const lightFields = {
  light1Brightness: known(unitSchema),
  light2Brightness: known(unitSchema),
  light1Dimmable: z.optional(z.boolean()),
  light2Dimmable: z.optional(z.boolean()),
}

export const targetSchema = z.object({
  position: z.optional(unitSchema),
  inclination: z.optional(unitSchema),
})
/** The intended end of a movement, per axis, 0..1. */
export type Target = z.infer<typeof targetSchema>

/** The fields that a device can report itself. */
const reportedFields = {
  position: known(unitSchema),
  inclination: known(unitSchema),
  target: known(targetSchema),
  assumed: z.optional(z.boolean()),
  /** The progress of an upgrade. */
  progress: known(unitSchema),
  ...doorFields,
  ...lightFields,
}
export const reportedFieldsSchema = z.object(reportedFields)
export type ReportedFields = z.infer<typeof reportedFieldsSchema>

const batterySchema = z.int().check(z.minimum(0), z.maximum(100))

/** The charge of a battery: whole per cents, 0..100, absent if it reports no number; and whether it is low. */
export const chargeSchema = z.object({
  battery: z.optional(batterySchema),
  batteryLow: z.optional(z.boolean()),
})
export type Charge = z.infer<typeof chargeSchema>

/** What hardware reports of its battery. What is absent is unchanged, null is unknown. */
export const reportedChargeSchema = z.object({
  battery: known(batterySchema),
  batteryLow: known(z.boolean()),
})
export type ReportedCharge = z.infer<typeof reportedChargeSchema>

/**
 * The state of a device as clients receive it. Positions, brightness and opacity are 0..1, null for unknown. `assumed` is true
 * while the position has not been confirmed since the last power cut. `reportedAt` is ISO 8601 UTC, null before the first report.
 * `battery` and `batteryLow` are of its weakest battery, and absent if it reports none.
 */
export const deviceStateSchema = z.object({
  ...reportedFields,
  ...chargeSchema.shape,
  status: z.enum(DEVICE_STATUSES),
  position: z.nullable(unitSchema),
  inclination: z.nullable(unitSchema),
  assumed: z.boolean(),
  reportedAt: z.nullable(z.string()),
})
export type DeviceState = z.infer<typeof deviceStateSchema>

/** How often the device has restarted, and how many reports it has sent since then. Together they order its reports. */
export const countsSchema = z.object({
  totalRestarts: z.nullable(z.int().check(z.nonnegative())),
  totalStateUpdates: z.nullable(z.int().check(z.nonnegative())),
})
export type Counts = z.infer<typeof countsSchema>

/**
 * Whether a report may replace another one: its restart count is higher, or equal with an equal or higher update count, or a
 * count is unknown on either side.
 */
export function isNewer(candidate: Counts, current: Counts): boolean {
  if (candidate.totalRestarts === null || candidate.totalStateUpdates === null) return true
  if (current.totalRestarts === null || current.totalStateUpdates === null) return true
  if (candidate.totalRestarts !== current.totalRestarts)
    return candidate.totalRestarts > current.totalRestarts
  return candidate.totalStateUpdates >= current.totalStateUpdates
}

export type BusyStatus = Exclude<DeviceStatus, 'ready' | 'offline'>

/** Whether a status means that the device is moving or busy: neither ready nor offline. */
export const isBusy = (status: DeviceStatus): status is BusyStatus =>
  status !== 'ready' && status !== 'offline'

/** Whether every axis of the target is within `tolerance` of the reported value. */
export function isAtTarget(state: Pick<DeviceState, Axis>, target: Target, tolerance: number): boolean {
  return AXES.every((axis) => {
    const wished = target[axis]
    if (wished === undefined) return true
    const reported = state[axis]
    return reported !== null && Math.abs(reported - wished) <= tolerance + Number.EPSILON
  })
}
