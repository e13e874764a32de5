import * as z from 'zod/mini'
import { CAPABILITIES } from './capabilities.ts'
import { type DeviceInfo, deviceInfoSchema, PERMISSIONS, UNLOCK_GESTURES } from './device-info.ts'
import { reportedSettingsSchema } from './device-settings.ts'
import { DEVICE_STATUSES, deviceStateSchema, LOCK_STATES } from './device-state.ts'

/** A page may be older than its server. Words that it does not know become generic, or are left out. */
const lockReading = z.catch(z.optional(z.enum(LOCK_STATES)), 'unknown')

/** The state of a device as a page reads it: an unknown status means busy, an unknown state of a lock means unknown. */
export const stateReading = z.object({
  ...deviceStateSchema.shape,
  status: z.catch(z.enum(DEVICE_STATUSES), 'busy'),
  magnetLockState: lockReading,
  motorLockState: lockReading,
})

/** The words of a list that are known. */
const knownWords = <T extends string>(words: readonly T[]) =>
  z.pipe(
    z.array(z.unknown()),
    z.transform((sent): T[] => words.filter((word) => sent.includes(word))),
  )

const { switchType, inclinationType, magnetLockUnlockType } = reportedSettingsSchema.shape

/** A device as a page reads it. A device of an unknown type is unreadable. */
export const deviceReading = z.object({
  ...deviceInfoSchema.shape,
  permissions: knownWords(PERMISSIONS),
  can: knownWords(CAPABILITIES),
  settings: z.object({
    ...reportedSettingsSchema.shape,
    switchType: z.catch(switchType, undefined),
    inclinationType: z.catch(inclinationType, undefined),
    magnetLockUnlockType: z.catch(magnetLockUnlockType, undefined),
  }),
  unlockBy: z.catch(z.optional(z.enum(UNLOCK_GESTURES)), undefined),
  state: stateReading,
})

/** Infos of devices by token, and the tokens of those that are unreadable. */
export interface DevicesRead {
  devices: Record<string, DeviceInfo>
  unreadable: readonly string[]
}

/** Reads each info by itself, so that one that is unreadable does not take the others with it. */
export const devicesReading = z.pipe(
  z.record(z.string(), z.unknown()),
  z.transform((infos): DevicesRead => {
    const devices: Record<string, DeviceInfo> = {}
    const unreadable: string[] = []
    for (const [token, info] of Object.entries(infos)) {
      const { data } = deviceReading.safeParse(info)
      if (data === undefined) unreadable.push(token)
      else devices[token] = data
    }
    return { devices, unreadable }
  }),
)
