import { apiTokenSchema, deviceInfoMapSchema, LIMITS, websocketTokenSchema } from '@senca/contract'

const PASSWORD = 'a-quiet-street-3'
const TOKEN_MARGIN_MS = 60_000

/** An account of the product, used through the same calls as a page. */
export async function registerAccount(url: string, number: number) {
  const person = personOf(url, number)
  await person.register()
  return person
}

/** A person with a unique client address; many registrations from one address would be rate-limited. */
function personOf(url: string, number: number) {
  const address = `10.${(number >> 14) & 127}.${(number >> 7) & 127}.${(number & 127) + 1}`
  const send = async (method: string, path: string, headers: Record<string, string>, body?: string) => {
    const answer = await fetch(`${url}/auth${path}`, {
      method,
      headers: { 'x-forwarded-for': address, ...headers },
      ...(body === undefined ? {} : { body }),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer
  }
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const email = `bench-${process.pid}-${number}@example.org`
  const cookieOf = (answer: Response) =>
    answer.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
  const fields = new URLSearchParams({ email, password: PASSWORD, confirm_type: 'link' })
  const credentials = new URLSearchParams({ login: email, password: PASSWORD })
  const signIn = async () => cookieOf(await send('POST', '/login', form, String(credentials)))
  let cookie = ''
  let socketCookie = ''
  let websocketTokens = 0

  let token = ''
  let tokenEndsAt = 0
  /** An API token that is valid for some time. */
  const apiToken = async (): Promise<string> => {
    if (Date.now() > tokenEndsAt - TOKEN_MARGIN_MS) {
      if (cookie === '') cookie = await signIn()
      const issued = apiTokenSchema.parse(await (await send('POST', '/login', { cookie })).json())
      token = issued.token
      tokenEndsAt = new Date(issued.expiresAt).getTime()
    }
    return token
  }
  const call = async (method: string, path: string, json?: Record<string, unknown>) => {
    const headers = {
      authorization: `Bearer ${await apiToken()}`,
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
    }
    const answer = await send(method, `/api/v1/${path}`, headers, JSON.stringify(json))
    return answer.json()
  }
  return {
    email,
    apiToken,
    async register() {
      cookie = cookieOf(await send('POST', '/register?lang=en', form, String(fields)))
      socketCookie = cookie
    },
    signIn,
    /** The same person at another address of the product. */
    at: (other: string) => personOf(other, number),
    get: (path: string): Promise<unknown> => call('GET', path),
    /** Any call below the API, by POST. */
    post: (path: string, json: Record<string, unknown>): Promise<unknown> => call('POST', path, json),
    async claim(claimCode: string, name: string) {
      await call('POST', 'device/claim', { claimCode, name })
    },
    /** Removes devices from the home, whether they are online or not. */
    remove: (ids: readonly string[]) =>
      call('DELETE', `device/delete?${ids.map((id) => `devicetoken=${id}`).join('&')}&force=true`),
    /** `device/info` of these devices, by id. */
    async inspect(ids: readonly string[]) {
      const found = []
      for (let start = 0; start < ids.length; start += LIMITS.DEVICE_INFO_BATCH) {
        const slice = ids.slice(start, start + LIMITS.DEVICE_INFO_BATCH)
        const query = slice.map((id) => `devicetoken=${id}`).join('&')
        found.push(...Object.entries(deviceInfoMapSchema.parse(await call('GET', `device/info?${query}`))))
      }
      return Object.fromEntries(found)
    },
    async websocketToken(): Promise<string> {
      // A session has a limited number of sockets, and each token opens one, so a new session is created in time.
      if (websocketTokens > 0 && websocketTokens % LIMITS.WEBSOCKETS_PER_SESSION === 0) {
        socketCookie = await signIn()
      }
      websocketTokens += 1
      const answer = await send('GET', '/account/websocket/token', { cookie: socketCookie })
      return websocketTokenSchema.parse(await answer.json()).token
    },
  }
}

export type HomeAccount = Awaited<ReturnType<typeof registerAccount>>
