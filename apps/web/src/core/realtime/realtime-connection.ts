import {
  type ClientMessage,
  type MessageData,
  readFrame,
  type ServerMessage,
  SOCKET_REPLACED,
} from '@senca/contract'
import { parseJson, signsOut } from '../api/failures.ts'
import type { Clock } from '../clock.ts'
import { type Heartbeat, startHeartbeat } from './heartbeat.ts'
import { reconnectDelay } from './reconnect-delay.ts'
import type { WebsocketTokens } from './websocket-tokens.ts'

interface Socket {
  send(text: string): void
  close(): void
}

/** Opens a socket. `failed` is called once with the server's reason, when the socket cannot be opened or closes by itself. */
export type OpenSocket = (
  address: string,
  on: { opened(): void; received(text: string): void; failed(reason: string): void },
) => Socket

export type ConnectionStatus =
  | { state: 'connecting' }
  | { state: 'live' }
  /** `since` is in milliseconds since the epoch. */
  | { state: 'lost'; since: number }

export interface ConnectionNeeds {
  address: string
  openSocket: OpenSocket
  /** Whether this browser keeps a copy of the home. */
  keepsHome?(): boolean
  tokens: WebsocketTokens
  clock: Clock
  random(): number
  warn(message: string): void
  /** The page is too old to read the info of these devices. */
  onUnreadable(deviceIds: readonly string[]): void
  /** A socket was accepted, by a server that may have another build of the web app. */
  onServer(server: MessageData<'auth.accepted'>): void
  onMessages(messages: readonly ServerMessage[]): void
  onStatus(status: ConnectionStatus): void
}

export interface Connection {
  start(): void
  /** Reconnects now instead of after the delay. A live socket is checked with a heartbeat. */
  wake(): void
  /** The network is gone: the socket is dropped, even if it still looks open. */
  drop(): void
  /** Says whether a person sees the page, by a heartbeat of a live socket. */
  sayVisible(isVisible: boolean): void
  close(): void
}

/** The longest time for a token, and from opening the socket to `auth.accepted`. */
const ACCEPT_TIMEOUT_MS = 10_000
/**
 * Retry delay after the socket was replaced by newer ones. It is for pages that are always visible, for example on a wall, where
 * no return to the page triggers a reconnect.
 */
const REPLACED_RETRY_MS = 600_000
/** How much later than the announced time the server's own `auth.expired` may come. */
const EXPIRED_GRACE_MS = 2_000

/**
 * One socket for one auth key that stays connected: it signs in, signs in again when the token expires, and reconnects after
 * every loss.
 */
export function createConnection(key: string, needs: ConnectionNeeds): Connection {
  const { tokens, clock } = needs
  let socket: Socket | null = null
  /** Counts the sockets. Messages of an earlier socket are ignored. */
  let run = 0
  let attempt = 0
  let status: ConnectionStatus = { state: 'connecting' }
  let cancelTimer = () => {}
  let cancelRetry: (() => void) | null = null
  let heartbeat: Heartbeat | null = null

  const setStatus = (next: ConnectionStatus) => {
    status = next
    needs.onStatus(next)
  }

  const timer = (ms: number, call: () => void) => {
    cancelTimer()
    cancelTimer = clock.after(ms, call)
  }

  const dropSocket = () => {
    run += 1
    cancelTimer()
    heartbeat?.stop()
    heartbeat = null
    cancelRetry?.()
    cancelRetry = null
    const dropped = socket
    socket = null
    dropped?.close()
  }

  /**
   * `isReplaced`: newer sockets took the place of this one. It reconnects when the person returns to the page or retries,
   * otherwise after `REPLACED_RETRY_MS`.
   */
  const lose = (isReplaced = false) => {
    dropSocket()
    if (status.state !== 'lost') setStatus({ state: 'lost', since: clock.now() })
    if (!tokens.has(key)) needs.warn('The connection was lost and no websocket auth is stored')
    if (isReplaced) {
      cancelRetry = clock.after(REPLACED_RETRY_MS, open)
      return
    }
    cancelRetry = clock.after(reconnectDelay(attempt, needs.random), open)
    attempt += 1
  }

  const getToken = async (of: number, use: (token: string) => void) => {
    timer(ACCEPT_TIMEOUT_MS, lose)
    try {
      const token = await tokens.get(key)
      if (of === run) use(token)
    } catch (failure) {
      if (of !== run) return
      if (signsOut(failure)) dropSocket()
      else lose()
    }
  }

  const send = (message: ClientMessage) => socket?.send(JSON.stringify(message))

  const login = (token: string) => {
    const keeps = needs.keepsHome?.() === true ? { keepsHome: true } : {}
    send({
      subject: 'auth.login',
      data: { token, batch: true, heartbeat: true, tolerant: true, ...keeps },
    })
    timer(ACCEPT_TIMEOUT_MS, lose)
  }

  /** The next socket is opened without a delay, because the old one failed and not the server. */
  const replace = () => {
    lose()
    open()
  }

  const beat = () => {
    heartbeat ??= startHeartbeat({
      clock,
      send: () => send({ subject: 'heartbeat', data: {} }),
      failed: replace,
    })
  }

  const expire = () => {
    heartbeat?.stop()
    heartbeat = null
    tokens.expire(key)
    void getToken(run, login)
  }

  const receive = (messages: readonly ServerMessage[]) => {
    const rest: ServerMessage[] = []
    for (const message of messages) {
      switch (message.subject) {
        case 'auth.accepted':
          attempt = 0
          tokens.accept(key, message.data.expiresAt)
          needs.onServer(message.data)
          timer(Date.parse(message.data.expiresAt) - clock.now(), () => {
            tokens.expire(key)
            timer(EXPIRED_GRACE_MS, lose)
          })
          beat()
          setStatus({ state: 'live' })
          break
        case 'auth.expired':
          expire()
          break
        case 'heartbeat':
          break
        case 'auth.rejected':
          tokens.reject(key)
          if (attempt === 0) {
            attempt = 1
            open()
          } else lose()
          return
        default:
          rest.push(message)
      }
    }
    if (rest.length > 0) needs.onMessages(rest)
  }

  const connectWith = (token: string) => {
    const own = run
    const isOwn = () => own === run
    timer(ACCEPT_TIMEOUT_MS, lose)
    socket = needs.openSocket(needs.address, {
      opened: () => {
        if (isOwn()) login(token)
      },
      received: (text) => {
        if (!isOwn()) return
        heartbeat?.received()
        const { messages, unreadable, unknown } = readFrame(parseJson(text))
        if (unknown > 0) needs.warn('A message of an unknown shape was passed over')
        if (unreadable.length > 0) needs.onUnreadable(unreadable)
        receive(messages)
      },
      failed: (reason) => {
        if (isOwn()) lose(reason === SOCKET_REPLACED)
      },
    })
  }

  const open = () => {
    dropSocket()
    void getToken(run, connectWith)
  }

  return {
    start: open,
    wake() {
      heartbeat?.check()
      if (cancelRetry === null) return
      attempt = 0
      open()
    },
    drop() {
      if (socket !== null) lose()
    },
    sayVisible(isVisible) {
      if (status.state === 'live') send({ subject: 'heartbeat', data: { isVisible } })
    },
    close: dropSocket,
  }
}
