import type { Clock } from '../../clock.ts'
import type { AddressRule } from './address-rule.ts'
import {
  type BrokerClient,
  type BrokerLogin,
  type BrokerWill,
  type MqttVersion,
  openBrokerClient,
  VersionRefused,
} from './broker-client.ts'
import { BrokerUnusable } from './broker-fault.ts'
import { type BrokerPlace, openBrokerSocket, type Resolve } from './broker-socket.ts'
import type { JoinedMessage } from './message-pace.ts'

const TIMEOUT_MS = 10_000

export interface JoinableBroker extends BrokerPlace, BrokerLogin {
  discoveryPrefix: string
}

export interface ConnectOptions {
  broker: BrokerPlace & BrokerLogin
  filters: readonly string[]
  /** The version to try first. */
  version: MqttVersion
  will?: BrokerWill | null
  received(message: JoinedMessage): void
  tooLarge(): void
}

export interface ConnectedBroker {
  client: BrokerClient
  version: MqttVersion
}

/** Connects and subscribes. Rejects with a `BrokerUnusable`, after ten seconds at the latest. */
export type ConnectBroker = (options: ConnectOptions) => Promise<ConnectedBroker>

interface ConnectBrokerOptions {
  clock: Pick<Clock, 'after'>
  rule: AddressRule
  resolve: Resolve
}

export function createConnectBroker({ clock, rule, resolve }: ConnectBrokerOptions): ConnectBroker {
  const open = async (options: ConnectOptions, version: MqttVersion, signal: AbortSignal) => {
    const { broker, filters, will = null, received, tooLarge } = options
    const socket = await openBrokerSocket({ place: broker, rule, resolve, signal })
    const client = await openBrokerClient({
      socket,
      login: broker,
      version,
      will,
      clock,
      signal,
      received,
      tooLarge,
    })
    signal.addEventListener('abort', socket.reset)
    const granted = await client.subscribe(filters)
    signal.removeEventListener('abort', socket.reset)
    if (granted.length > 0 && client.isConnected()) return { client, version }
    socket.reset()
    // Some brokers close the connection in place of refusing.
    throw new BrokerUnusable(signal.aborted ? 'timeout' : 'no_rights')
  }

  return async (options) => {
    const attempt = new AbortController()
    const endTimer = clock.after(TIMEOUT_MS, () => attempt.abort())
    const other = options.version === 5 ? 4 : 5
    try {
      return await open(options, options.version, attempt.signal).catch((error: unknown) => {
        if (error instanceof VersionRefused) return open(options, other, attempt.signal)
        throw error
      })
    } finally {
      endTimer()
    }
  }
}
