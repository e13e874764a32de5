/** A message of a client in a space, or one that was retained when somebody subscribed. */
export interface SpaceMessage {
  topic: string
  payload: Uint8Array
  /** Whether it was delivered because of the subscription. A live message that is published with the flag is not. */
  retained: boolean
  /** Null for a retained message. */
  clientId: string | null
}

export interface RetainedMessage {
  topic: string
  payload: Buffer
  qos: 0 | 1 | 2
}

/** A retained message that was set, or removed if `message` is null. */
export interface RetainedChange {
  topic: string
  message: RetainedMessage | null
}

/** The topics of a bridge: all that begin with `prefix`, and the config topics with this node id. */
export interface BridgeTopics {
  id: string
  prefix: string
  node: string
}

/** What a client of a bridge’s login published on one of its topics. */
export interface BridgeMessage {
  topic: string
  payload: Buffer
  /** Whether it was published to be retained, or came because of a subscription. */
  isRetained: boolean
  clientId: string | null
}

/** A bridge in a space. */
export interface SpaceBridge {
  /** Publishes and retains a message; an empty payload removes the retained one. False if there is no room for it. */
  retain(topic: string, payload: string): boolean
  /** Publishes a message that is not retained. */
  publish(topic: string, payload: string): void
  /** Removes what it retained, and gives its topics free. */
  close(): void
}

/** A connection in a space. */
export interface SpaceConnection {
  /** The bridge whose login it has used; null for another login. */
  bridgeId: string | null
  /** The name of the login by which it signed in. */
  name: string
  clientId: string
  since: Date
}

/** All MQTT topics of one account, on a broker of its own that no other account and no native device can reach. */
export interface Space {
  readonly accountId: string
  /**
   * Calls the listener with the retained messages that match, then with each message that a client publishes, in the order of its
   * connection, until the returned function is called or the space is closed. Never called with topics that begin with `$`.
   */
  subscribe(filter: string, listener: (message: SpaceMessage) => void): () => void
  /**
   * Publishes a message that is not retained. Resolves to true when it was written to the socket of at least one subscriber whose
   * queue was empty; to false if there was none within a second, and then nobody receives it.
   */
  publish(topic: string, payload: string, qos: 0 | 1): Promise<boolean>
  /** Publishes and retains a message; an empty payload removes the retained one. */
  retain(topic: string, payload: string): void
  /**
   * Opens the topics of a bridge, which are sent to and taken from the connections of its login alone. The listener gets what such a
   * connection publishes on topics that end with `/set`.
   */
  openBridge(topics: BridgeTopics, receive: (message: BridgeMessage) => void): SpaceBridge
  /** Whether a client is subscribed to this topic. */
  hasSubscriber(topic: string): boolean
  /** The message that is retained for this topic. */
  retainedAt(topic: string): RetainedMessage | null
  /** Calls the listener once, when the space is closed. */
  onClosed(listener: () => void): void
  /** Calls the listener after clients have subscribed, unsubscribed or left, until the returned function is called. */
  onSubscribersChanged(listener: () => void): () => void
}

/** What went wrong in a space, for the account that it belongs to. */
export interface SpaceNotice {
  code: 'connection_refused' | 'too_large' | 'too_fast' | 'retained_full' | 'not_yours'
  clientId?: string
  topic?: string
  detail: string
}

export interface SpaceLogin {
  accountId: string
  name: string
  username: string
  /** The bridge that it belongs to; null for a login of the account itself. */
  bridgeId: string | null
}

/** Where spaces get logins and retained messages from, and where they report to. */
export interface SpaceAccess {
  /** `unknown` if no login has this user name. */
  signIn(username: string, password: string): Promise<SpaceLogin | 'wrong' | 'unknown'>
  loadRetained(accountId: string): Promise<RetainedMessage[]>
  /** Resolves when the changes are committed. Changes of an account that does not exist any more are ignored. */
  saveRetained(accountId: string, changes: readonly RetainedChange[]): Promise<void>
  /** The bytes of the retained messages of all accounts. */
  retainedBytes(): Promise<number>
  notify(accountId: string, notice: SpaceNotice): void
  counted(direction: 'in' | 'out'): void
}

/** The spaces of a broker in this process. A space exists while clients use it, and for a minute after that. */
export interface Spaces {
  /** Must be called before the broker starts. Without it nobody can sign in to a space. */
  use(access: SpaceAccess): void
  /** Opens a space, loading its retained messages if it was closed. */
  open(accountId: string): Promise<Space>
  /** The space, if it is open. */
  find(accountId: string): Space | undefined
  /** Calls the listener with each open space, and with each one that opens, before its first client is connected. */
  onOpened(listener: (space: Space) => void): () => void
  /** Publishes Home Assistant’s birth message again, in a space that is open. Each space gets it when it opens. */
  publishBirth(accountId: string): void
  connectionsOf(accountId: string): SpaceConnection[]
  /** How many clients are connected, in all spaces. */
  connectionCount(): number
  /** The number and bytes of the retained messages of a space, if it is open. */
  retainedOf(accountId: string): { count: number; bytes: number } | undefined
  /** The user names of all connections. */
  usernames(): string[]
  /** Closes the connections that signed in with these user names and publishes their wills. */
  endLogins(usernames: readonly string[]): void
  /** Closes the space of an account that does not exist any more; nothing of it is written. */
  remove(accountId: string): void
  /** Closes all connections without their wills, and writes what is retained. */
  stop(): Promise<void>
}

/** User names of logins to a space. */
export const isSpaceUsername = (username: string): boolean => /^h[a-z2-9]{12}$/.test(username)
