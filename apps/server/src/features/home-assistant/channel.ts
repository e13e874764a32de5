import type { BridgeBroker } from '@senca/contract/bridges'
import type { BridgeMessage, Space } from '#platform/mqtt/spaces.ts'
import { topicsOf } from './announced-device.ts'

/** The broker that an account uses, where a bridge may announce. */
export interface AnnouncingPlace {
  readonly accountId: string
  readonly broker: BridgeBroker
  readonly discoveryPrefix: string
  /** Opens the topics of a bridge. The listener gets what is published on those that end with `/set`. */
  open(id: string, receive: (message: BridgeMessage) => void): Channel
  /** Calls the listener with birth messages that are not Senca’s own, until the returned function is called. */
  onBirth(listener: () => void): () => void
  /** Calls the listener when what was published before is to be published again. */
  onReset(listener: () => void): () => void
}

/** What a bridge publishes at one broker. */
export interface Channel {
  /** Publishes and retains; an empty payload removes. False if there is no room. */
  retain(topic: string, payload: string): boolean
  publish(topic: string, payload: string): void
  /** Everything that is announced has been given to `retain`: what else the broker retains is old. */
  settle(): void
  /** Removes everything that was retained. */
  close(): void
}

const DISCOVERY_PREFIX = 'homeassistant'
const ONLINE = 'online'

/** Whether a message is a birth message of Home Assistant or openHAB. */
export const isBirth = (payload: Uint8Array, isRetained: boolean): boolean =>
  !isRetained && Buffer.from(payload).toString() === ONLINE

/** The space of an account: what is announced there is for the login of the bridge alone. */
export const ownPlaceOf = (space: Space): AnnouncingPlace => ({
  accountId: space.accountId,
  broker: 'own',
  discoveryPrefix: DISCOVERY_PREFIX,
  open: (id, receive) => ({ ...space.openBridge(topicsOf(id), receive), settle: () => {} }),
  onBirth: (listener) =>
    // What Senca publishes there itself is not among these.
    space.subscribe(`${DISCOVERY_PREFIX}/status`, ({ payload, retained }) => {
      if (isBirth(payload, retained)) listener()
    }),
  onReset: () => () => {},
})
