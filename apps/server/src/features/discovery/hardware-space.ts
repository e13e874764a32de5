import type { HardwareOptions } from '#drivers/hardware.ts'
import type { JoinedSpace } from '#platform/mqtt/joined/joined-broker.ts'
import type { Space } from '#platform/mqtt/spaces.ts'

/** The nodes of an account, as the Matter process speaks of them. */
export type MatterSpace = Pick<
  HardwareSpace,
  | 'accountId'
  | 'isReporter'
  | 'isConnected'
  | 'receiveBy'
  | 'publish'
  | 'onSubscribersChanged'
  | 'onClosed'
  | 'notifyBound'
  | 'onBound'
>

/** Where hardware of an account is found: in its own space, at the broker that it has joined, or in its Matter fabric. */
export interface HardwareSpace {
  readonly accountId: string
  readonly broker: 'own' | 'joined' | 'matter'
  /** How its hardware gets topics. */
  readonly hardware: Pick<HardwareOptions, 'topics' | 'discoveryPrefix' | 'speaks'>
  /** Whether this instance reports what hardware says. Where several receive the same messages in one order, one of them does. */
  isReporter(): boolean
  isConnected(): boolean
  receiveBy(receive: (message: { topic: string; payload: Buffer; retained: boolean }) => void): () => void
  /** Resolves to false if nobody received the message within a second; then nobody will. */
  publish(topic: string, payload: string, qos: 0 | 1): Promise<boolean>
  /** Whether somebody receives what is published on a topic, as far as the broker says before it. */
  hasSubscriber(topic: string): boolean
  /** Calls the listener when other topics may have subscribers. */
  onSubscribersChanged(listener: () => void): () => void
  onClosed(listener: () => void): void
  /** Notifies other instances that other entities are in devices. Resolves when the one that reports follows them. */
  notifyBound?(): Promise<void>
  /** Calls the listener when another instance has published that. */
  onBound?(listener: () => Promise<void>): () => void
  /** What was announced on these topics is not announced again by the same messages. */
  forget(topics: readonly string[]): void
}

export const ownSpaceOf = (space: Space): HardwareSpace => ({
  ...space,
  broker: 'own',
  hardware: { topics: space },
  isReporter: () => true,
  isConnected: () => true,
  receiveBy: (receive) =>
    space.subscribe('#', ({ topic, payload, retained }) =>
      receive({
        topic,
        payload: Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength),
        retained,
      }),
    ),
  forget(topics) {
    for (const topic of topics) space.retain(topic, '')
  },
})

export const joinedSpaceOf = (space: JoinedSpace): HardwareSpace => ({
  accountId: space.accountId,
  broker: 'joined',
  hardware: {
    topics: { want: space.wantTopics, unwant: space.unwantTopics },
    discoveryPrefix: space.discoveryPrefix,
  },
  isReporter: () => true,
  isConnected: space.isConnected,
  receiveBy: space.onMessage,
  publish: space.publish,
  hasSubscriber: space.isConnected,
  onSubscribersChanged: space.onConnectionChanged,
  onClosed: space.onClosed,
  forget: space.forget,
})

export const matterSpaceOf = (space: MatterSpace): HardwareSpace => ({
  ...space,
  broker: 'matter',
  hardware: { topics: { retainedAt: () => null }, speaks: 'matter' },
  hasSubscriber: space.isConnected,
  forget: () => {},
})
