import { deviceLinksSchema, LIMITS } from '@senca/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dumpDatabase } from '#testing/database-dump.ts'
import { refusal } from '#testing/device-calls.ts'
import {
  askLinks,
  createConfirmedClient,
  createGuest,
  deleteLink,
  ENDED,
  FROZEN,
  LINK_HEADER,
  linkRequest,
  makeLink,
  UNKNOWN,
  updateLink,
  verdictOf,
} from '#testing/homes/link-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { createSignedInClient, createTestClient, type TestClient } from '#testing/test-client.ts'
import { createLinkStore } from './links.store.ts'

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

/** All terms that a link can have, for a shade and a light. */
const wholeTerms = () => ({
  name: 'Cleaner',
  maxUses: 5,
  windows: [{ days: [1, 3], from: '08:00', until: '12:00' }],
  timeZone: 'Europe/Ljubljana',
  deviceSpecifiers: { [light.id]: { light1: true, light2: false } },
  actions: { [shade.id]: ['move'], [light.id]: ['light_apply'] },
  limits: { [shade.id]: { minPosition: 0.2, maxPosition: 0.9 } },
  pin: '4711',
})

describe('making a link', () => {
  it('answers the link with its token, as the list does', async () => {
    const made = await makeLink(app, owner, [shade.id, light.id], wholeTerms())
    const { pin, ...shown } = wholeTerms()
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
    expect(byLink.body).toEqual([asGuest])
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

  it('has its limit, also for many at once; what has expired does not count', async () => {
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

describe('changing a link', () => {
  it.each([
    ['name', 'Postman'],
    ['maxUses', 7],
    ['windows', [{ days: [7], from: '10:00', until: '11:00' }]],
    ['timeZone', 'UTC'],
    ['pin', '0815'],
    ['multiUse', true],
  ])('only %s changes and nothing else is cleared', async (field, value) => {
    const { token, ...before } = await makeLink(app, owner, [shade.id, light.id], wholeTerms())
    const after = await updateLink(owner, token, { [field]: value })
    expect(after).toEqual({ ...before, token, ...(field === 'pin' ? {} : { [field]: value }) })
  })

  it.each([
    ['name', null],
    ['maxUses', null],
    ['windows', []],
    ['timeZone', 'UTC'],
    ['deviceSpecifiers', {}],
    ['actions', {}],
    ['limits', {}],
  ])('null clears %s and nothing else', async (field, cleared) => {
    const { token, ...before } = await makeLink(app, owner, [shade.id, light.id], wholeTerms())
    expect(await updateLink(owner, token, { [field]: null })).toEqual({ ...before, token, [field]: cleared })
  })

  it('null clears the PIN, another one replaces it', async () => {
    const { token } = await makeLink(app, owner, [shade.id], { pin: '1234' })
    await updateLink(owner, token, { pin: '5678' })
    expect(verdictOf(await createGuest(app, token, '1234').ask('info'))).toContain('pin')
    expect((await createGuest(app, token, '5678').info()).hasPin).toBe(true)
    expect((await updateLink(owner, token, { pin: null })).hasPin).toBe(false)
    expect((await createGuest(app, token).info()).hasPin).toBe(false)
  })

  it('a device that goes takes its terms along, and comes back without them', async () => {
    const { token } = await makeLink(app, owner, [shade.id, light.id], wholeTerms())
    expect(await updateLink(owner, token, { devices: [light.id] })).toMatchObject({
      devices: [light.id],
      limits: {},
      actions: { [light.id]: ['light_apply'] },
    })
    expect(await updateLink(owner, token, { devices: [shade.id, light.id] })).toMatchObject({
      devices: [shade.id, light.id],
      limits: {},
      deviceSpecifiers: { [light.id]: { light1: true, light2: false } },
    })
  })

  it.each<[string, object, string]>([
    ['a number of uses stays where single use comes', { multiUse: false, devices: ['one'] }, 'maxUses'],
    ['two devices stay where single use comes', { multiUse: false, maxUses: null }, 'devices'],
    ['only the start moves, by a month', { startsAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
  ])('is checked as a whole: %s', async (_name, terms, key) => {
    const { token } = await makeLink(app, owner, [shade.id, light.id], { maxUses: 5 })
    const json = 'devices' in terms ? { ...terms, devices: [shade.id] } : terms
    expect(refusal(await askLinks(owner, 'update', { token, ...json }))).toEqual([
      400,
      'malformed_request',
      key,
    ])
  })

  it('of two changes at once none is lost', async () => {
    const { token } = await makeLink(app, owner, [shade.id])
    await Promise.all([
      updateLink(owner, token, { name: 'Both' }),
      updateLink(owner, token, { maxUses: 9 }),
      updateLink(owner, token, { limits: { [shade.id]: { maxPosition: 0.5 } } }),
    ])
    expect((await list()).find((link) => link.token === token)).toMatchObject({
      name: 'Both',
      maxUses: 9,
      limits: { [shade.id]: { maxPosition: 0.5 } },
    })
  })

  it('of another account’s link is refused as if there were none', async () => {
    const { token } = await makeLink(app, owner, [shade.id])
    const other = await createConfirmedClient(app)
    for (const call of ['update', 'delete']) {
      expect(verdictOf(await askLinks(other, call, { token }))).toBe('404 resource_not_found token')
      expect(verdictOf(await askLinks(owner, call, { token: 'A'.repeat(43) }))).toBe(
        '404 resource_not_found token',
      )
    }
    expect(await list(other)).toEqual([])
    expect((await createGuest(app, token).info()).state).toBe('active')
  })
})

describe('the end of a link', () => {
  it('by deletion is known for 90 days, and then it never was', async () => {
    const { token } = await makeLink(app, owner, [shade.id])
    await deleteLink(owner, token)
    expect((await list()).some((link) => link.token === token)).toBe(false)
    const guest = createGuest(app, token)
    expect(verdictOf(await guest.ask('info'))).toBe(ENDED)
    const { deleteOld } = createLinkStore(app.database.db)
    await deleteOld(new Date(app.clock.now().getTime() + 90 * DAY_MS - 1))
    expect(verdictOf(await guest.ask('info'))).toBe(ENDED)
    await deleteOld(new Date(app.clock.now().getTime() + 90 * DAY_MS))
    expect(verdictOf(await guest.ask('info'))).toBe(UNKNOWN)
  })

  it('comes with its last device; a device that is claimed again is not lent again', async () => {
    const mover = await createConfirmedClient(app)
    const one = await moveIn(app, mover, 'awning')
    const two = await moveIn(app, mover, 'awning')
    const alone = await makeLink(app, mover, [one.id])
    const both = await makeLink(app, mover, [one.id, two.id])
    await mover.delete(one.id)
    expect(verdictOf(await createGuest(app, alone.token).ask('info'))).toBe(ENDED)
    expect((await createGuest(app, both.token).info()).devices).toEqual([two.id])
    await mover.claim(one.claimCode, 'Back again')
    expect((await createGuest(app, both.token).info()).devices).toEqual([two.id])
    expect(Object.keys(await createGuest(app, both.token).devices())).toEqual([two.id])
    expect(await createGuest(app, both.token).act([one.id], { command: 'move', position: 3 })).toMatchObject([
      { status: 'error', error: 'insufficient_permission' },
    ])
    for (const { device } of [one, two]) await device.end()
  })
})

it('changes, uses, the end of a link and of its device at once never stand in each other’s way', async () => {
  const crowd = await createConfirmedClient(app)
  for (let round = 0; round < 6; round += 1) {
    const one = await moveIn(app, crowd, 'awning')
    const two = await moveIn(app, crowd, 'awning')
    const { token } = await makeLink(app, crowd, [one.id, two.id], { maxUses: 500 })
    const guest = createGuest(app, token)
    const answers = await Promise.all([
      askLinks(crowd, 'update', { token, devices: [two.id] }),
      crowd.api('DELETE', `/auth/api/v1/device/delete?devicetoken=${one.id}&force=true`),
      askLinks(crowd, 'update', { token, name: 'Crowd', devices: [two.id, one.id] }),
      ...Array.from({ length: 4 }, () =>
        guest.ask('action', { deviceIds: [one.id, two.id], action: { command: 'move', position: 5 } }),
      ),
      askLinks(crowd, 'create', linkRequest(app, [one.id])),
      round % 2 === 0 ? askLinks(crowd, 'delete', { token }) : guest.ask('devices'),
    ])
    // A device that is being removed cannot be shared; until it has left, it is busy.
    for (const answer of answers) {
      const isBusy = answer.status === 409 && verdictOf(answer) === '409 device_busy'
      expect(isBusy || [200, 403, 404].includes(answer.status), JSON.stringify(answer.body)).toBe(true)
    }
    const left = await list(crowd)
    expect(left.flatMap(({ devices }) => devices)).not.toContain(one.id)
    for (const { device } of [one, two]) await device.end()
  }
})

describe('freezing all sharing', () => {
  it('pauses all links of the account and no other, until it is lifted', async () => {
    const frozen = await createConfirmedClient(app)
    const { id, device } = await moveIn(app, frozen, 'awning')
    const { token } = await makeLink(app, frozen, [id])
    const other = await makeLink(app, owner, [shade.id])
    expect(await frozen.ok(askLinks(frozen, 'freeze', { frozen: true }))).toEqual({ frozen: true })
    await frozen.ok(askLinks(frozen, 'freeze', { frozen: true }))
    expect(await frozen.ok(frozen.api('GET', '/auth/api/v1/device-link/freeze'))).toEqual({ frozen: true })
    expect(await list(frozen)).toMatchObject([{ token, state: 'paused' }])
    const guest = createGuest(app, token)
    expect((await guest.info()).state).toBe('paused')
    const calls = [guest.ask('devices'), guest.ask('stop', { deviceIds: [id] }), guest.websocketToken()]
    for (const answer of calls) expect(verdictOf(await answer)).toBe(FROZEN)
    const used = await makeLink(app, frozen, [id])
    await frozen.ok(askLinks(frozen, 'delete', { token: used.token }))
    expect(verdictOf(await createGuest(app, used.token).ask('info'))).toBe(ENDED)
    expect((await createGuest(app, other.token).info()).state).toBe('active')
    await frozen.ok(askLinks(frozen, 'freeze', { frozen: false }))
    expect((await guest.info()).state).toBe('active')
    await device.end()
  })
})
