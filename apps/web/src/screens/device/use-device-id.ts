import { type Location, useLocation } from 'react-router'
import * as z from 'zod/mini'

const stateSchema = z.union([z.object({ deviceId: z.string() }), z.object({ token: z.string() })])

/** The id of the device that a screen is about; null if neither the URL nor the navigation state contains one. */
export const useDeviceId = (): string | null => deviceIdOf(useLocation())

/** The ids of the devices that a screen is about: all ids in the URL, otherwise the one in the navigation state. */
export const useDeviceIds = (): readonly string[] => deviceIdsOf(useLocation())

export function deviceIdsOf(place: Pick<Location<unknown>, 'search' | 'state'>): readonly string[] {
  const addressed = new URLSearchParams(place.search).getAll('deviceId')
  if (addressed.length > 0) return [...new Set(addressed)]
  const given = deviceIdOf(place)
  return given === null ? [] : [given]
}

/** The device id of a location. The URL has priority over the state, so that everyone with the same URL sees the same device. */
export function deviceIdOf({ search, state }: Pick<Location<unknown>, 'search' | 'state'>): string | null {
  const addressed = new URLSearchParams(search).get('deviceId')
  if (addressed !== null) return addressed
  const given = stateSchema.safeParse(state)
  if (!given.success) return null
  return 'deviceId' in given.data ? given.data.deviceId : given.data.token
}
