import {
  commandResultsSchema,
  type DeviceInfo,
  deviceReading,
  readFrame,
  type ServerMessage,
  websocketTokenSchema,
} from '@senca/contract'
import { approvalAskedSchema, approvalStatusSchema } from '@senca/contract/approvals'
import { type BridgeNode, type BridgeReport, bridgeNodeSchema } from '@senca/contract/bridge-matter'
import { WebSocket } from 'ws'
import * as z from 'zod/mini'
import type { CallError } from './refusals.ts'

const API = '/auth/api/v1'
const CALL_MS = 10_000
/** The longest time in which a device answers a command. */
const COMMAND_MS = 20_000
const BATCH = 100
/** A server that does not answer within two of these is gone [BR30]. */
const HEARTBEAT_MS = 2_000
const RENEW_MS = 60_000
const MAX_TIMER_MS = 3_600_000
const MAX_FRAME_BYTES = 16 * 1_024 * 1_024

export interface Login {
  url: string
  token: string
  /** Of this process. Another one with the same token is refused. */
  process: string
}

const errorSchema = z.object({
  error: z.string(),
  key: z.optional(z.string()),
  error_detail: z.optional(z.string()),
})
const infosSchema = z.record(z.string(), z.unknown())

/** An answer of the server that is not a success. `status` is 0 if there was none. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed'
  readonly status: number
  readonly answer: CallError

  constructor(status: number, answer: CallError) {
    super(answer.error)
    this.status = status
    this.answer = answer
  }
}

interface SocketOptions {
  receive(message: ServerMessage): void
  /** The server is gone, or no longer accepts the token. */
  closed(): void
}

/** Senca, as a client with the token of a bridge sees it: HTTP calls and one websocket [BR14]. */
export function createClient({ url, token, process }: Login) {
  async function call<T>(
    method: 'GET' | 'POST',
    path: string,
    {
      body,
      schema,
      ecosystem,
      ms = CALL_MS,
    }: { body?: object; schema: z.ZodMiniType<T>; ecosystem?: number | undefined; ms?: number },
  ): Promise<T> {
    let status = 0
    let answer: unknown
    try {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(ecosystem === undefined || ecosystem === 0 ? {} : { 'x-ecosystem': String(ecosystem) }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        redirect: 'error',
        signal: AbortSignal.timeout(ms),
      })
      status = response.status
      answer = await response.json()
    } catch {
      throw new CallFailed(status, { error: 'device_unreachable' })
    }
    if (status !== 200) {
      const { error = 'internal_error', key, error_detail: detail } = errorSchema.safeParse(answer).data ?? {}
      throw new CallFailed(status, { error, key, detail })
    }
    return schema.parse(answer)
  }

  const askTicket = async (): Promise<string> =>
    (await call('GET', '/auth/account/websocket/token', { schema: websocketTokenSchema })).token

  return {
    /** Reports that this process runs, and what has changed. */
    node: (message: { isNew?: boolean; report?: BridgeReport }): Promise<BridgeNode> =>
      call('POST', `${API}/bridge/node`, { body: { process, ...message }, schema: bridgeNodeSchema }),

    /** Reports that this process has ended with the bridge. */
    async leave(ms: number): Promise<void> {
      await call('POST', `${API}/bridge/node`, {
        body: { process, isLeaving: true },
        schema: z.unknown(),
        ms,
      })
    },

    /** Shows on the pages of the owner which device is meant, for so many seconds. */
    async identify(deviceId: string, seconds: number): Promise<void> {
      const body = { process, token: deviceId, seconds }
      await call('POST', `${API}/bridge/identify`, { body, schema: z.object({}) })
    },

    async store(entries: Record<string, string | null>): Promise<void> {
      await call('POST', `${API}/bridge/store`, { body: { process, entries }, schema: z.object({}) })
    },

    /** The devices of the bridge; what cannot be read is absent. */
    async infos(ids: readonly string[]): Promise<Map<string, DeviceInfo>> {
      const infos = new Map<string, DeviceInfo>()
      for (let from = 0; from < ids.length; from += BATCH) {
        const query = ids.slice(from, from + BATCH).map((id) => `devicetoken=${encodeURIComponent(id)}`)
        const found = await call('GET', `${API}/device/info?${query.join('&')}`, { schema: infosSchema })
        for (const [id, raw] of Object.entries(found)) {
          const info = deviceReading.safeParse(raw)
          if (info.success) infos.set(id, info.data)
        }
      }
      return infos
    },

    /** Sends a device a command; null when it has it, else why not. */
    async move(
      deviceId: string,
      command: object,
      { pin, ecosystem }: { pin?: string | undefined; ecosystem?: number },
    ): Promise<CallError | null> {
      const body = {
        commands: [{ token: deviceId, ...command }],
        wait: false,
        ...(pin === undefined ? {} : { pin }),
      }
      return firstError(
        await call('POST', `${API}/device/move`, {
          body,
          schema: commandResultsSchema,
          ecosystem,
          ms: COMMAND_MS,
        }),
      )
    },

    async abort(deviceId: string, ecosystem: number): Promise<CallError | null> {
      const body = { commands: [{ token: deviceId }] }
      return firstError(
        await call('POST', `${API}/device/abort`, {
          body,
          schema: commandResultsSchema,
          ecosystem,
          ms: COMMAND_MS,
        }),
      )
    },

    /** Asks a person to unlock a door. */
    ask: (deviceId: string, command: object, ecosystem: number) =>
      call('POST', `${API}/approval/ask`, {
        body: { token: deviceId, ...command },
        schema: approvalAskedSchema,
        ecosystem,
      }),
    asked: (id: string) =>
      call('GET', `${API}/approval/status?id=${encodeURIComponent(id)}`, { schema: approvalStatusSchema }),

    /** Opens the websocket; resolves once it is signed in to. Returns the function that closes it. */
    async connect({ receive, closed }: SocketOptions): Promise<() => void> {
      const ticket = await askTicket()
      const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/websocket`, {
        maxPayload: MAX_FRAME_BYTES,
        handshakeTimeout: CALL_MS,
        followRedirects: false,
      })
      const say = (subject: string, data: object) => {
        if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ subject, data }))
      }
      const logIn = (token: string) =>
        say('auth.login', { token, batch: true, heartbeat: true, tolerant: true })
      let isAnswered = true
      let isOver = false
      const timers: NodeJS.Timeout[] = []
      const close = () => {
        isOver = true
        for (const timer of timers) clearInterval(timer)
        socket.terminate()
      }
      const end = () => {
        if (isOver) return
        close()
        closed()
      }
      /** Signs in again before the token expires, so that the socket lives on. */
      const renewBefore = (expiresAt: string) => {
        const inMs = Math.max(RENEW_MS, Date.parse(expiresAt) - Date.now() - RENEW_MS)
        timers.push(setTimeout(() => void askTicket().then(logIn, end), Math.min(inMs, MAX_TIMER_MS)))
      }
      return new Promise((resolve, reject) => {
        const handle = (message: ServerMessage) => {
          switch (message.subject) {
            case 'auth.accepted':
              if (timers.length === 0)
                timers.push(
                  setInterval(() => {
                    if (!isAnswered) return end()
                    isAnswered = false
                    say('heartbeat', {})
                  }, HEARTBEAT_MS),
                )
              renewBefore(message.data.expiresAt)
              resolve(close)
              return
            case 'auth.expired':
            case 'auth.rejected':
              return end()
            case 'heartbeat':
              return
            default:
              receive(message)
          }
        }
        socket.on('open', () => logIn(ticket))
        socket.on('error', () => {})
        socket.on('close', () => {
          end()
          reject(new CallFailed(0, { error: 'device_unreachable' }))
        })
        socket.on('message', (data) => {
          isAnswered = true
          for (const message of readFrame(parseFrame(String(data))).messages) handle(message)
        })
      })
    },
  }
}

function parseFrame(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function firstError([result]: z.infer<typeof commandResultsSchema>): CallError | null {
  if (result === undefined) return { error: 'internal_error' }
  return result.status === 'error' ? { error: result.error, detail: result.error_detail } : null
}

export type Client = ReturnType<typeof createClient>
