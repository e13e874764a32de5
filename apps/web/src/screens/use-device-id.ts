import { useLocation } from 'react-router'
import * as z from 'zod/mini'

const stateSchema = z.union([z.object({ deviceId: z.string() }), z.object({ token: z.string() })])

/** The device that a screen is about: of the navigation's state, else of the address; null when neither names one. */
export function useDeviceId(): string | null {
  const { state, search } = useLocation()
  const given = stateSchema.safeParse(state)
  if (!given.success) return new URLSearchParams(search).get('deviceId')
  return 'deviceId' in given.data ? given.data.deviceId : given.data.token
}
