import { deviceLinksSchema, LIMITS } from '@senca/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dumpDatabase } from '#testing/database/database-dump.ts'
import { refusal } from '#testing/device-calls.ts'
import {
  askLinks,
  createConfirmedClient,
  LINK_HEADER,
  linkRequest,
  makeLink,
  verdictOf,
  wholeTerms,
} from '#testing/homes/link-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { createSignedInClient, createTestClient, type TestClient } from '#testing/test-client.ts'

const DAY_MS = 86_400_000

let app: TestApp
let owner: TestClient
let shade: Awaited<ReturnType<typeof moveIn>>
let light: Awaited<ReturnType<typeof moveIn>>
let door: Awaited<ReturnType<typeof moveIn>>
let pergola: Awaited<ReturnType<typeof moveIn>>
beforeAll(async () => {
  app = await createTestApp()
  owner = await createConfirmedClient(app)
  shade = await moveIn(app, owner, 'roller_shutter')
  light = await moveIn(app, owner, 'light', { state: { light1Brightness: 0, light2Brightness: 0 } })
  door = await moveIn(app, owner, 'home_door', { state: { motorLockConnected: true } })
  pergola = await moveIn(app, owner, 'pergola')
})
afterAll(async () => {
  for (const { device } of [shade, light, door, pergola]) await device.end()
  await app.close()
})

const inDays = (days: number) => new Date(app.clock.now().getTime() + days * DAY_MS).toISOString()
const list = async (client = owner) =>
  deviceLinksSchema.parse(await client.ok(client.api('GET', '/auth/api/v1/device-link/list')))

describe('making a link', () => {
  it('answers the link with its token, as the list does', async () => {
    const made = await makeLink(app, owner, [shade.id, light.id], wholeTerms(shade.id, light.id))
    const { pin, ...shown } = wholeTerms(shade.id, light.id)
    expect(made).toEqual({
      ...shown,
      token: expect.stringMatching(/^[\w-]{43}$/),
      state: 'active',
      devices: [shade.id, light.id],
      multiUse: true,
      uses: 0,
      startsAt: app.clock.now().toISOString(),
      expiresAt: inDays(1 / 24),
      hasPin: true,
      createdAt: app.clock.now().toISOString(),
      lastUsedAt: null,
    })
    expect((await list()).find(({ token }) => token === made.token)).toEqual(made)
    const byLink = await createTestClient(app).call('GET', '/auth/api/v1/device-link/list', {
      headers: { [LINK_HEADER]: made.token, 'X-Device-Link-Pin': pin },
    })
    const { createdAt: _made, lastUsedAt: _used, ...asGuest } = made
    expect(byLink.body).toEqual([{ ...asGuest, home: null }])
  })

  it('keeps neither the token nor the PIN where it can be read', async () => {
    const { token } = await makeLink(app, owner, [shade.id], { pin: '90807060' })
    const dump = await dumpDatabase(app.database)
    expect(dump).not.toContain(token)
    expect(dump).not.toContain('90807060')
  })

  it('takes what has hardly any terms', async () => {
    expect(await makeLink(app, owner, [shade.id], { multiUse: false })).toMatchObject({
      name: null,
      multiUse: false,
      maxUses: null,
      windows: [],
      timeZone: 'UTC',
      deviceSpecifiers: {},
      actions: {},
      limits: {},
      hasPin: false,
    })
  })

  it.each<[string, () => object, string | undefined]>([
    ['30 days', () => ({ expiresAt: inDays(30) }), 'expiresAt'],
    ['an end before its start', () => ({ expiresAt: inDays(-1) }), 'expiresAt'],
    ['a past', () => ({ startsAt: inDays(-2), expiresAt: inDays(-1) }), 'expiresAt'],
    [
      'a year of five digits',
      () => ({ startsAt: '9999-12-30T00:00:00Z', expiresAt: '9999-12-31T23:59:59-23:00' }),
      'expiresAt',
    ],
    ['a start that is no time', () => ({ startsAt: 'tomorrow' }), 'startsAt'],
    ['one use of two devices', () => ({ multiUse: false, devices: [shade.id, light.id] }), 'devices'],
    ['a number of uses of a single one', () => ({ multiUse: false, maxUses: 2 }), 'maxUses'],
    ['a zone that is none', () => ({ timeZone: 'Europe/Atlantis' }), 'timeZone'],
    ['an hour that is none', () => ({ windows: [{ days: [1], from: '25:00', until: '01:00' }] }), 'windows'],
    [
      'channels of a shade',
      () => ({ deviceSpecifiers: { [shade.id]: { light1: true, light2: true } } }),
      'deviceSpecifiers',
    ],
    [
      'no channel at all',
      () => ({ devices: [light.id], deviceSpecifiers: { [light.id]: { light1: false, light2: false } } }),
      'deviceSpecifiers',
    ],
    ['unlocking a shade', () => ({ actions: { [shade.id]: ['unlock'] } }), 'actions'],
    ['actions of a device outside', () => ({ actions: { [light.id]: ['light_apply'] } }), 'actions'],
    [
      'limits of a light',
      () => ({ devices: [light.id], limits: { [light.id]: { minPosition: 0.1 } } }),
      'limits',
    ],
    [
      'limits of a pergola',
      () => ({ devices: [pergola.id], limits: { [pergola.id]: { minPosition: 0.1 } } }),
      'limits',
    ],
    [
      'limits the wrong way round',
      () => ({ limits: { [shade.id]: { minPosition: 0.9, maxPosition: 0.1 } } }),
      'limits',
    ],
    ['a key that no link has', () => ({ owner: 'x' }), undefined],
  ])('%s is refused', async (_name, terms, key) => {
    const answer = await askLinks(owner, 'create', linkRequest(app, [shade.id], { ...terms() }))
    expect(refusal(answer)).toEqual([400, 'malformed_request', key])
  })

  it('goes by what a shade is used as, not by what it was made as', async () => {
    const used = await moveIn(app, owner, 'pergola')
    const json = { token: used.id, settings: { devicetype: 'venetian_blind' } }
    await owner.ok(owner.api('POST', '/auth/api/v1/device/settings', { json }))
    const limits = { [used.id]: { minPosition: 0.1 } }
    expect(await makeLink(app, owner, [used.id], { limits })).toMatchObject({ limits })
    const back = { token: used.id, settings: { devicetype: 'pergola' } }
    await owner.ok(owner.api('POST', '/auth/api/v1/device/settings', { json: back }))
    expect(refusal(await askLinks(owner, 'create', linkRequest(app, [used.id], { limits })))).toEqual([
      400,
      'malformed_request',
      'limits',
    ])
    await used.device.end()
  })

  it('less than 30 days by a millisecond is good', async () => {
    const startsAt = app.clock.now()
    const expiresAt = new Date(startsAt.getTime() + 30 * DAY_MS - 1).toISOString()
    expect(await makeLink(app, owner, [shade.id], { expiresAt })).toMatchObject({ expiresAt })
  })

  it('is refused to an unconfirmed account, and of devices that are not the actor’s', async () => {
    const stranger = await createSignedInClient(app)
    for (const [call, json] of [
      ['create', linkRequest(app, [shade.id])],
      ['update', { token: 'x' }],
      ['delete', { token: 'x' }],
      ['freeze', { frozen: true }],
    ] as const) {
      expect(verdictOf(await askLinks(stranger, call, json))).toBe('403 account_confirmation_required')
    }
    const other = await createConfirmedClient(app)
    expect(verdictOf(await askLinks(other, 'create', linkRequest(app, [shade.id])))).toBe(
      '404 device_not_exist',
    )
    expect(verdictOf(await askLinks(owner, 'create', linkRequest(app, ['nothing-here'])))).toBe(
      '404 device_not_exist',
    )
  })

  it('has its limit, also for many at once; what has expired does not count [LN9]', async () => {
    const busy = await createConfirmedClient(app)
    const { id, device } = await moveIn(app, busy, 'awning')
    const make = () => askLinks(busy, 'create', linkRequest(app, [id], { expiresAt: inDays(0.5) }))
    await busy.apiToken()
    const answers = []
    for (let batch = 0; batch < 13; batch += 1)
      answers.push(...(await Promise.all(Array.from({ length: 8 }, make))))
    const verdicts = answers.map(verdictOf)
    expect(verdicts.filter((verdict) => verdict === '200')).toHaveLength(LIMITS.DEVICE_LINKS_PER_ACCOUNT)
    expect(new Set(verdicts)).toEqual(new Set(['200', '409 device_links_limit_exceeded']))
    app.clock.advance(DAY_MS)
    busy.forgetApiToken()
    owner.forgetApiToken()
    const over = (await list(busy)).filter(({ state }) => state === 'expired')
    const revive = ({ token }: { token: string }) =>
      askLinks(busy, 'update', { token, startsAt: inDays(0), expiresAt: inDays(1) })
    const [first, second, ...others] = over
    if (first === undefined || second === undefined) throw new Error('nothing is over')
    for (const link of others) expect(verdictOf(await revive(link))).toBe('200')
    await makeLink(app, busy, [id])
    const last = await Promise.all([revive(first), revive(second)])
    expect(last.map(verdictOf).toSorted()).toEqual(['200', '409 device_links_limit_exceeded'])
    for (const link of others.slice(0, 2)) expect(verdictOf(await revive(link))).toBe('200')
    await device.end()
  })
})
