import type { EndpointAddress } from '#drivers/driver-registry.ts'
import { endpointOf } from '../shadow/shadow.ts'
import type { Shadows } from '../shadow/shadows.ts'
import { type Endpoints, endpointKey } from './endpoints.ts'
import { OWN_DRIVER } from './own-driver.ts'

/** Returns whether hardware of our own protocol is connected to any instance; false if its device is not loaded. */
export const connectionsBy =
  (endpoints: Pick<Endpoints, 'find'>, shadows: Pick<Shadows, 'peek'>) =>
  (address: string): boolean => {
    const endpoint = endpoints.find(OWN_DRIVER, address)
    if (endpoint === undefined) return false
    const shadow = shadows.peek(endpoint.deviceId)
    return shadow !== undefined && endpointOf(shadow, endpointKey(endpoint)).connected
  }

/** Reads the retained reports of endpoints again each time they are loaded. */
export function refreshedOnLoad(
  endpoints: Endpoints,
  refresh: (places: readonly EndpointAddress[]) => void,
): Pick<Endpoints, 'load' | 'drop'> {
  return {
    async load(deviceIds) {
      await endpoints.load(deviceIds)
      refresh(deviceIds.flatMap(endpoints.of))
    },
    drop: endpoints.drop,
  }
}
