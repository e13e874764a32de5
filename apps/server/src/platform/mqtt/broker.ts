import type { Spaces } from './spaces.ts'

/** The credentials of a connection: the MQTT client id, user name and password as sent. */
export interface DeviceSignIn {
  clientId: string
  username: string
  password: string
}

/** A connection that is being authenticated. */
export interface SigningIn {
  /** Closes the connection and publishes its last will. Also works after it is connected. */
  close(): void
  onClose(listener: () => void): void
  /**
   * Defined for an external broker: call it with the time until which the sign-in is valid, null for unlimited. No other function
   * is called later.
   */
  lasts?(until: Date | null): void
}

/** The rules of a driver for device connections. Every answer is final for its packet. */
export interface BrokerGuard {
  /**
   * A user name that many clients share. Each of them gets a client id from the broker, so that none replaces another's
   * connection.
   */
  readonly sharedUserName?: string
  /** Resolves to true if these credentials may connect. */
  mayConnect(signIn: DeviceSignIn, connection: SigningIn): Promise<boolean>
  /**
   * Called after a client has subscribed and received the acknowledgement. Returns true if it has handled the subscription; then
   * no other guard is asked.
   */
  subscribed?(clientId: string, topicFilter: string): boolean
  mayPublish(clientId: string, topic: string): boolean
  /** Called with a message of a client after it was allowed. Must not throw. */
  published?(clientId: string, topic: string, payload: Uint8Array): void
  maySubscribe(clientId: string, topicFilter: string): boolean
  /**
   * Called after a client is connected, also for clients that are connected when the guard is added; and when that connection has
   * ended (but not when it was replaced). `endedAt` is set if it is reported late.
   */
  connected(clientId: string): void
  disconnected(clientId: string, endedAt?: Date): void
}

export interface BrokerMessage {
  topic: string
  payload: Uint8Array
  retained: boolean
}

interface PublishOptions {
  retain?: boolean
  /** Milliseconds; unlimited if left out. */
  lifeMs?: number
}

/** The address under which devices reach a broker. */
export interface ListeningAt {
  host: string
  port: number
  /** The port with TLS, if there is one. */
  tlsPort?: number
}

/** A message was not sent, because the broker is unavailable. */
export class BrokerDownError extends Error {
  override readonly name = 'BrokerAwayError'
  constructor() {
    super('the broker is away')
  }
}

/** The answer to the broker: `ignore` if it could not be checked. */
type BrokerVerdict = 'allow' | 'deny' | 'ignore'

export interface BrokerAdmission {
  verdict: BrokerVerdict
  /** Whether it is a connection of the server itself, which may do everything. */
  isServer: boolean
  /** When the sign-in expires; null for never. */
  endsAt: Date | null
  /** The key of the home, for a login to the space of an account. */
  home?: string
}

export interface BrokerAction {
  clientId: string
  username: string
  action: 'publish' | 'subscribe'
  topic: string
  /** The prefix that the broker adds to the topics of this connection, if it has said so. */
  mountpoint?: string | undefined
}

/** Checks logins to the spaces of accounts, for an external broker. */
export interface HomeAccess {
  /** The key of the home; null if the credentials are wrong. */
  signIn(signIn: DeviceSignIn): Promise<string | null>
  /** The key of the home of a login; null if there is none. */
  homeOf(username: string): Promise<string | null>
}

/** Logins to the spaces of accounts, written to an external broker that does not ask. */
export interface HomeLogins {
  /** Creates a login that may do everything below its prefix. */
  set(login: { username: string; password: string; topicPrefix: string }): Promise<void>
  /** Removes logins and closes their connections; those that do not exist are ignored. */
  remove(usernames: readonly string[]): Promise<void>
}

/** Answers an external broker that asks who may connect, and what they may do. */
export interface BrokerDoors {
  authenticate(signIn: DeviceSignIn): Promise<BrokerAdmission>
  authorize(action: BrokerAction): Promise<BrokerVerdict>
  /** Must be called before the broker starts. Without it nobody can sign in to a space. */
  useHomes(homes: HomeAccess): void
  /** Called when the connection of a client has ended and no other one has replaced it. */
  ended(clientId: string, at: Date): void
}

/** Writes logins to a broker that does not ask who may connect. */
export interface DeviceLogins {
  /** Creates or changes the logins of devices. A device with another secret loses its connection. */
  set(logins: readonly { id: string; secret: string }[]): Promise<void>
  /** The user names of all logins except the server's and those to spaces. */
  list(): Promise<string[]>
  readonly homes: HomeLogins
}

/** The functions of an external broker. It does not report to guards who connects. */
export interface OutsideBroker {
  /**
   * Calls the listener with the retained messages of these topics until no more arrive or the returned function is called. New
   * messages in that time are left out.
   */
  readKept(topics: readonly string[], listener: (message: BrokerMessage) => void): () => void
  /** Calls the listener each time the broker is available again. Messages published in between may be lost. */
  onBack(listener: () => void): () => void
  /** Answers the broker's questions about who may connect. */
  readonly doors: BrokerDoors
  /** The logins that we write to the broker; undefined if the broker asks us instead. */
  readonly logins: DeviceLogins | undefined
}

/** The MQTT broker for device connections: by default embedded in this process, otherwise an external cluster. */
export interface Broker {
  /**
   * Set for an external broker, which does not report connections to guards. Then only the reports of devices show who is
   * connected.
   */
  readonly outside?: OutsideBroker
  /** The spaces of accounts, for an embedded broker. */
  readonly spaces?: Spaces
  /**
   * Publishes as the server with QoS 1, not retained by default. Resolves when the broker has received the message or the
   * connection was lost meanwhile. After `lifeMs` the broker does not deliver it any more. Throws a BrokerAwayError.
   */
  publish(topic: string, payload: string, options?: PublishOptions): Promise<void>
  /**
   * Subscribes to an MQTT topic filter until the returned function is called. Of all subscribers of one `group` (server instances
   * that share ingest) exactly one receives each message; without a group every subscriber does. A group receives no retained
   * messages. The listener is called until the promise of the returned function resolves, because nobody else receives those
   * messages.
   */
  subscribe(
    filter: string,
    listener: (message: BrokerMessage) => void,
    group?: string,
  ): Promise<() => Promise<void>>
  /**
   * Adds the rules of a guard for all device connections until the returned function is called. An action is allowed if one guard
   * allows it, and all guards are notified of connections. Without guards nothing is allowed.
   */
  guard(guard: BrokerGuard): () => void
  /** Closes a client's connection and publishes its last will. */
  disconnect(clientId: string): void
  start(): Promise<ListeningAt>
  stop(): Promise<void>
}
