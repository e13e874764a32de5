import {
  apiTokenSchema,
  type CommandResult,
  commandResultsSchema,
  type DeviceInfo,
  type DeviceType,
  deviceInfoMapSchema,
  deviceInfoSchema,
  errorBodySchema,
  provisionedDevicesSchema,
  websocketTokenSchema,
} from '@senca/contract'
import { OPERATOR_TOKEN } from './test-app.ts'

export const GOOD_PASSWORD = 'lamp-river-42'

export interface Answer {
  status: number
  body: unknown
  headers: Headers
}

interface CallOptions {
  headers?: Record<string, string>
  form?: Record<string, string>
  json?: unknown
  raw?: { type: string; body: string | Uint8Array }
}

/** The status and the fields of an error answer as one object. */
export const refusalOf = ({ status, body }: Answer) => ({ status, ...Object(body) })

/** The code of an error answer. */
export const errorOf = ({ body }: Answer): string => errorBodySchema.parse(body).error

let accountCount = 0
export const newEmail = (): string => {
  accountCount += 1
  return `person-${accountCount}-${process.pid}@example.com`
}

/** A client written from the design, with its own cookie jar. */
export function createTestClient(app: { url: string }) {
  let cookie: string | undefined
  const otherCookies = new Map<string, string>()
  let apiToken: string | undefined

  const cookieHeader = () => [...(cookie === undefined ? [] : [cookie]), ...otherCookies.values()].join('; ')

  const call = async (method: string, path: string, options: CallOptions = {}): Promise<Answer> => {
    const headers: Record<string, string> = { ...options.headers }
    if (headers.cookie === undefined && cookieHeader() !== '') headers.cookie = cookieHeader()
    let body: string | Uint8Array | undefined
    if (options.form !== undefined) {
      headers['content-type'] = 'application/x-www-form-urlencoded'
      body = new URLSearchParams(options.form).toString()
    } else if (options.json !== undefined) {
      headers['content-type'] = 'application/json'
      body = JSON.stringify(options.json)
    } else if (options.raw !== undefined) {
      headers['content-type'] = options.raw.type
      body = options.raw.body
    }
    const response = await fetch(`${app.url}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
    })
    for (const set of response.headers.getSetCookie()) {
      const [pair = ''] = set.split(';')
      if (pair.startsWith('senca_session=')) cookie = pair
      else otherCookies.set(pair.split('=')[0] ?? '', pair)
    }
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') !== false
    const answer = text === '' ? null : isJson ? JSON.parse(text) : text
    return { status: response.status, body: answer, headers: response.headers }
  }

  const ok = async (answer: Promise<Answer>): Promise<unknown> => {
    const { status, body } = await answer
    if (status !== 200) throw new Error(`expected 200, got ${status} ${JSON.stringify(body)}`)
    return body
  }

  const withToken = async (options: CallOptions = {}): Promise<CallOptions> => {
    apiToken ??= apiTokenSchema.parse(await ok(call('POST', '/auth/login'))).token
    return { ...options, headers: { authorization: `Bearer ${apiToken}`, ...options.headers } }
  }

  const client = {
    call,
    ok,
    /** The session cookie only. */
    cookie: () => cookie,
    cookieHeader,
    setCookie: (value: string | undefined) => {
      cookie = value
    },
    forgetApiToken: () => {
      apiToken = undefined
    },
    /** Makes a call with an API token of the session. */
    api: async (method: string, path: string, options?: CallOptions) =>
      call(method, path, await withToken(options)),
    register: (email: string, password = GOOD_PASSWORD) =>
      call('POST', '/auth/register', { form: { email, password, confirm_type: 'link' } }),
    logIn: (email: string, password = GOOD_PASSWORD) =>
      call('POST', '/auth/login', { form: { login: email, password } }),
    apiToken: async () => (await withToken()).headers?.authorization?.slice('Bearer '.length) ?? '',
    websocketToken: async () =>
      websocketTokenSchema.parse(await ok(call('GET', '/auth/account/websocket/token'))).token,
    claim: async (claimCode: string, name: string): Promise<DeviceInfo> =>
      deviceInfoSchema.parse(
        await ok(client.api('POST', '/auth/api/v1/device/claim', { json: { claimCode, name } })),
      ),
    info: async (...ids: string[]): Promise<Record<string, DeviceInfo>> => {
      const query = ids.map((id) => `devicetoken=${encodeURIComponent(id)}`).join('&')
      return deviceInfoMapSchema.parse(await ok(client.api('GET', `/auth/api/v1/device/info?${query}`)))
    },
    move: async (commands: object[], wait?: boolean): Promise<CommandResult[]> =>
      commandResultsSchema.parse(
        await ok(
          client.api('POST', '/auth/api/v1/device/move', {
            json: { commands, ...(wait === undefined ? {} : { wait }) },
          }),
        ),
      ),
    abort: async (...tokens: string[]): Promise<CommandResult[]> =>
      commandResultsSchema.parse(
        await ok(
          client.api('POST', '/auth/api/v1/device/abort', {
            json: { commands: tokens.map((token) => ({ token })) },
          }),
        ),
      ),
    delete: async (id: string, force?: boolean): Promise<CommandResult[]> =>
      commandResultsSchema.parse(
        await ok(
          client.api(
            'DELETE',
            `/auth/api/v1/device/delete?devicetoken=${id}${force === undefined ? '' : `&force=${force}`}`,
          ),
        ),
      ),
    provision: async (type: DeviceType, count = 1) =>
      provisionedDevicesSchema.parse(
        await ok(
          call('POST', '/auth/api/v1/operator/device/provision', {
            json: { type, count },
            headers: { authorization: `Bearer ${OPERATOR_TOKEN}` },
          }),
        ),
      ),
  }
  return client
}

export type TestClient = ReturnType<typeof createTestClient>

/** A client that is signed in to a new account. */
export async function createSignedInClient(app: { url: string }) {
  const client = createTestClient(app)
  await client.ok(client.register(newEmail()))
  return client
}
