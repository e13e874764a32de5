import { SUBJECTS, type Subject } from '@senca/contract'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type ApiCall, describedCalls } from '#testing/api-description.ts'
import {
  askLinks,
  createConfirmedClient,
  createGuest,
  deleteLink,
  ENDED,
  FROZEN,
  LINK_HEADER,
  makeLink,
  UNKNOWN,
  updateLink,
  verdictOf,
} from '#testing/homes/link-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { type Answer, createTestClient, type TestClient } from '#testing/test-client.ts'
import { openSignedInSocket, type TestSocket } from '#testing/test-socket.ts'

/** The link tokens that a guest may send. */
const SHOWN = [
  'no token',
  'a token that never was',
  'a good link',
  'an expired link',
  'a deleted link',
  'a link that is not yet valid',
  'a link outside its windows',
  'a spent link',
  'a paused link',
  'a link of another device',
  'a link of another owner',
  'a link without its PIN',
  'the owner of another account',
] as const
type Shown = (typeof SHOWN)[number]

const EARLY = '403 insufficient_permission startsAt'
const CLOSED = '403 insufficient_permission windows'
const NO_PIN = '403 insufficient_permission pin'
const OUTSIDE = '200 insufficient_permission'

/** The verdicts of calls that view a link or what it shares, and of the websocket. */
const VIEWING: Record<Shown, string> = {
  'no token': UNKNOWN,
  'a token that never was': UNKNOWN,
  'a good link': '200',
  'an expired link': ENDED,
  'a deleted link': ENDED,
  'a link that is not yet valid': EARLY,
  'a link outside its windows': CLOSED,
  'a spent link': ENDED,
  'a paused link': FROZEN,
  'a link of another device': '200',
  'a link of another owner': '200',
  'a link without its PIN': NO_PIN,
  'the owner of another account': UNKNOWN,
}
/** Calls that say when a link is valid answer also outside its times. */
const KNOWING: Record<Shown, string> = {
  ...VIEWING,
  'a link that is not yet valid': '200',
  'a link outside its windows': '200',
  'a paused link': '200',
}
/** The verdicts of calls that send something to the owner’s device. */
const COMMANDING: Record<Shown, string> = {
  ...VIEWING,
  'a link of another device': OUTSIDE,
  'a link of another owner': OUTSIDE,
}

interface Rule {
  verdicts: Record<Shown, string>
  json?(deviceId: string): object
}

/** Every call that accepts a link. A new call that takes links or is public needs a row here or below. */
const RULES: Record<string, Rule> = {
  'POST /auth/api/v1/device-link/info': { verdicts: KNOWING, json: () => ({}) },
  'POST /auth/api/v1/device-link/devices': { verdicts: VIEWING, json: () => ({}) },
  'POST /auth/api/v1/device-link/action': {
    verdicts: COMMANDING,
    json: (id) => ({ deviceIds: [id], action: { command: 'move', position: 50 } }),
  },
  'POST /auth/api/v1/device-link/stop': { verdicts: COMMANDING, json: (id) => ({ deviceIds: [id] }) },
  'GET /auth/api/v1/device-link/list': {
    verdicts: { ...KNOWING, 'no token': '401 api_token_missing', 'the owner of another account': '200' },
  },
  'GET /auth/account/websocket/token': {
    verdicts: { ...VIEWING, 'no token': '401 login_required', 'the owner of another account': '200' },
  },
}

/** Public calls for which a link has no meaning. */
const OF_NOBODY = new Set([
  'POST /auth/register',
  'POST /auth/login',
  'GET /auth/login/nonce',
  'POST /auth/login/second/options',
  'POST /auth/login/second',
  'POST /auth/login/passkey/start',
  'POST /auth/login/passkey',
  'POST /auth/account/confirm',
  'POST /auth/account/{token}/confirm',
  'POST /auth/account/{token}/disown',
  'POST /auth/account/addpassword',
  'GET /auth/account/resetpassword',
  'POST /auth/account/reset',
  'POST /auth/account/{token}/reset',
  'POST /auth/account/delete',
  'POST /auth/account/{token}/delete',
  'GET /auth/weather/netatmo/callback',
  'POST /auth/push/receipt',
  // Its key is part of the path.
  'POST /auth/hook/{key}',
])

const REFUSED = {
  session: '401 login_required',
  'api-token': '401 api_token_missing',
  operator: '401 api_token_missing',
} as const

let app: TestApp
let owner: TestClient
let other: TestClient
let calls: ApiCall[]
let shade: Awaited<ReturnType<typeof moveIn>>
let awning: Awaited<ReturnType<typeof moveIn>>
const homes: Awaited<ReturnType<typeof moveIn>>[] = []
const tokens = new Map<Shown, string>()

async function makeLinks() {
  const inMs = (ms: number) => new Date(app.clock.now().getTime() + ms).toISOString()
  const make = async (shown: Shown, terms: object = {}, devices = [shade.id], client = owner) => {
    const { token } = await makeLink(app, client, devices, { ...terms })
    tokens.set(shown, token)
    return token
  }
  const hour = (ms: number) => new Date(app.clock.now().getTime() + ms).toISOString().slice(11, 16)
  tokens.set('a token that never was', 'A'.repeat(43))
  await make('a good link')
  await make('an expired link', { expiresAt: inMs(1_000) })
  await deleteLink(owner, await make('a deleted link'))
  await make('a link that is not yet valid', { startsAt: inMs(600_000) })
  const windows = [{ days: [1, 2, 3, 4, 5, 6, 7], from: hour(7_200_000), until: hour(10_800_000) }]
  await make('a link outside its windows', { windows })
  const spent = await make('a spent link', { multiUse: false })
  await createGuest(app, spent).act([shade.id], { command: 'move', position: 10 })
  await make('a link of another device', {}, [awning.id])
  const theirs = await moveIn(app, other, 'awning')
  await make('a link of another owner', {}, [theirs.id], other)
  await make('a link without its PIN', { pin: '1234' })
  const frozen = await createConfirmedClient(app)
  const cold = await moveIn(app, frozen, 'awning')
  await make('a paused link', {}, [cold.id], frozen)
  await frozen.ok(askLinks(frozen, 'freeze', { frozen: true }))
  homes.push(theirs, cold)
  // After the end of one link, and after the other one no longer shows its device.
  app.clock.advance(15_000)
}

beforeAll(async () => {
  app = await createTestApp()
  calls = await describedCalls(app.http)
  owner = await createConfirmedClient(app)
  other = await createConfirmedClient(app)
  shade = await moveIn(app, owner, 'roller_shutter')
  awning = await moveIn(app, owner, 'awning')
  homes.push(shade, awning)
  await makeLinks()
})
afterAll(async () => {
  for (const { device } of homes) await device.end()
  await app.close()
})

/** Makes a call with only this link token. */
async function callAs(
  call: Pick<ApiCall, 'method' | 'path'>,
  shown: Shown,
  json?: object,
  beside: Record<string, string> = {},
): Promise<Answer> {
  const isOther = shown === 'the owner of another account'
  const token = tokens.get(shown)
  const headers: Record<string, string> = {
    ...beside,
    ...(isOther ? { authorization: `Bearer ${await other.apiToken()}`, cookie: other.cookieHeader() } : {}),
    ...(token === undefined ? {} : { [LINK_HEADER]: token }),
  }
  return createTestClient(app).call(call.method, call.path, {
    headers,
    ...(json === undefined ? {} : { json }),
  })
}

/** The verdict of an answer; for results, that of the device. */
function verdictFor(answer: Answer): string {
  const verdict = verdictOf(answer)
  const error = /"error":"(\w+)"/.exec(JSON.stringify(answer.body))?.[1]
  return verdict === '200' && error !== undefined ? `200 ${error}` : verdict
}

describe('the matrix of links', () => {
  it('has a rule for every call that takes a link or anybody', () => {
    const open = calls.filter(({ access }) => !Object.hasOwn(REFUSED, access)).map(({ name }) => name)
    expect(open.toSorted()).toEqual([...Object.keys(RULES), ...OF_NOBODY].toSorted())
  })

  it.each(SHOWN)('%s is good for what it should be, and nothing more', async (shown) => {
    const before = shade.device.received.length
    const verdicts: [string, string][] = []
    for (const [name, { json }] of Object.entries(RULES)) {
      const [method = '', path = ''] = name.split(' ')
      verdicts.push([name, verdictFor(await callAs({ method, path }, shown, json?.(shade.id)))])
    }
    expect(verdicts).toEqual(Object.entries(RULES).map(([name, rule]) => [name, rule.verdicts[shown]]))
    expect(shade.device.received.length > before).toBe(shown === 'a good link')
  })

  it.each(SHOWN.filter((shown) => shown !== 'no token' && shown !== 'the owner of another account'))(
    '%s counts alone, whatever account its holder is signed in to',
    async (shown) => {
      const beside = { authorization: `Bearer ${await owner.apiToken()}`, cookie: owner.cookieHeader() }
      for (const [name, { json, verdicts }] of Object.entries(RULES)) {
        const [method = '', path = ''] = name.split(' ')
        const verdict = verdictFor(await callAs({ method, path }, shown, json?.(shade.id), beside))
        expect([name, verdict]).toEqual([name, verdicts[shown]])
      }
    },
  )

  it.each(SHOWN.filter((shown) => shown !== 'the owner of another account'))(
    '%s is no identity where an account is asked for',
    async (shown) => {
      for (const call of calls) {
        const expected = Object.entries(REFUSED).find(([access]) => access === call.access)?.[1]
        if (expected === undefined) continue
        const json = call.bodyKeys === null ? undefined : {}
        expect([call.name, verdictOf(await callAs(call, shown, json))]).toEqual([call.name, expected])
        if (shown === 'no token') continue
        // If a link and an account are both given, only one identity is used.
        const beside = { authorization: `Bearer ${await owner.apiToken()}`, cookie: owner.cookieHeader() }
        const asBoth =
          call.access === 'operator' ? expected : verdictOf(await callAs(call, shown, json, beside))
        expect([call.name, asBoth]).toEqual([call.name, expected])
      }
    },
  )

  it('shows a link of another owner nothing of this one', async () => {
    const json = { deviceLinkToken: tokens.get('a link of another owner') }
    for (const call of ['info', 'devices']) {
      const answer = await createTestClient(app).call('POST', `/auth/api/v1/device-link/${call}`, { json })
      expect(JSON.stringify(answer.body)).not.toContain(shade.id)
    }
  })
})

type ActivityEvent = (token: string) => unknown

/** What causes each message about the owner’s shade, for a guest whose link contains it. */
const EVENTS: Record<Subject, ActivityEvent | 'of the sign-in' | 'not for guests'> = {
  'auth.login': 'of the sign-in',
  'auth.accepted': 'of the sign-in',
  'auth.expired': 'of the sign-in',
  'auth.rejected': 'of the sign-in',
  'scenario.created': 'not for guests',
  'scenario.updated': 'not for guests',
  'scenario.status_updated': 'not for guests',
  'scenario.deleted': 'not for guests',
  'groups.updated': 'not for guests',
  'moments.updated': 'not for guests',
  'sharing.updated': 'not for guests',
  'rooms.updated': 'not for guests',
  'roles.updated': 'not for guests',
  'bridges.updated': 'not for guests',
  'bridges.identify': 'not for guests',
  'notifications.updated': 'not for guests',
  'discovery.updated': 'not for guests',
  'approvals.updated': 'not for guests',
  'device.created': (token) => updateLink(owner, token, { devices: [shade.id, awning.id] }),
  'device.updated': () =>
    owner.ok(owner.api('POST', '/auth/api/v1/device/rename', { json: { token: shade.id, name: 'Another' } })),
  'device.state_update': () => shade.device.report({ position: 0.77 }),
  'device.deleted': (token) => updateLink(owner, token, { devices: [awning.id] }),
}

describe('the matrix of the sockets of links', () => {
  it('publishes every subject to guests who may receive it, and to no others', async () => {
    const { token } = await makeLink(app, owner, [awning.id])
    const mine = await openSignedInSocket(app, await createGuest(app, token).goodWebsocketToken())
    const silent: TestSocket[] = []
    for (const shown of ['a link of another device', 'a link of another owner'] as const) {
      const guest = createGuest(app, tokens.get(shown))
      silent.push(await openSignedInSocket(app, await guest.goodWebsocketToken()))
    }
    const events = SUBJECTS.flatMap((subject) => {
      const event = EVENTS[subject]
      return typeof event === 'function' ? [{ subject, event }] : []
    })
    // The deletion comes last, because nothing can happen to the device afterwards.
    events.sort((a, b) => Number(a.subject === 'device.deleted') - Number(b.subject === 'device.deleted'))
    for (const { subject, event } of events) {
      const mark = mine.received.length
      await event(token)
      await vi.waitFor(() => {
        const notified = mine.received.slice(mark).find((message) => message.subject === subject)
        expect(notified?.data).toMatchObject({ deviceId: shade.id })
      })
    }
    expect(silent.map(({ received }) => received.map(({ subject }) => subject))).toEqual(
      silent.map(() => ['auth.accepted']),
    )
    for (const socket of [mine, ...silent]) socket.end()
  })
})
