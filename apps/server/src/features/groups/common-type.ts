import type { DeviceType } from '@senca/contract'

/** The most frequent type of the devices; if two are equally frequent, the one that comes first. */
export function commonTypeOf(types: readonly DeviceType[]): DeviceType | null {
  const countOf = (type: DeviceType) => types.filter((other) => other === type).length
  return types.reduce<DeviceType | null>(
    (most, type) => (most === null || countOf(type) > countOf(most) ? type : most),
    null,
  )
}
