import type { DeviceInfo } from '@senca/contract'
import {
  type DeviceHardware,
  deviceHardwareSchema,
  type Limitation,
  limitationSchema,
} from '@senca/contract/discovery'
import * as z from 'zod/mini'

type Device = Pick<DeviceInfo, 'can' | 'hardware' | 'version'>

/**
 * Whether a device is hardware of another maker. Only its owner sees which; to others it shows by what it can do: its settings are
 * kept, but it has no controller that signs in.
 */
export const isOfOtherMaker = ({ can, hardware, version }: Device): boolean =>
  hardware != null || (version === null && can.includes('changeSettings') && !can.includes('registerKey'))

/** What the owner sees of the hardware of another maker; null for other devices and people. */
export const hardwareOf = ({ hardware }: Pick<DeviceInfo, 'hardware'>): DeviceHardware | null =>
  deviceHardwareSchema.safeParse(hardware).data ?? null

const limitationsSchema = z.array(limitationSchema)

/** What the hardware cannot do. A limitation that this page does not know is left out. */
export const limitationsOf = ({ limitations }: Pick<DeviceInfo, 'limitations'>): Limitation[] =>
  z
    .array(z.unknown())
    .safeParse(limitations)
    .data?.flatMap((one) => limitationsSchema.safeParse([one]).data ?? []) ?? []
