import { type DeviceType, kindOf } from '@senca/contract'

interface Known {
  type: DeviceType
  version: number | null
  firmware: string | null
  isClaimable: boolean
  saidFactoryReset: boolean
  mustForget: boolean
}

interface Said {
  type: DeviceType | null
  version: number | null
  firmware: string | null
  factoryReset: boolean
}

export type StatusChange = Partial<Known>

/** A light never becomes a door, whatever it says: the kinds of a family are different fittings of one hardware. */
export const isSameFamily = (one: DeviceType, other: DeviceType): boolean =>
  kindOf(one).family === kindOf(other).family

/**
 * What a device's status changes of what is known about it. A factory reset frees the claim code only when it is
 * news: a device says it with every connect until it is told otherwise, also long after it was claimed again.
 */
export function statusChange(known: Known, said: Said): StatusChange {
  const isReset = said.factoryReset && !known.saidFactoryReset
  const type = said.type !== null && isSameFamily(said.type, known.type) ? said.type : known.type
  return {
    ...(type === known.type ? {} : { type }),
    ...(said.version === null || said.version === known.version ? {} : { version: said.version }),
    ...(said.firmware === null || said.firmware === known.firmware ? {} : { firmware: said.firmware }),
    ...(said.factoryReset === known.saidFactoryReset ? {} : { saidFactoryReset: said.factoryReset }),
    ...(isReset && !known.isClaimable ? { isClaimable: true } : {}),
    ...(isReset && known.mustForget ? { mustForget: false } : {}),
  }
}
