import * as z from 'zod/mini'
import type { DeviceState } from '../devices/device-state.ts'
import { coversWindow, type DeviceType } from '../devices/device-types.ts'
import { commandResultSchema } from '../devices/results.ts'
import * as LIMITS from '../limits.ts'
import { deviceNameSchema } from '../names.ts'

/** What a moment does with the account's own devices. Nothing in a moment unlocks. */
export const MOMENT_ACTS = ['open_shades', 'close_shades', 'lights_off', 'check_doors'] as const
export type MomentAct = (typeof MOMENT_ACTS)[number]

const idSchema = z.string().check(z.maxLength(LIMITS.ID_MAX_LENGTH))

export const momentStepSchema = z.union([
  z.strictObject({ scenarioId: idSchema }),
  z.strictObject({ act: z.enum(MOMENT_ACTS) }),
])
export type MomentStep = z.infer<typeof momentStepSchema>

const stepsSchema = z.array(momentStepSchema).check(z.minLength(1), z.maxLength(LIMITS.MOMENT_STEPS))

/** An ordered list of scenarios and acts under one name. Steps start in order and do not wait for rest. */
export const momentSchema = z.object({
  id: z.string(),
  name: z.string(),
  steps: z.array(momentStepSchema),
})
export type Moment = z.infer<typeof momentSchema>
export const momentsSchema = z.array(momentSchema)

export const momentCreateRequestSchema = z.strictObject({ name: deviceNameSchema, steps: stepsSchema })
export type MomentCreateRequest = z.infer<typeof momentCreateRequestSchema>

/** `moment/update`: only the fields that are present change; `steps` replaces all of them. */
export const momentUpdateRequestSchema = z.strictObject({
  id: idSchema,
  name: z.optional(deviceNameSchema),
  steps: z.optional(stepsSchema),
})
export type MomentUpdateRequest = z.infer<typeof momentUpdateRequestSchema>

/** `moment/delete` and `moment/run`. */
export const momentRequestSchema = z.strictObject({ id: idSchema })

/** What a door proves of itself; null for what is not known. */
export const doorCheckSchema = z.object({
  locked: z.nullable(z.boolean()),
  open: z.nullable(z.boolean()),
})
export type DoorCheck = z.infer<typeof doorCheckSchema>

/** One entry for each step, in order. `results` are as those of `device/move` without `wait`. */
export const momentRunSchema = z.array(
  z.object({
    step: momentStepSchema,
    results: z.array(commandResultSchema),
    /** For `check_doors`: each door of the account as it is known when its step is answered. */
    doors: z.optional(z.array(z.object({ deviceId: z.string(), ...doorCheckSchema.shape }))),
  }),
)
export type MomentRun = z.infer<typeof momentRunSchema>

/**
 * Where an act moves a shade along its main axis, from open (0) to closed (1); null for one that it leaves alone. Closing a home
 * brings in awnings and insect screens, and closes louvers.
 */
export function placeOfAct(act: 'open_shades' | 'close_shades', type: DeviceType): 0 | 1 | null {
  if (coversWindow(type)) return act === 'open_shades' ? 0 : 1
  if (act === 'open_shades') return null
  if (type === 'awning' || type === 'insect_screen') return 0
  return type === 'pergola' ? 1 : null
}

type DoorFields = Pick<
  DeviceState,
  | 'motorLockConnected'
  | 'motorLockLocked'
  | 'magnetLockConnected'
  | 'magnetLockLocked'
  | 'magneticSensorConnected'
  | 'magneticSensorOpen'
  | 'lockMagneticSensorConnected'
  | 'lockMagneticSensorOpen'
>

/**
 * What a door proves of itself. It is locked if each of its locks is, and not locked if none of them holds; it is open by its own sensor,
 * or by that of its lock where it has no other. A door that is not connected proves nothing.
 */
export function doorCheckOf({ connected, state }: { connected: boolean; state: DoorFields }): DoorCheck {
  if (!connected) return { locked: null, open: null }
  const locks = [
    ...(state.motorLockConnected === true ? [state.motorLockLocked] : []),
    ...(state.magnetLockConnected === true ? [state.magnetLockLocked] : []),
  ]
  const ofLock = state.lockMagneticSensorConnected === true ? state.lockMagneticSensorOpen : null
  const open = state.magneticSensorConnected === true ? state.magneticSensorOpen : ofLock
  const [first] = locks
  const isAlike = typeof first === 'boolean' && locks.every((locked) => locked === first)
  return {
    locked: isAlike ? first : null,
    open: open ?? null,
  }
}
