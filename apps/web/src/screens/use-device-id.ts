import { useLocation } from 'react-router'
import * as z from 'zod/mini'

const stateSchema = z.object({ deviceId: z.string() })

/** The device that a screen is about: of the navigation's state, else of the address; null when neither names one. */
export function useDeviceId(): string | null {
  const { state, search } = useLocation()
  const given = stateSchema.safeParse(state)
  return given.success ? given.data.deviceId : new URLSearchParams(search).get('deviceId')
}
