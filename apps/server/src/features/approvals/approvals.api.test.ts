import { activityListSchema } from '@senca/contract/activity'
import { APPROVAL_MS, APPROVALS_PER_WINDOW } from '@senca/contract/approvals'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { askDevice } from '#testing/device-calls.ts'
import { startTestMailServer, type TestMailServer } from '#testing/doubles/test-mail-server.ts'
import {
  answerApproval,
  askBy,
  askedBy,
  createAskingBridge,
  listApprovals,
  openPage,
  setUnlock,
  statusBy,
} from '#testing/homes/approval-home.ts'
import { API, callBy } from '#testing/homes/bridge-home.ts'
import { guardedDoors, unlocksOf } from '#testing/homes/guarded-doors.ts'
import { changeRole, createPerson, freezeSharing, giveRole, type Person } from '#testing/homes/role-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { mailedOffer } from '#testing/homes/transfer-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { GOOD_PASSWORD, refusalOf } from '#testing/test-client.ts'
import type { TestSocket } from '#testing/test-socket.ts'

const HOUR_MS = 3_600_000
const SECOND_MS = 1_000
const PIN = '2580'

let mailServer: TestMailServer
let app: TestApp
let anna: Person
let bor: Person
let page: TestSocket
beforeAll(async () => {
  mailServer = await startTestMailServer()
  app = await createTestApp({ environment: { SMTP_URL: mailServer.url } })
})
afterAll(async () => {
  await app.close()
  await mailServer.close()
})
beforeEach(async () => {
  anna = await createPerson(app)
  bor = await createPerson(app)
  page = await openPage(app, anna)
  return () => page.end()
})

const { door, guarded } = guardedDoors(() => ({ app, owner: anna }))

/** A door of Anna, and a bridge that may ask to unlock it. */
const askingHome = async () => {
  const home = await door()
  const bridge = await createAskingBridge(anna, [home.id])
  await anna.ok(setUnlock(anna, bridge.id, home.id, { mode: 'ask' }))
  return { home, ...bridge }
}
const share = (home: { id: string }, person: Person, permissions: string[] = ['command']) =>
  giveRole(anna, { permissions, devices: [home.id], users: [person.email], password: GOOD_PASSWORD })
const allow = (person: Person, id: string, more: object = {}) =>
  answerApproval(person, id, { allow: true, ...more })
const deny = (person: Person, id: string) => answerApproval(person, id, { allow: false })
const pass = async (ms: number) => {
  await app.clock.advanceAsync(ms)
  for (const person of [anna, bor]) person.forgetApiToken()
}
/** An ask that is refused when nobody is reachable waits for the answers of other instances. */
const askAlone = async (secret: string, token: string) => {
  const answer = askBy(app, secret, token)
  let isAnswered = false
  void answer.then(() => {
    isAnswered = true
  })
  await vi.waitFor(async () => {
    if (!isAnswered) await app.clock.advanceAsync(250)
    if (!isAnswered) throw new Error('not answered yet')
  })
  return refusalOf(await answer)
}
const over = { status: 409, error: 'device_already_in_state' }

describe('a connected app that asks to unlock a door [BR9]', () => {
  it('waits a minute for a person, whose own command unlocks once, and the diary says who asked', async () => {
    const { home, id: bridgeId, name, secret } = await askingHome()
    const mark = page.received.length
    const { id, expiresAt } = await askedBy(app, secret, home.id)
    expect(Date.parse(expiresAt) - app.clock.now().getTime()).toBe(APPROVAL_MS)
    await page.next('approvals.updated', mark)
    expect(await listApprovals(anna)).toEqual([
      {
        id,
        bridge: { id: bridgeId, name, kind: 'script' },
        token: home.id,
        name: home.name,
        lockType: 'motor',
        unlockDuration: null,
        unlockBy: 'tap',
        expiresAt,
        remainingMs: APPROVAL_MS,
      },
    ])
    expect(await statusBy(app, secret, id)).toEqual({ status: 'waiting' })
    expect(unlocksOf(home)).toBe(0)
    const answered = page.received.length
    expect(await anna.ok(allow(anna, id))).toEqual({})
    await page.next('approvals.updated', answered)
    expect(unlocksOf(home)).toBe(1)
    expect(await listApprovals(anna)).toEqual([])
    expect(await statusBy(app, secret, id)).toMatchObject({
      status: 'allowed',
      result: { status: 'success', device_ids: [home.id] },
    })
    for (const again of [allow(anna, id), deny(anna, id)]) expect(refusalOf(await again)).toMatchObject(over)
    expect(unlocksOf(home)).toBe(1)
    const { entries } = activityListSchema.parse(
      await anna.ok(anna.api('GET', `/auth/api/v1/activity/list?devicetoken=${home.id}`)),
    )
    const unlocks = entries.filter(({ action }) => action === 'unlock')
    expect(unlocks).toMatchObject([
      { origin: 'app', by: anna.email, askedBy: { id: bridgeId, kind: 'script', name } },
    ])
    expect(unlocks[0]?.details).not.toHaveProperty('askedBy')
    await home.device.end()
  })

  it('unlocks nothing when it is denied, and nothing later when nobody answers', async () => {
    const { home, secret } = await askingHome()
    const denied = await askedBy(app, secret, home.id)
    expect(await anna.ok(deny(anna, denied.id))).toEqual({})
    expect(await statusBy(app, secret, denied.id)).toEqual({ status: 'denied' })
    const { id } = await askedBy(app, secret, home.id)
    await pass(APPROVAL_MS - 1)
    expect(await statusBy(app, secret, id)).toEqual({ status: 'waiting' })
    await pass(1)
    expect(await statusBy(app, secret, id)).toEqual({ status: 'expired' })
    expect(await listApprovals(anna)).toEqual([])
    for (const ended of [denied.id, id]) expect(refusalOf(await allow(anna, ended))).toMatchObject(over)
    await pass(2 * SECOND_MS)
    expect(refusalOf(await allow(anna, id))).toMatchObject(over)
    expect(unlocksOf(home)).toBe(0)
    await vi.waitFor(async () => {
      await app.clock.advanceAsync(SECOND_MS)
      const { entries } = activityListSchema.parse(
        await anna.ok(anna.api('GET', `/auth/api/v1/activity/list?devicetoken=${home.id}`)),
      )
      const endings = entries.flatMap(({ origin, action, result }) =>
        origin === 'bridge' && action === 'unlock' ? [result?.error_detail] : [],
      )
      expect(endings).toEqual(['approval_expired', 'approval_denied'])
    })
    await home.device.end()
  })

  it('is refused at once while nobody who may unlock the door has a page open', async () => {
    const { home, secret } = await askingHome()
    page.end()
    await share(home, bor, ['view'])
    const viewer = await openPage(app, bor)
    await vi.waitFor(async () =>
      expect(await askAlone(secret, home.id)).toMatchObject({ status: 409, error: 'approval_not_possible' }),
    )
    viewer.end()
    const cene = await createPerson(app)
    await share(home, cene)
    const there = await openPage(app, cene)
    const { id } = await askedBy(app, secret, home.id)
    expect(await anna.ok(allow(anna, id))).toEqual({})
    there.end()
    await home.device.end()
  })

  it('reaches a person whose page is open at another instance, who answers there', async () => {
    const { home, secret } = await askingHome()
    page.end()
    const twin = await app.twin()
    const there = await openPage(twin, anna)
    const { id } = await askedBy(app, secret, home.id)
    await there.next('approvals.updated')
    const answers = await Promise.all(
      [app, twin, app, twin].map(async ({ url }, index) =>
        fetch(`${url}/auth/api/v1/approval/answer`, {
          method: 'POST',
          headers: { authorization: `Bearer ${await anna.apiToken()}`, 'content-type': 'application/json' },
          body: JSON.stringify({ id, allow: index < 3 }),
        }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    const { status } = await statusBy(app, secret, id)
    expect(unlocksOf(home)).toBe(status === 'allowed' ? 1 : 0)
    there.end()
    await twin.close()
    await home.device.end()
  })

  it('asks for one door once at a time, five times in ten minutes, and says when it may again', async () => {
    const { home, id: bridgeId, secret } = await askingHome()
    const other = await createAskingBridge(anna, [home.id])
    await anna.ok(setUnlock(anna, other.id, home.id, { mode: 'ask' }))
    const first = await askedBy(app, secret, home.id)
    for (const by of [secret, other.secret])
      expect(refusalOf(await askBy(app, by, home.id))).toMatchObject({ status: 409, error: 'device_busy' })
    await anna.ok(allow(anna, first.id))
    for (let count = 1; count < APPROVALS_PER_WINDOW; count += 1) {
      await pass(SECOND_MS)
      const { id } = await askedBy(app, secret, home.id)
      await anna.ok(allow(anna, id))
    }
    const sixth = await askBy(app, secret, home.id)
    expect(refusalOf(sixth)).toMatchObject({ status: 429, error: 'too_many_requests' })
    expect(sixth.headers.get('retry-after')).toBe('596')
    await anna.ok(setUnlock(anna, bridgeId, home.id, { mode: 'ask' }))
    await pass(600 * SECOND_MS)
    expect((await askBy(app, secret, home.id)).status).toBe(200)
    await home.device.end()
  })

  it('may not ask for an hour after three in a row that nobody allowed, and the owner gets an e-mail', async () => {
    const { home, secret } = await askingHome()
    const refuse = async () => anna.ok(deny(anna, (await askedBy(app, secret, home.id)).id))
    await refuse()
    await refuse()
    await anna.ok(allow(anna, (await askedBy(app, secret, home.id)).id))
    await pass(600 * SECOND_MS)
    await refuse()
    await askedBy(app, secret, home.id)
    await pass(61 * SECOND_MS)
    await refuse()
    const paused = await askBy(app, secret, home.id)
    expect(refusalOf(paused)).toMatchObject({ status: 409, error: 'approval_not_possible' })
    expect(Number(paused.headers.get('retry-after'))).toBeGreaterThan(3_500)
    const subjects = () =>
      mailServer.received.flatMap(({ envelope, mail }) =>
        envelope.to.includes(anna.email) && /for an hour/.test(mail.subject ?? '') ? [mail.subject] : [],
      )
    await vi.waitFor(() => expect(subjects()).toHaveLength(1))
    await pass(HOUR_MS)
    page.end()
    page = await openPage(app, anna)
    expect((await askBy(app, secret, home.id)).status).toBe(200)
    await home.device.end()
  })

  it('is answered by the guard of the door, and a wrong PIN ends nothing', async () => {
    const { home, secret } = await askingHome()
    await guarded(home.id, { unlockBy: 'pin', pin: PIN })
    const { id } = await askedBy(app, secret, home.id)
    for (const [more, error_detail] of [
      [{}, 'pin_required'],
      [{ pin: '0000' }, 'pin_wrong'],
    ] as const)
      expect(refusalOf(await allow(anna, id, more))).toMatchObject({
        status: 403,
        error: 'insufficient_permission',
        error_detail,
      })
    expect(await statusBy(app, secret, id)).toEqual({ status: 'waiting' })
    expect(unlocksOf(home)).toBe(0)
    await anna.ok(allow(anna, id, { pin: PIN }))
    expect(unlocksOf(home)).toBe(1)
    await home.device.end()
  })

  it('is void for an answer that was given more than ten seconds ago', async () => {
    const { home, secret } = await askingHome()
    const { id } = await askedBy(app, secret, home.id)
    const askedAt = new Date(app.clock.now().getTime() - 11 * SECOND_MS).toISOString()
    expect(refusalOf(await allow(anna, id, { askedAt }))).toMatchObject({ error: 'device_request_timeout' })
    expect(unlocksOf(home)).toBe(0)
    await home.device.end()
  })

  it('is seen and answered by those alone who may unlock the door now', async () => {
    const { home, id: bridgeId, secret } = await askingHome()
    const cene = await createPerson(app)
    await share(home, cene, ['view'])
    const role = await share(home, bor)
    const pages = await Promise.all([openPage(app, bor), openPage(app, cene)])
    const marks = pages.map(({ received }) => received.length)
    const { id } = await askedBy(app, secret, home.id)
    await pages[0]?.next('approvals.updated', marks[0])
    expect((await listApprovals(bor)).map((approval) => approval.id)).toEqual([id])
    expect(await listApprovals(cene)).toEqual([])
    expect(pages[1]?.received.some(({ subject }) => subject === 'approvals.updated')).toBe(false)
    const stranger = await createPerson(app)
    expect(refusalOf(await allow(cene, id))).toMatchObject({ error: 'insufficient_permission' })
    for (const wrong of [id, 'nothing', crypto.randomUUID()])
      expect(refusalOf(await allow(stranger, wrong))).toMatchObject({
        status: 404,
        error: 'resource_not_found',
      })
    for (const [method, path, json] of [
      ['GET', 'approval/list', undefined],
      ['POST', 'approval/answer', { id, allow: true }],
    ] as const)
      expect((await callBy(app, secret, method, `${API}/${path}`, json)).status).toBe(403)
    await changeRole(anna, { id: role.id, users: [], password: GOOD_PASSWORD })
    expect(refusalOf(await allow(bor, id))).toMatchObject({ error: 'resource_not_found' })
    expect(await listApprovals(bor)).toEqual([])
    expect(unlocksOf(home)).toBe(0)
    const other = await createAskingBridge(anna, [home.id])
    expect((await callBy(app, other.secret, 'GET', `${API}/approval/status?id=${id}`)).status).toBe(404)
    expect(bridgeId).not.toBe(other.id)
    for (const open of pages) open.end()
    await home.device.end()
  })

  it.each([
    ['unlocking is turned off', (id: string, door: string) => setUnlock(anna, id, door, { mode: 'off' })],
    [
      'a PIN is asked for instead',
      (id: string, door: string) => setUnlock(anna, id, door, { mode: 'pin', pin: PIN }),
    ],
    ['the app is deleted', (id: string) => anna.api('POST', '/auth/api/v1/bridge/delete', { json: { id } })],
    [
      'the door is taken out of it',
      (id: string) => anna.api('POST', '/auth/api/v1/bridge/update', { json: { id, grants: {} } }),
    ],
    [
      'the app has ended',
      (id: string) =>
        app.database.pool.query('update bridges set valid_before = $1 where id = $2', [app.clock.now(), id]),
    ],
    ['all sharing is paused', () => freezeSharing(anna, true)],
  ])('opens nothing when it was asked before %s', async (_name, change) => {
    const { home, id: bridgeId, secret } = await askingHome()
    const { id } = await askedBy(app, secret, home.id)
    const mark = page.received.length
    await change(bridgeId, home.id)
    expect(await listApprovals(anna)).toEqual([])
    expect([404, 409]).toContain((await allow(anna, id)).status)
    expect(unlocksOf(home)).toBe(0)
    if (!_name.startsWith('the app has ended')) await page.next('approvals.updated', mark)
    await home.device.end()
  })

  it('opens nothing when the door is handed over meanwhile, to neither owner', async () => {
    const { home, secret } = await askingHome()
    const token = await mailedOffer(mailServer, { client: anna, email: anna.email }, bor, home.id)
    const { id } = await askedBy(app, secret, home.id)
    await bor.ok(askDevice(bor, 'transfer/accept', { token }))
    for (const person of [anna, bor]) {
      expect(refusalOf(await allow(person, id))).toMatchObject({ error: 'resource_not_found' })
      expect(await listApprovals(person)).toEqual([])
    }
    expect(refusalOf(await askBy(app, secret, home.id))).toMatchObject({ error: 'device_not_exist' })
    expect(unlocksOf(home)).toBe(0)
    await home.device.end()
  })

  it('needs the scope, the mode ask and a lock that the door has', async () => {
    const { home, id, secret } = await askingHome()
    const shade = await moveIn(app, anna, 'awning')
    const without = await createAskingBridge(anna, [home.id], { scopes: ['devices:read', 'devices:command'] })
    await anna.ok(setUnlock(anna, without.id, home.id, { mode: 'ask' }))
    const quiet = await createAskingBridge(anna, [home.id, shade.id])
    for (const [by, token, more, error] of [
      [without.secret, home.id, {}, 'insufficient_permission'],
      [quiet.secret, home.id, {}, 'insufficient_permission'],
      [quiet.secret, shade.id, {}, 'insufficient_permission'],
      [secret, shade.id, {}, 'device_not_exist'],
      [secret, 'nothing0', {}, 'device_not_exist'],
      [secret, home.id, { lockType: 'all' }, 'malformed_request'],
      [secret, home.id, { lockType: 'magnet' }, 'device_unsupported_action'],
      [secret, home.id, { unlockDuration: 0 }, 'malformed_request'],
      [secret, home.id, { unlockDuration: '5' }, 'malformed_request'],
    ] as const)
      expect([token, more, refusalOf(await askBy(app, by, token, more))]).toMatchObject([
        token,
        more,
        { error },
      ])
    expect(
      refusalOf(
        await anna.api('POST', '/auth/api/v1/approval/ask', { json: { token: home.id, lockType: 'motor' } }),
      ),
    ).toMatchObject({
      error: 'insufficient_permission',
    })
    await anna.ok(setUnlock(anna, id, home.id, { mode: 'pin', pin: PIN }))
    expect(refusalOf(await askBy(app, secret, home.id))).toMatchObject({ error: 'insufficient_permission' })
    await home.device.end()
    await vi.waitFor(async () => {
      await anna.ok(setUnlock(anna, id, home.id, { mode: 'ask' }))
      expect(refusalOf(await askBy(app, secret, home.id))).toMatchObject({ error: 'device_offline' })
    })
    await shade.device.end()
  })

  it('ends when the clock of the machine is set back, and is not paused for longer than an hour', async () => {
    const own = await createTestApp()
    const maker = await createPerson(own)
    const home = await door(maker, own)
    const bridge = await createAskingBridge(maker, [home.id])
    await maker.ok(setUnlock(maker, bridge.id, home.id, { mode: 'ask' }))
    let open = await openPage(own, maker)
    for (let count = 0; count < 2; count += 1)
      await maker.ok(deny(maker, (await askedBy(own, bridge.secret, home.id)).id))
    const { id } = await askedBy(own, bridge.secret, home.id)
    own.clock.set(-2 * HOUR_MS)
    maker.forgetApiToken()
    expect(refusalOf(await allow(maker, id))).toMatchObject(over)
    await vi.waitFor(async () => {
      await own.clock.advanceAsync(SECOND_MS)
      expect((await statusBy(own, bridge.secret, id)).status).toBe('expired')
    })
    open.end()
    open = await openPage(own, maker)
    await vi.waitFor(async () => {
      await own.clock.advanceAsync(SECOND_MS)
      expect(refusalOf(await askBy(own, bridge.secret, home.id))).toMatchObject({
        error: 'approval_not_possible',
      })
    })
    await own.clock.advanceAsync(HOUR_MS)
    maker.forgetApiToken()
    open.end()
    open = await openPage(own, maker)
    expect((await askBy(own, bridge.secret, home.id)).status).toBe(200)
    expect(unlocksOf(home)).toBe(0)
    open.end()
    await home.device.end()
    await own.close()
  })
})
