import {
  apiTokenSchema,
  commandResultsSchema,
  type DeviceInfo,
  deviceInfoMapSchema,
  deviceInfoSchema,
  deviceListSchema,
  provisionedDevicesSchema,
  type ServerMessage,
  serverMessageSchema,
  websocketTokenSchema,
} from '@senca/contract'
import { type DeviceHealth, deviceHealthSchema } from '@senca/contract/health'
import { WebSocket } from 'ws'
import * as z from 'zod/mini'

type Json = Record<string, unknown>

export interface Listening {
  /** All messages of the socket, oldest first. */
  readonly received: readonly ServerMessage[]
  /** The state updates of a device. */
  updatesOf(id: string): Extract<ServerMessage, { subject: 'device.state_update' }>['data'][]
  close(): void
}

/** The browser in which the accounts of the tests are created and used. Logins from others are notified. */
export const KNOWN_BROWSER = { name: 'senca_browser', value: 'known-browser-of-the-tests'.padEnd(43, '0') }

/** An external client. It only uses the URL and the documented API; it shares nothing with our code but the schemas. */
export class Client {
  readonly #url: string
  #cookie = ''
  #token = ''

  constructor(url: string) {
    this.#url = url
  }

  async call(
    method: string,
    path: string,
    init: { form?: Record<string, string>; json?: Json; bearer?: boolean } = {},
  ) {
    const headers: Record<string, string> = {}
    if (init.bearer === true) headers.authorization = `Bearer ${this.#token}`
    else headers.cookie = [`${KNOWN_BROWSER.name}=${KNOWN_BROWSER.value}`, this.#cookie].join('; ')
    if (init.json !== undefined) headers['content-type'] = 'application/json'
    const body = init.form === undefined ? JSON.stringify(init.json) : new URLSearchParams(init.form)
    const answer = await fetch(`${this.#url}/auth${path}`, {
      method,
      headers,
      ...(init.form === undefined && init.json === undefined ? {} : { body }),
    })
    const cookie = answer.headers.getSetCookie().find((line) => line.startsWith('senca_session='))
    if (cookie !== undefined) this.#cookie = cookie.split(';')[0] ?? ''
    return { status: answer.status, body: await answer.json() }
  }

  /** Confirms an account with the link of its e-mail. */
  async confirm(link: string): Promise<void> {
    const token = new URL(link).searchParams.get('token') ?? ''
    const { body } = await this.call('POST', '/account/confirm', { form: { token } })
    const form = { state: String(Object(body).state) }
    const { status } = await this.call('POST', `/account/${token}/confirm`, { form })
    if (status !== 200) throw new Error(`The account was not confirmed: ${status}`)
  }

  /** Makes a POST request to the API and returns the answer. Throws the answer if it is an error. */
  async post(path: string, json: Json): Promise<unknown> {
    const { status, body } = await this.call('POST', `/api/v1/${path}`, { bearer: true, json })
    if (status !== 200) throw new Error(JSON.stringify(body))
    return body
  }

  /** Deletes everything of one kind. */
  async deleteAll(kind: 'group' | 'role' | 'room' | 'scenario'): Promise<void> {
    const { body } = await this.call('GET', `/api/v1/${kind}/list`, { bearer: true })
    for (const { id } of z.array(z.object({ id: z.string() })).parse(body))
      await this.post(`${kind}/delete`, { id })
  }

  /** Signs in and fetches an API token. Throws the answer if one of the two is refused. */
  async signIn(email: string, password: string): Promise<void> {
    const signedIn = await this.call('POST', '/login', { form: { login: email, password } })
    if (signedIn.status !== 200) throw new Error(JSON.stringify(signedIn))
    await this.refresh()
  }

  async register(email: string, password: string): Promise<void> {
    const answer = await this.call('POST', '/register?lang=en', {
      form: { email, password, confirm_type: 'link' },
    })
    if (answer.status !== 200) throw new Error(JSON.stringify(answer))
    await this.refresh()
  }

  async refresh(): Promise<void> {
    const answer = await this.call('POST', '/login')
    this.#token = apiTokenSchema.parse(answer.body).token
  }

  async list(): Promise<Record<string, string>> {
    const { body } = await this.call('GET', '/api/v1/device/list?index=token', { bearer: true })
    return deviceListSchema.parse(body)
  }

  /** All devices of the account by id. */
  async devices(): Promise<Record<string, DeviceInfo>> {
    const query = Object.keys(await this.list()).map((token) => `devicetoken=${encodeURIComponent(token)}`)
    if (query.length === 0) return {}
    const { body } = await this.call('GET', `/api/v1/device/info?${query.join('&')}`, { bearer: true })
    return deviceInfoMapSchema.parse(body)
  }

  async device(id: string): Promise<DeviceInfo> {
    const device = (await this.devices())[id]
    if (device === undefined) throw new Error(`no ${id} in this home`)
    return device
  }

  async health(id: string): Promise<DeviceHealth> {
    const query = new URLSearchParams({ devicetoken: id })
    const { body } = await this.call('GET', `/api/v1/device/health?${query}`, { bearer: true })
    return deviceHealthSchema.parse(body)
  }

  /** A device by its name. */
  async named(name: string): Promise<DeviceInfo> {
    const device = Object.values(await this.devices()).find((info) => info.name === name)
    if (device === undefined) throw new Error(`no ${name} in this home`)
    return device
  }

  /** The first device of a type. */
  async first(devicetype: DeviceInfo['devicetype']): Promise<DeviceInfo> {
    const device = Object.values(await this.devices()).find((info) => info.devicetype === devicetype)
    if (device === undefined) throw new Error(`no ${devicetype} in this home`)
    return device
  }

  async claim(claimCode: string, name: string): Promise<DeviceInfo> {
    return deviceInfoSchema.parse(await this.post('device/claim', { claimCode, name }))
  }

  async move(commands: readonly Json[], wait: boolean) {
    const { body } = await this.call('POST', '/api/v1/device/move', {
      bearer: true,
      json: { commands, wait },
    })
    return commandResultsSchema.parse(body)
  }

  async abort(token: string) {
    const json = { commands: [{ token }] }
    return commandResultsSchema.parse(
      (await this.call('POST', '/api/v1/device/abort', { bearer: true, json })).body,
    )
  }

  async websocketToken(): Promise<string> {
    const { body } = await this.call('GET', '/account/websocket/token')
    return websocketTokenSchema.parse(body).token
  }

  /**
   * Opens the websocket and signs in, with the token `known` if it is given. Resolves when the server has accepted it. All
   * messages are kept in order.
   */
  async listen(known?: string): Promise<Listening> {
    const token = known ?? (await this.websocketToken())
    const received: ServerMessage[] = []
    const socket = new WebSocket(`${this.#url.replace(/^http/, 'ws')}/websocket`)
    await new Promise<void>((done, fail) => {
      socket.on('open', () => socket.send(JSON.stringify({ subject: 'auth.login', data: { token } })))
      socket.on('error', fail)
      socket.on('message', (frame) => {
        const message = serverMessageSchema.parse(JSON.parse(String(frame)))
        received.push(message)
        if (message.subject === 'auth.accepted') done()
      })
    })
    return {
      received,
      updatesOf: (id) =>
        received.flatMap((message) =>
          message.subject === 'device.state_update' && message.data.deviceId === id ? [message.data] : [],
        ),
      close: () => socket.close(),
    }
  }
}

/** Lets the operator create one device of a type: `{id, secret, claimCode}`. */
export async function provision(url: string, operatorToken: string, type: string) {
  const answer = await fetch(`${url}/auth/api/v1/operator/device/provision`, {
    method: 'POST',
    headers: { authorization: `Bearer ${operatorToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ type, count: 1 }),
  })
  const [device] = provisionedDevicesSchema.parse(await answer.json())
  if (device === undefined) throw new Error('nothing was provisioned')
  return device
}
