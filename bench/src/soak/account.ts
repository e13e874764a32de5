import { setTimeout as sleep } from 'node:timers/promises'
import {
  apiTokenSchema,
  type DeviceInfo,
  deviceInfoMapSchema,
  deviceListSchema,
  LIMITS,
  websocketTokenSchema,
} from '@senca/contract'
import type { HttpAnswer, HttpCall } from '../product/http-call.ts'

type Json = Record<string, unknown>

/** The outcome of a request. Without an answer it is unknown whether the request was executed. */
export type Outcome =
  | { kind: 'answered'; status: number; body: unknown; tookMs: number }
  | { kind: 'unanswered'; why: string }
  /** Nobody accepted the connection: the request was certainly not executed. */
  | { kind: 'unreached' }

/** After the kill of a backend PostgreSQL ends all of them and recovers. On a busy machine that takes seconds. */
const AWAY_MS = 20_000
const ASK_AGAIN_MS = 100

const FORM = 'application/x-www-form-urlencoded'

const bodyOf = ({ text }: HttpAnswer): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

export function failureOf(error: unknown): Outcome {
  if (error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED') return { kind: 'unreached' }
  return { kind: 'unanswered', why: error instanceof Error ? error.message : String(error) }
}

/** One account in one browser, whose writes the ledger records. It never retries a write. */
export class Account {
  readonly email: string
  readonly #password: string
  readonly #call: HttpCall
  #cookie = ''
  #token = ''

  constructor(call: HttpCall, email: string, password: string) {
    this.#call = call
    this.email = email
    this.#password = password
  }

  async #send(method: string, path: string, headers: Json, body?: string): Promise<HttpAnswer> {
    const answer = await this.#call({
      method,
      path: `/auth${path}`,
      headers: { ...headers, ...(this.#cookie === '' ? {} : { cookie: this.#cookie }) },
      body,
    })
    const [cookie] = [answer.headers['set-cookie'] ?? []].flat()
    if (cookie?.startsWith('senca_session=')) this.#cookie = cookie.split(';')[0] ?? ''
    return answer
  }

  async #form(path: string, fields: Record<string, string>): Promise<HttpAnswer> {
    return this.#send('POST', path, { 'content-type': FORM }, new URLSearchParams(fields).toString())
  }

  /** Signs in and gets an API token. Throws with the answer if either is refused. */
  async signIn(): Promise<void> {
    this.#cookie = ''
    const answer = await this.#form('/login', { login: this.email, password: this.#password })
    if (answer.status !== 200) throw new Error(`${this.email} cannot sign in: ${answer.text}`)
    await this.renew()
  }

  /** Registers the account. Returns the HTTP status; throws if there was no answer. */
  async register(): Promise<number> {
    const fields = { email: this.email, password: this.#password, confirm_type: 'link' }
    return (await this.#form('/register?lang=en', fields)).status
  }

  async renew(): Promise<void> {
    const answer = await this.#send('POST', '/login', {})
    if (answer.status !== 200) throw new Error(`${this.email} gets no api token: ${answer.text}`)
    this.#token = apiTokenSchema.parse(bodyOf(answer)).token
  }

  bearer(): string {
    return this.#token
  }

  cookie(): string {
    return this.#cookie
  }

  /** Sends a request. If the token has expired, renews it and sends the request again, because the first one was not executed. */
  async ask(method: string, path: string, json?: Json): Promise<Outcome> {
    const isByBearer = path.startsWith('/api/')
    const isRefused = ({ status, text }: HttpAnswer) => status === 401 && text.includes('api_token')
    const once = () =>
      this.#send(
        method,
        path,
        {
          ...(isByBearer ? { authorization: `Bearer ${this.#token}` } : {}),
          ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        },
        json === undefined ? undefined : JSON.stringify(json),
      )
    try {
      let answer = await once()
      if (isRefused(answer)) {
        await this.renew()
        answer = await once()
      }
      return { kind: 'answered', status: answer.status, body: bodyOf(answer), tookMs: answer.tookMs }
    } catch (error) {
      return failureOf(error)
    }
  }

  /** The body of an answer that must have status 200. Asks again while the database is away (503). */
  async read(path: string): Promise<unknown> {
    const endMs = performance.now() + AWAY_MS
    let outcome = await this.ask('GET', path)
    while (outcome.kind === 'answered' && outcome.status === 503 && performance.now() < endMs) {
      await sleep(ASK_AGAIN_MS)
      outcome = await this.ask('GET', path)
    }
    if (outcome.kind !== 'answered' || outcome.status !== 200)
      throw new Error(`${path}: ${JSON.stringify(outcome)}`)
    return outcome.body
  }

  /** Every device of the account, by id. */
  async devices(): Promise<Record<string, DeviceInfo>> {
    const ids = Object.keys(deviceListSchema.parse(await this.read('/api/v1/device/list?index=token')))
    const found: Record<string, DeviceInfo> = {}
    for (let at = 0; at < ids.length; at += LIMITS.DEVICE_INFO_BATCH) {
      const query = ids.slice(at, at + LIMITS.DEVICE_INFO_BATCH).map((id) => `devicetoken=${id}`)
      Object.assign(
        found,
        deviceInfoMapSchema.parse(await this.read(`/api/v1/device/info?${query.join('&')}`)),
      )
    }
    return found
  }

  async websocketToken(): Promise<string> {
    return websocketTokenSchema.parse(await this.read('/account/websocket/token')).token
  }
}
