import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from 'aedes'
import type { IConnectPacket } from 'mqtt-packet'
import type { Logger } from '../../../logger.ts'
import { TokenBucket } from '../../../token-bucket.ts'
import {
  isSpaceUsername,
  type Space,
  type SpaceAccess,
  type SpaceConnection,
  type SpaceLogin,
  type SpaceNotice,
  type Spaces,
} from '../../spaces.ts'
import type { Arrival } from '../address-limits.ts'
import { limitReads } from '../read-budget.ts'
import { createEmbeddedSpace, type EmbeddedSpace } from './embedded-space.ts'
import { createRetainedWriter } from './retained-writer.ts'
import { SPACE_LIMITS } from './space-limits.ts'
import { createAccountReads } from './space-reads.ts'
import { createSpaceRetained, type RetainedTotal, type SpaceRetained } from './space-retained.ts'

const MQTT_3_1_1_LEVEL = 4
/** CONNACK codes of MQTT 3.1.1 §3.2.2.3. */
const WRONG_VERSION = 1
const ID_REJECTED = 2
const UNAVAILABLE = 3
const NOT_AUTHORIZED = 5
/** A space without connections is kept this long, so that a client that comes back does not load it again. */
const IDLE_MS = 60_000
const CLOSE_RETRY_MS = 5_000
/** How long an address waits that has sent too many wrong passwords, because it connects again at once. */
const REFUSED_AFTER_MS = 1_000
/** Home Assistant’s birth message. Integrations wait for it. */
const BIRTH = { topic: 'homeassistant/status', payload: 'online' }

interface Connection {
  login: SpaceLogin
  socket: Socket
  since: Date
  /** Undefined while the retained messages are loaded. */
  client?: Client
}

interface Opened {
  own: EmbeddedSpace
  retained: SpaceRetained
  reads: ReturnType<typeof createAccountReads>
  writer: ReturnType<typeof createRetainedWriter>
  signIns: TokenBucket
  connections: Set<Connection>
  idle: NodeJS.Timeout | undefined
}

/** A connection whose first packet has been read ahead. */
export interface Arriving {
  socket: Socket
  connect: IConnectPacket
  arrival: Pick<Arrival, 'leave' | 'mayLogIn' | 'loginChecked'>
}

interface EmbeddedSpacesOptions {
  maxRetainedBytes: number
  logger: Logger
}

const refuse = (socket: Socket, code: number) => {
  socket.end(Buffer.from([0x20, 2, 0, code]), () => socket.destroy())
}

/** The spaces of this process: who may enter which one, and when one opens and closes. */
export function createEmbeddedSpaces({ maxRetainedBytes, logger }: EmbeddedSpacesOptions) {
  let access: SpaceAccess | undefined
  let total: Promise<RetainedTotal> | undefined
  let isStopped = false
  const openByAccount = new Map<string, Opened>()
  const openingByAccount = new Map<string, Promise<Opened>>()
  const listeners = new Set<(space: Space) => void>()
  /** For each running sign-in, the user names that ended since it began. */
  const signIns = new Set<Set<string>>()

  const loadTotal = (from: SpaceAccess): Promise<RetainedTotal> => {
    total ??= from.retainedBytes().then(
      (bytes) => ({ bytes, maxBytes: maxRetainedBytes }),
      (error: unknown) => {
        total = undefined
        throw error
      },
    )
    return total
  }

  /** After messages were deleted of a space that is not open. */
  const refreshTotal = () => {
    if (access === undefined || total === undefined) return
    Promise.all([total, access.retainedBytes()]).then(
      ([known, bytes]) => {
        known.bytes = bytes
      },
      (error: unknown) => logger.error({ err: error }, 'The size of retained messages could not be read'),
    )
  }

  const load = async (accountId: string, from: SpaceAccess): Promise<Opened> => {
    const [allBytes, messages] = await Promise.all([loadTotal(from), from.loadRetained(accountId)])
    const failed = (error: unknown) => logger.error({ err: error, accountId }, 'A space of an account failed')
    const notify = (notice: SpaceNotice) => from.notify(accountId, notice)
    const reads = createAccountReads()
    const writer = createRetainedWriter({
      save: (topics) =>
        from.saveRetained(
          accountId,
          topics.map((topic) => ({ topic, message: retained.get(topic) })),
        ),
      failed: (error) =>
        logger.error({ err: error, accountId }, 'Retained messages could not be written; retrying in 2 s'),
    })
    const retained = createSpaceRetained({ messages, total: allBytes, changed: writer.changed })
    const own = createEmbeddedSpace({ accountId, retained, reads, counted: from.counted, notify, failed })
    await own.listen()
    const opened: Opened = {
      own,
      retained,
      reads,
      writer,
      signIns: new TokenBucket(SPACE_LIMITS.SIGN_INS, performance.now()),
      connections: new Set(),
      idle: undefined,
    }
    openByAccount.set(accountId, opened)
    own.space.retain(BIRTH.topic, BIRTH.payload)
    closeWhenIdle(accountId, opened)
    for (const listener of listeners) listener(own.space)
    return opened
  }

  const open = (accountId: string): Promise<Opened> => {
    if (access === undefined || isStopped) return Promise.reject(new Error('Spaces are not available'))
    const opened = openByAccount.get(accountId)
    if (opened !== undefined) return Promise.resolve(opened)
    const opening =
      openingByAccount.get(accountId) ??
      load(accountId, access).finally(() => openingByAccount.delete(accountId))
    openingByAccount.set(accountId, opening)
    return opening
  }

  /** A space may close while somebody waits for it. */
  const openCurrent = async (accountId: string): Promise<Opened> => {
    for (;;) {
      const opened = await open(accountId)
      if (openByAccount.get(accountId) !== opened) continue
      closeWhenIdle(accountId, opened)
      return opened
    }
  }

  function closeWhenIdle(accountId: string, opened: Opened, afterMs = IDLE_MS) {
    clearTimeout(opened.idle)
    if (opened.connections.size > 0) return
    opened.idle = setTimeout(() => void closeIdle(accountId, opened), afterMs)
    opened.idle.unref()
  }
  const closeIdle = async (accountId: string, opened: Opened) => {
    await opened.writer.flush().catch(() => {})
    if (opened.connections.size > 0 || openByAccount.get(accountId) !== opened) return
    if (opened.writer.hasChanges()) return closeWhenIdle(accountId, opened, CLOSE_RETRY_MS)
    openByAccount.delete(accountId)
    await opened.own.close()
  }

  const connectionsOf = (accountId: string): Connection[] => [
    ...(openByAccount.get(accountId)?.connections ?? []),
  ]

  const mayEnter = ({ connections, signIns: rate }: Opened, clientId: string): string | null => {
    const nowMs = performance.now()
    if (rate.available(nowMs) < 1) return 'There are too many sign-ins.'
    rate.take(1, nowMs)
    const isReplacing = [...connections].some(({ client }) => client?.id === clientId)
    return connections.size < SPACE_LIMITS.CONNECTIONS || isReplacing
      ? null
      : `There are ${SPACE_LIMITS.CONNECTIONS} connections.`
  }

  /** Hands a connection that has signed in to the broker of its space. */
  const enter = (opened: Opened, login: SpaceLogin, { socket, connect }: Arriving, from: SpaceAccess) => {
    const { accountId } = login
    const { clientId } = connect
    const connection: Connection = { login, socket, since: new Date() }
    const notify = (code: SpaceNotice['code'], detail: string) =>
      from.notify(accountId, { code, clientId: connection.client?.id ?? clientId, detail })
    opened.connections.add(connection)
    clearTimeout(opened.idle)
    const { budget, leave } = opened.reads.connect(() =>
      notify('too_fast', 'The client sends too much and is read more slowly.'),
    )
    socket.once('close', () => {
      opened.connections.delete(connection)
      leave()
      closeWhenIdle(accountId, opened)
    })
    limitReads(socket, {
      maxBytes: SPACE_LIMITS.PACKET_BYTES,
      maxFiltersBytes: SPACE_LIMITS.FILTERS_BYTES,
      budget,
      tooLarge: () => notify('too_large', 'A packet is larger than allowed; the connection was ended.'),
    })
    connection.client = opened.own.handle(socket, login.bridgeId)
  }

  const signIn = async (arriving: Arriving, from: SpaceAccess): Promise<'done' | 'unknown'> => {
    const { socket, connect, arrival } = arriving
    const { clientId, username = '', password } = connect
    if (!arrival.mayLogIn(username)) {
      await wait(REFUSED_AFTER_MS, undefined, { ref: false })
      return refused(socket, NOT_AUTHORIZED)
    }
    const ended = new Set<string>()
    signIns.add(ended)
    try {
      const login = await from.signIn(username, password?.toString('utf8') ?? '')
      if (login === 'unknown') return 'unknown'
      arrival.leave()
      const isRight = login !== 'wrong' && !ended.has(username)
      arrival.loginChecked(username, isRight)
      if (!isRight) return refused(socket, NOT_AUTHORIZED)
      if (connect.protocolVersion !== MQTT_3_1_1_LEVEL) return refused(socket, WRONG_VERSION)
      if (clientId.length > SPACE_LIMITS.CLIENT_ID_LENGTH) return refused(socket, ID_REJECTED)
      const opened = await openCurrent(login.accountId)
      const reason = mayEnter(opened, clientId)
      if (reason !== null) {
        from.notify(login.accountId, { code: 'connection_refused', clientId, detail: reason })
        return refused(socket, UNAVAILABLE)
      }
      if (ended.has(username) || isStopped) return refused(socket, NOT_AUTHORIZED)
      if (!socket.destroyed) enter(opened, login, arriving, from)
      return 'done'
    } finally {
      signIns.delete(ended)
    }
  }
  const refused = (socket: Socket, code: number): 'done' => {
    refuse(socket, code)
    return 'done'
  }

  const closeAll = async (opened: Opened) => {
    clearTimeout(opened.idle)
    await opened.own.close()
    for (const { socket } of opened.connections) socket.destroy()
  }

  const spaces: Spaces = {
    use(given) {
      access = given
    },
    open: async (accountId) => (await openCurrent(accountId)).own.space,
    find: (accountId) => openByAccount.get(accountId)?.own.space,
    onOpened(listener) {
      listeners.add(listener)
      for (const { own } of openByAccount.values()) listener(own.space)
      return () => listeners.delete(listener)
    },
    publishBirth: (accountId) => openByAccount.get(accountId)?.own.space.retain(BIRTH.topic, BIRTH.payload),
    connectionsOf: (accountId): SpaceConnection[] =>
      connectionsOf(accountId).flatMap(({ login, since, client }) =>
        client?.connected === true
          ? [{ bridgeId: login.bridgeId, name: login.name, clientId: client.id, since }]
          : [],
      ),
    connectionCount: () =>
      [...openByAccount.values()].reduce((sum, { connections }) => sum + connections.size, 0),
    retainedOf(accountId) {
      const retained = openByAccount.get(accountId)?.retained
      return retained === undefined ? undefined : { count: retained.count(), bytes: retained.bytes() }
    },
    usernames: () => [
      ...new Set(
        [...openByAccount.values()].flatMap(({ connections }) =>
          [...connections].map(({ login }) => login.username),
        ),
      ),
    ],
    endLogins(usernames) {
      for (const ended of signIns) for (const username of usernames) ended.add(username)
      const isEnded = new Set(usernames)
      for (const { connections } of openByAccount.values())
        for (const { login, client } of [...connections]) if (isEnded.has(login.username)) client?.close()
    },
    remove(accountId) {
      const opened = openByAccount.get(accountId)
      if (opened === undefined) return refreshTotal()
      openByAccount.delete(accountId)
      for (const message of opened.retained.find('#'))
        opened.retained.set({ ...message, payload: Buffer.alloc(0) })
      opened.writer.drop()
      void closeAll(opened)
    },
    async stop() {
      isStopped = true
      await Promise.allSettled(openingByAccount.values())
      const all = [...openByAccount.values()]
      openByAccount.clear()
      await Promise.all(all.map(closeAll))
      const written = await Promise.allSettled(all.map(({ writer }) => writer.flush()))
      for (const result of written)
        if (result.status === 'rejected')
          logger.error({ err: result.reason }, 'Retained messages were lost when the server stopped')
    },
  }

  return {
    spaces,
    /** Whether a CONNECT may be that of a login to a space. */
    isFor: ({ username, protocolVersion }: IConnectPacket): boolean =>
      access !== undefined && protocolVersion !== 5 && isSpaceUsername(username ?? ''),
    /** Signs a connection in. Calls `unknown` if there is no such login, so that it may be a device’s. */
    async receive(arriving: Arriving, unknown: () => void): Promise<void> {
      if (access === undefined) return unknown()
      try {
        if ((await signIn(arriving, access)) === 'unknown' && !arriving.socket.destroyed) unknown()
      } catch (error) {
        logger.error({ err: error }, 'A sign-in to a space could not be checked')
        refuse(arriving.socket, UNAVAILABLE)
      }
    },
  }
}

export type EmbeddedSpaces = ReturnType<typeof createEmbeddedSpaces>
