import { type DeviceType, kindOf } from '@senca/contract'

/** How long a claim code works after the reset of a device that has an owner: a photograph of the label lasts longer. */
const CLAIMABLE_MS = 86_400_000

interface Known {
  ownerId: string | null
  type: DeviceType
  isClaimable: boolean
  claimableUntil: Date | null
  saidFactoryReset: boolean
  mustForget: boolean
}

export interface Said {
  /** Null where the hardware does not tell; likewise below. */
  type: DeviceType | null
  version: number | null
  firmware: string | null
  factoryReset: boolean | null
}

export type StatusChange = Partial<Omit<Known, 'ownerId'>>

/** A light never becomes a door, whatever it says: the kinds of a family are different fittings of one hardware. */
export const isSameFamily = (one: DeviceType, other: DeviceType): boolean =>
  kindOf(one).family === kindOf(other).family

/**
 * What a device's status changes of what is known about it. A factory reset frees the claim code only when it is
 * news: a device says it with every connect until it is told otherwise, also long after it was claimed again. Of a
 * device that has an owner the code works for a day, or until the device is in use again.
 */
export function statusChange(known: Known, said: Said, now: Date): StatusChange {
  const factoryReset = said.factoryReset ?? known.saidFactoryReset
  const isReset = factoryReset && !known.saidFactoryReset
  const isOwned = known.ownerId !== null
  const isInUse = isOwned && known.isClaimable && !factoryReset && known.saidFactoryReset
  const type = said.type !== null && isSameFamily(said.type, known.type) ? said.type : known.type
  return {
    ...(type === known.type ? {} : { type }),
    ...(factoryReset === known.saidFactoryReset ? {} : { saidFactoryReset: factoryReset }),
    ...(isReset && (isOwned || !known.isClaimable) ? { isClaimable: true } : {}),
    ...(isReset && isOwned ? { claimableUntil: new Date(now.getTime() + CLAIMABLE_MS) } : {}),
    ...(isInUse ? { isClaimable: false, claimableUntil: null } : {}),
    ...(isReset && known.mustForget ? { mustForget: false } : {}),
  }
}

type Hardware = Pick<Said, 'version' | 'firmware'>

/** What a device's status changes of what is known about its endpoint. */
export const hardwareChange = (known: Hardware, said: Hardware): Partial<Hardware> => ({
  ...(said.version === null || said.version === known.version ? {} : { version: said.version }),
  ...(said.firmware === null || said.firmware === known.firmware ? {} : { firmware: said.firmware }),
})
