import { type ClientMessage, type ServerMessage, SOCKET_REPLACED, serverFrameSchema } from '@senca/contract'
import type { Clock } from './clock.ts'
import { parseJson, signsOut } from './failures.ts'
import { type Heartbeat, startHeartbeat } from './heartbeat.ts'
import { reconnectDelay } from './reconnect-delay.ts'
import type { WebsocketTokens } from './websocket-tokens.ts'

export interface Socket {
  send(text: string): void
  close(): void
}

/** Opens a socket; `failed` is called once, when it cannot be opened or has ended by itself, with the server's reason. */
export type OpenSocket = (
  address: string,
  on: { opened(): void; received(text: string): void; failed(reason: string): void },
) => Socket

export type ConnectionStatus =
  | { state: 'connecting' }
  | { state: 'live' }
  /** `since` in milliseconds since the epoch. */
  | { state: 'lost'; since: number }

export interface ConnectionNeeds {
  address: string
  openSocket: OpenSocket
  tokens: WebsocketTokens
  clock: Clock
  random(): number
  warn(message: string): void
  onMessages(messages: readonly ServerMessage[]): void
  onStatus(status: ConnectionStatus): void
}

export interface Connection {
  start(): void
  /** Tries now instead of after the delay; a live socket is asked whether it still is. */
  wake(): void
  /** The network is gone: the socket is dead, whatever it says of itself. */
  drop(): void
  close(): void
}

/** From opening the socket to `auth.accepted`. */
const ACCEPT_TIMEOUT_MS = 10_000
/** A page that is always looked at, as on a wall, has nobody who comes back to it. */
const REPLACED_RETRY_MS = 600_000
/** How long the server's own `auth.expired` may lag behind the time it named. */
const EXPIRED_GRACE_MS = 2_000

/** One socket for one auth key, kept alive for ever: signs in, signs in again at expiry, reconnects after every loss. */
export function createConnection(key: string, needs: ConnectionNeeds): Connection {
  const { tokens, clock } = needs
  let socket: Socket | null = null
  /** Counts sockets: what an earlier one still says is not heard. */
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

  /** `isReplaced`: newer sockets took its place; it comes back when the page is looked at or the person retries, else in a while. */
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
    send({ subject: 'auth.login', data: { token, batch: true, heartbeat: true } })
    timer(ACCEPT_TIMEOUT_MS, lose)
  }

  /** The other socket is opened at once: it is not the server that failed. */
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
    cancelTimer()
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
        const frame = serverFrameSchema.safeParse(parseJson(text))
        if (!frame.success) needs.warn('A message of an unknown shape was passed over')
        else receive(Array.isArray(frame.data) ? frame.data : [frame.data])
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
    close: dropSocket,
  }
}
