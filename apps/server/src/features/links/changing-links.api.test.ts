import { deviceLinksSchema } from '@senca/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refusal } from '#testing/device-calls.ts'
import {
  askLinks,
  createConfirmedClient,
  createGuest,
  deleteLink,
  ENDED,
  FROZEN,
  linkRequest,
  makeLink,
  UNKNOWN,
  updateLink,
  verdictOf,
  wholeTerms,
} from '#testing/homes/link-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import type { TestClient } from '#testing/test-client.ts'
import { createLinkStore } from './links.store.ts'

const DAY_MS = 86_400_000

let app: TestApp
let owner: TestClient
let shade: Awaited<ReturnType<typeof moveIn>>
let light: Awaited<ReturnType<typeof moveIn>>
beforeAll(async () => {
  app = await createTestApp()
  owner = await createConfirmedClient(app)
  shade = await moveIn(app, owner, 'roller_shutter')
  light = await moveIn(app, owner, 'light', { state: { light1Brightness: 0, light2Brightness: 0 } })
})
afterAll(async () => {
  for (const { device } of [shade, light]) await device.end()
  await app.close()
})

const list = async (client = owner) =>
  deviceLinksSchema.parse(await client.ok(client.api('GET', '/auth/api/v1/device-link/list')))

describe('changing a link', () => {
  it.each([
    ['name', 'Postman'],
    ['maxUses', 7],
    ['windows', [{ days: [7], from: '10:00', until: '11:00' }]],
    ['timeZone', 'UTC'],
    ['pin', '0815'],
    ['multiUse', true],
  ])('only %s changes and nothing else is cleared', async (field, value) => {
    const { token, ...before } = await makeLink(
      app,
      owner,
      [shade.id, light.id],
      wholeTerms(shade.id, light.id),
    )
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
    const { token, ...before } = await makeLink(
      app,
      owner,
      [shade.id, light.id],
      wholeTerms(shade.id, light.id),
    )
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

  it('a device that leaves the link loses its terms, and comes back without them [LN7]', async () => {
    const { token } = await makeLink(app, owner, [shade.id, light.id], wholeTerms(shade.id, light.id))
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
    ['single use beside a number of uses', { multiUse: false, devices: ['one'] }, 'maxUses'],
    ['single use beside two devices', { multiUse: false, maxUses: null }, 'devices'],
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

  it('keeps both of two changes at the same time', async () => {
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

  it('of another account’s link is refused as if the link did not exist', async () => {
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
  it('by deletion is known for 90 days; then the link is unknown [LN9]', async () => {
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

  it('comes with its last device; a device that is claimed again is not shared again [LN8]', async () => {
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

it('changes, uses, the end of a link and of its device at the same time never deadlock', async () => {
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
  it('pauses all links of the account and no other, until sharing is resumed [LN10]', async () => {
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
