import { type Location, useLocation } from 'react-router'
import * as z from 'zod/mini'

const stateSchema = z.union([z.object({ deviceId: z.string() }), z.object({ token: z.string() })])

/** The device that a screen is about; null when neither the address nor the navigation's state names one. */
export const useDeviceId = (): string | null => deviceIdOf(useLocation())

/** The devices that a screen is about: all that the address names, else the one of the navigation's state. */
export const useDeviceIds = (): readonly string[] => deviceIdsOf(useLocation())

export function deviceIdsOf(place: Pick<Location<unknown>, 'search' | 'state'>): readonly string[] {
  const addressed = new URLSearchParams(place.search).getAll('deviceId')
  if (addressed.length > 0) return [...new Set(addressed)]
  const given = deviceIdOf(place)
  return given === null ? [] : [given]
}

/** The device that a place names: everyone with the address sees the same one, so it comes before the state. */
export function deviceIdOf({ search, state }: Pick<Location<unknown>, 'search' | 'state'>): string | null {
  const addressed = new URLSearchParams(search).get('deviceId')
  if (addressed !== null) return addressed
  const given = stateSchema.safeParse(state)
  if (!given.success) return null
  return 'deviceId' in given.data ? given.data.deviceId : given.data.token
}
