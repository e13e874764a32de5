import { type Location, useLocation } from 'react-router'
import * as z from 'zod/mini'

const stateSchema = z.union([z.object({ deviceId: z.string() }), z.object({ token: z.string() })])

/** The device that a screen is about; null when neither the address nor the navigation's state names one. */
export const useDeviceId = (): string | null => deviceIdOf(useLocation())

/** The device that a place names: whoever is given the address sees the same one, so it comes before the state. */
export function deviceIdOf({ search, state }: Pick<Location<unknown>, 'search' | 'state'>): string | null {
  const addressed = new URLSearchParams(search).get('deviceId')
  if (addressed !== null) return addressed
  const given = stateSchema.safeParse(state)
  if (!given.success) return null
  return 'deviceId' in given.data ? given.data.deviceId : given.data.token
}
