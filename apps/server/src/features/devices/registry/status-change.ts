import { type DeviceType, kindOf } from '@senca/contract'

/**
 * How long a claim code works after the reset of a device with an owner. It is limited because somebody may have a photo of the
 * label.
 */
const CLAIMABLE_MS = 86_400_000

interface Known {
  ownerId: string | null
  type: DeviceType
  isClaimable: boolean
  claimableUntil: Date | null
  reportedFactoryReset: boolean
  mustForget: boolean
}

export interface Reported {
  /** Null if the hardware does not report it; the same applies below. */
  type: DeviceType | null
  version: number | null
  firmware: string | null
  factoryReset: boolean | null
}

export type StatusChange = Partial<Omit<Known, 'ownerId'>>

/** A device never changes its family. The types within a family are different fittings of the same hardware. */
export const isSameFamily = (one: DeviceType, other: DeviceType): boolean =>
  kindOf(one).family === kindOf(other).family

/**
 * Returns the changes of the stored device that follow from a status. A factory reset enables the claim code only when it is new:
 * a device repeats it in every connection until it receives a command, even long after it was claimed again. For a device with an
 * owner, the code works for one day or until the device is used again.
 */
export function statusChange(known: Known, status: Reported, now: Date): StatusChange {
  const factoryReset = status.factoryReset ?? known.reportedFactoryReset
  const isReset = factoryReset && !known.reportedFactoryReset
  const isOwned = known.ownerId !== null
  const isInUse = isOwned && known.isClaimable && !factoryReset && known.reportedFactoryReset
  const type = status.type !== null && isSameFamily(status.type, known.type) ? status.type : known.type
  return {
    ...(type === known.type ? {} : { type }),
    ...(factoryReset === known.reportedFactoryReset ? {} : { reportedFactoryReset: factoryReset }),
    ...(isReset && (isOwned || !known.isClaimable) ? { isClaimable: true } : {}),
    ...(isReset && isOwned ? { claimableUntil: new Date(now.getTime() + CLAIMABLE_MS) } : {}),
    ...(isInUse ? { isClaimable: false, claimableUntil: null } : {}),
    ...(isReset && known.mustForget ? { mustForget: false } : {}),
  }
}

type Hardware = Pick<Reported, 'version' | 'firmware'>

/** Returns the changes of the stored endpoint that follow from a status. */
export const hardwareChange = (known: Hardware, status: Hardware): Partial<Hardware> => ({
  ...(status.version === null || status.version === known.version ? {} : { version: status.version }),
  ...(status.firmware === null || status.firmware === known.firmware ? {} : { firmware: status.firmware }),
})
