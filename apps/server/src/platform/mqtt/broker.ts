import type { BrokerDoors } from './outside/doors.ts'
import type { DeviceLogins } from './outside/dynamic-security.ts'

/** The credentials of a connection: the MQTT client id, user name and password as sent. */
export interface DeviceSignIn {
  clientId: string
  username: string
  password: string
}

/** A connection that asks to be let in. */
export interface SigningIn {
  /** Ends it, its last will being published; also once it is connected. */
  close(): void
  onClose(listener: () => void): void
  /**
   * Where a broker outside sees to it: told how long the sign-in counts, null for as long as nothing ends it. Nothing is
   * called of it later.
   */
  lasts?(until: Date | null): void
}

/** The rules of a driver for device connections. Every answer is final for that packet. */
export interface BrokerGuard {
  /** A user name that many clients share: each gets a client id from the broker, so that none replaces another's connection. */
  readonly sharedUserName?: string
  /** Resolves to true when these credentials may connect. */
  mayConnect(signIn: DeviceSignIn, connection: SigningIn): Promise<boolean>
  /** Called after a client has subscribed and was told so. Returns true where it has handled this: then no other guard is asked. */
  subscribed?(clientId: string, topicFilter: string): boolean
  mayPublish(clientId: string, topic: string): boolean
  /** Called with what a client published after it was allowed to; it must not throw. */
  published?(clientId: string, topic: string, payload: Uint8Array): void
  maySubscribe(clientId: string, topicFilter: string): boolean
  /**
   * Called after a client is connected, also for those that are when the guard is added, and again when that very
   * connection has ended (not when it was replaced); `endedAt` where it is told later than it happened.
   */
  connected(clientId: string): void
  disconnected(clientId: string, endedAt?: Date): void
}

export interface BrokerMessage {
  topic: string
  payload: Uint8Array
  retained: boolean
}

export interface PublishOptions {
  retain?: boolean
  /** Milliseconds; for ever when left out. */
  lifeMs?: number
}

/** Where devices reach a broker. */
export interface ListeningAt {
  host: string
  port: number
  /** Where it listens encrypted too. */
  tlsPort?: number
}

/** What was published has not left: the broker is away. */
export class BrokerAwayError extends Error {
  override readonly name = 'BrokerAwayError'
  constructor() {
    super('the broker is away')
  }
}

/** What a broker outside of this process does in place of telling its guards who connects. */
export interface OutsideBroker {
  /**
   * Hears what the broker keeps of these topics, as long as something comes or until the returned function is called. What
   * is published meanwhile is not heard.
   */
  readKept(topics: readonly string[], listener: (message: BrokerMessage) => void): () => void
  /** Calls the listener each time the broker is back: what was published meanwhile may have been heard by nobody. */
  onBack(listener: () => void): () => void
  /** Who may come in is asked of us. */
  readonly doors: BrokerDoors
  /** Who may come in is told by us; undefined where the broker asks. */
  readonly logins: DeviceLogins | undefined
}

/** Where device connections end: embedded in this process by default, a clustered MQTT broker otherwise. */
export interface Broker {
  /** Undefined where guards are told of every connection and its end; else what devices report is all that tells. */
  readonly outside?: OutsideBroker
  /**
   * Publishes as the server, QoS 1, never retained unless said. Resolves once the broker has taken the message, or its
   * connection was lost on the way. After `lifeMs` the broker no longer delivers it. Throws a BrokerAwayError.
   */
  publish(topic: string, payload: string, options?: PublishOptions): Promise<void>
  /**
   * Subscribes to an MQTT topic filter until the returned function is called. Of all subscribers of one `group` (server
   * instances sharing ingest) exactly one receives each message; without a group every subscriber does.
   */
  subscribe(filter: string, listener: (message: BrokerMessage) => void, group?: string): Promise<() => void>
  /**
   * Adds the rules of a guard for all device connections until the returned function is called. Of several, what one
   * allows is allowed, and all are told who connects and disconnects; without any, nobody may do anything.
   */
  guard(guard: BrokerGuard): () => void
  /** Ends a client's connection, its last will being published. */
  disconnect(clientId: string): void
  start(): Promise<ListeningAt>
  stop(): Promise<void>
}
