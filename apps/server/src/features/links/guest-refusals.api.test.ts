import { LIMITS } from '@senca/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createConfirmedClient,
  createGuest,
  deleteLink,
  ENDED,
  LINK_HEADER,
  makeLink,
  UNKNOWN,
  updateLink,
  verdictOf,
} from '#testing/homes/link-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { createTestClient, type TestClient } from '#testing/test-client.ts'

const HOUR_MS = 3_600_000

let app: TestApp
let owner: TestClient
let shade: Awaited<ReturnType<typeof moveIn>>
let secret: Awaited<ReturnType<typeof moveIn>>
beforeAll(async () => {
  app = await createTestApp()
  owner = await createConfirmedClient(app)
  shade = await moveIn(app, owner, 'roller_shutter', { name: 'Kitchen' })
  secret = await moveIn(app, owner, 'awning', { name: 'Not lent' })
})
afterAll(async () => {
  for (const { device } of [shade, secret]) await device.end()
  await app.close()
})

const inMs = (ms: number) => new Date(app.clock.now().getTime() + ms).toISOString()
const move = (position: number) => ({ command: 'move', position })

const failure = (id: string, error: string) => [
  { status: 'error', error, error_description: expect.any(String), device_ids: [id] },
]

const CALLS = ['info', 'devices', 'action', 'stop'] as const

const verdicts = async (guest: ReturnType<typeof createGuest>, headers: Record<string, string> = {}) => {
  const json = {
    info: {},
    devices: {},
    action: { deviceIds: [shade.id], action: move(1) },
    stop: { deviceIds: [shade.id] },
  }
  return Promise.all(CALLS.map(async (call) => verdictOf(await guest.ask(call, json[call], headers))))
}

const all = (verdict: string) => CALLS.map(() => verdict)
const GOOD = all('200')

describe('a link is refused', () => {
  it('that does not exist, or that is not sent', async () => {
    expect(await verdicts(createGuest(app))).toEqual(all(UNKNOWN))
    expect(await verdicts(createGuest(app, 'A'.repeat(43)))).toEqual(all(UNKNOWN))
    expect(await verdicts(createGuest(app, ''))).toEqual(all(UNKNOWN))
  })

  it('by its body before its header, whatever else is sent', async () => {
    const good = await makeLink(app, owner, [shade.id])
    const ended = await makeLink(app, owner, [shade.id])
    await deleteLink(owner, ended.token)
    const bearer = { authorization: `Bearer ${await owner.apiToken()}`, cookie: owner.cookieHeader() }
    const header = (token: string) => ({ [LINK_HEADER]: token })
    expect(await verdicts(createGuest(app), header(good.token))).toEqual(GOOD)
    expect(await verdicts(createGuest(app, ''), header(good.token))).toEqual(GOOD)
    const bodiless = createTestClient(app).call('POST', '/auth/api/v1/device-link/info', {
      headers: header(good.token),
    })
    expect(verdictOf(await bodiless)).toBe('200')
    expect(await verdicts(createGuest(app), bearer)).toEqual(all(UNKNOWN))
    expect(await verdicts(createGuest(app, ended.token), { ...header(good.token), ...bearer })).toEqual(
      all(ENDED),
    )
    expect(await verdicts(createGuest(app, good.token), { ...header(ended.token), ...bearer })).toEqual(GOOD)
    // An additional identity does not extend what the link shares.
    const asBoth = await createGuest(app, good.token).ask(
      'action',
      { deviceIds: [secret.id], action: move(2) },
      bearer,
    )
    expect(asBoth.body).toEqual(failure(secret.id, 'insufficient_permission'))
  })

  it('with a token that is for something else', async () => {
    const { token } = await makeLink(app, owner, [shade.id])
    const guest = createGuest(app, token)
    for (const other of [
      await owner.apiToken(),
      await owner.websocketToken(),
      await guest.goodWebsocketToken(),
    ]) {
      expect(await verdicts(createGuest(app, other))).toEqual(all(UNKNOWN))
      const byLink = await guest.client.call('GET', '/auth/api/v1/device/list', {
        headers: { [LINK_HEADER]: other },
      })
      expect(verdictOf(byLink)).toBe('401 api_token_missing')
    }
    const asBearer = await guest.client.call('GET', '/auth/api/v1/device/list', {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(verdictOf(asBearer)).toBe('401 api_token_invalid')
  })

  it('before it starts, with its start in the answer, and once it has expired', async () => {
    const startsAt = inMs(HOUR_MS)
    const { token } = await makeLink(app, owner, [shade.id], { startsAt, expiresAt: inMs(2 * HOUR_MS) })
    const guest = createGuest(app, token)
    const early = '403 insufficient_permission startsAt'
    expect(await verdicts(guest)).toEqual(['200', early, early, early])
    expect(await guest.info()).toMatchObject({ state: 'upcoming', startsAt })
    app.clock.advance(HOUR_MS - 1)
    expect(await verdicts(guest)).toEqual(['200', early, early, early])
    app.clock.advance(1)
    expect(await verdicts(guest)).toEqual(GOOD)
    app.clock.advance(HOUR_MS - 1)
    expect(await verdicts(guest)).toEqual(GOOD)
    app.clock.advance(1)
    expect(await verdicts(guest)).toEqual(all(ENDED))
    expect(verdictOf(await guest.websocketToken())).toBe(ENDED)
    owner.forgetApiToken()
    await updateLink(owner, token, { expiresAt: inMs(HOUR_MS) })
    expect(await verdicts(guest)).toEqual(GOOD)
  })

  it('outside its windows, with the windows in the answer [LN4]', async () => {
    const now = app.clock.now()
    const clockTime = (ms: number) => new Date(now.getTime() + ms).toISOString().slice(11, 16)
    const { token } = await makeLink(app, owner, [shade.id], {
      windows: [{ days: [1, 2, 3, 4, 5, 6, 7], from: clockTime(HOUR_MS), until: clockTime(2 * HOUR_MS) }],
      expiresAt: inMs(20 * 24 * HOUR_MS),
    })
    const guest = createGuest(app, token)
    const closed = '403 insufficient_permission windows'
    expect(await verdicts(guest)).toEqual(['200', closed, closed, closed])
    expect(verdictOf(await guest.websocketToken())).toBe(closed)
    app.clock.advance(HOUR_MS)
    expect(await verdicts(guest)).toEqual(GOOD)
    app.clock.advance(HOUR_MS)
    expect(await verdicts(guest)).toEqual(['200', closed, closed, closed])
    owner.forgetApiToken()
  })
})

describe('the PIN of a link', () => {
  const WRONG = '403 insufficient_permission pin'

  it('is asked for by every call, and by the websocket [LN5]', async () => {
    const { token } = await makeLink(app, owner, [shade.id], { pin: '2468' })
    expect(await verdicts(createGuest(app, token))).toEqual(all(WRONG))
    expect(await verdicts(createGuest(app, token, '8642'))).toEqual(all(WRONG))
    expect(await verdicts(createGuest(app, token, '2468'))).toEqual(GOOD)
    expect(verdictOf(await createGuest(app, token).websocketToken())).toBe(WRONG)
    expect(verdictOf(await createGuest(app, token, '2468').websocketToken())).toBe('200')
    const detailOf = async (pin?: string) => (await createGuest(app, token, pin).ask('info')).body
    expect(await detailOf()).toMatchObject({ error_detail: 'pin_required' })
    expect(await detailOf('no PIN at all')).toMatchObject({ error_detail: 'pin_wrong' })
  })

  it('is locked for an hour by ten wrong ones, also by many at once; a right one resets the count', async () => {
    const { token } = await makeLink(app, owner, [shade.id], { pin: '2468', expiresAt: inMs(6 * HOUR_MS) })
    const right = createGuest(app, token, '2468')
    const guess = async (pin: string) => (await createGuest(app, token, pin).ask('info')).body
    for (let tries = 1; tries < LIMITS.DEVICE_LINK_PIN_TRIES; tries += 1) await guess('0000')
    expect(await verdicts(right)).toEqual(GOOD)
    const many = await Promise.all(
      Array.from({ length: 30 }, (_, index) => guess(`10${String(index).padStart(2, '0')}`)),
    )
    const isWrong = (body: unknown) => JSON.stringify(body).includes('pin_wrong')
    expect(many.filter(isWrong)).toHaveLength(LIMITS.DEVICE_LINK_PIN_TRIES)
    expect(await verdicts(right)).toEqual(all(WRONG))
    expect(await guess('2468')).toMatchObject({ error_detail: 'pin_locked' })
    app.clock.advance(HOUR_MS - 1)
    expect(await verdicts(right)).toEqual(all(WRONG))
    app.clock.advance(1)
    expect(await verdicts(right)).toEqual(GOOD)
    owner.forgetApiToken()
  })

  it('can be entered at once after the owner has set a new one', async () => {
    const { token } = await makeLink(app, owner, [shade.id], { pin: '2468' })
    for (let tries = 0; tries < LIMITS.DEVICE_LINK_PIN_TRIES; tries += 1)
      await createGuest(app, token, '1111').ask('info')
    expect(await verdicts(createGuest(app, token, '2468'))).toEqual(all(WRONG))
    await updateLink(owner, token, { pin: '1357' })
    expect(await verdicts(createGuest(app, token, '1357'))).toEqual(GOOD)
  })
})
