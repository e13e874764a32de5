import type { EndpointAddress, Refreshed } from '#drivers/driver.ts'
import type { Clock } from '#platform/clock.ts'
import type { OutsideBroker } from '#platform/mqtt/broker.ts'
import { endpointOf, type Shadow } from '../shadow/shadow.ts'
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

/** A message is lost if the instance that received it is killed. So the retained messages are read again after this time. */
const ASK_AGAIN_MS = 60_000
/** The connection of a device that counts as connected, and the state of a lock, are read again once in this many rounds. */
const ROUNDS_OF_CONNECTED = 10
/** Spreads the devices evenly over the rounds, because their ids are random. */
const roundOf = (deviceId: string): number => deviceId.charCodeAt(deviceId.length - 1) % ROUNDS_OF_CONNECTED

interface KeptOptions {
  outside: Pick<OutsideBroker, 'onBack'>
  endpoints: Pick<Endpoints, 'of'>
  shadows: Pick<Shadows, 'ids' | 'idsBy' | 'peek'>
  refresh(places: readonly EndpointAddress[], what?: Refreshed): void
  clock: Clock
}

/** Whether a device has a lock. Its report that it is jammed comes once, and its owner must not miss it. */
const hasLock = (shadow: Shadow | undefined): boolean =>
  shadow?.fields.motorLockState !== undefined || shadow?.fields.magnetLockState !== undefined

/**
 * Reads retained messages again: of all loaded devices when the broker is back, each minute of the devices that are not
 * connected, and within ten minutes the connections of all others, whose last will may have been lost, and the states of locks.
 * Stops when the returned function is called.
 */
export function followKept({ outside, endpoints, shadows, refresh, clock }: KeptOptions): () => void {
  const ask = (deviceIds: readonly string[], what?: Refreshed) =>
    refresh(deviceIds.flatMap(endpoints.of), what)
  let round = 0
  const unfollow = outside.onBack(() => ask(shadows.ids()))
  const cancel = clock.every(ASK_AGAIN_MS, () => {
    ask(shadows.idsBy(false))
    const connected = shadows.idsBy(true).filter((deviceId) => roundOf(deviceId) === round)
    const isLock = (deviceId: string) => hasLock(shadows.peek(deviceId))
    ask(connected.filter(isLock))
    ask(
      connected.filter((deviceId) => !isLock(deviceId)),
      'connection',
    )
    round = (round + 1) % ROUNDS_OF_CONNECTED
  })
  return () => {
    unfollow()
    cancel()
  }
}
