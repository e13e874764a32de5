import { LIMITS } from '@senca/contract'
import { notificationChoicesSchema, notificationStateSchema } from '@senca/contract/notifications'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { eventually as eventuallyIn } from '#testing/eventually.ts'
import { connectFakeDevice } from '#testing/fake-device.ts'
import { causeEvent, JAMMED, LOCKED_DOOR, listNotifications, mailKindsOf } from '#testing/homes/phone-home.ts'
import { askRoles, createPerson, giveRole, type Person, passTime } from '#testing/homes/role-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { createTestClient, refusalOf, type TestClient } from '#testing/test-client.ts'
import { openSignedInSocket } from '#testing/test-socket.ts'

vi.setConfig({ testTimeout: 120_000 })

const MINUTE_MS = 60_000

let app: TestApp
let ana: Person
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  ana = await createPerson(app)
})

const UNLOCKED = { motorLockLocked: false, motorLockState: 'unlocked' }
const OPEN = { ...UNLOCKED, magneticSensorOpen: true }
const CLOSED = { ...UNLOCKED, magneticSensorOpen: false }
const door = (owner: TestClient = ana) => moveIn(app, owner, 'home_door', { state: LOCKED_DOOR })

const list = (person: TestClient = ana, query = '') => listNotifications(person, query)
const state = async (person: TestClient = ana) =>
  notificationStateSchema.parse(await person.ok(person.api('GET', '/auth/api/v1/notification/state')))
const post = (person: TestClient, call: string, json: object) =>
  person.api('POST', `/auth/api/v1/notification/${call}`, { json })
const choose = async (person: TestClient, json: object) =>
  notificationChoicesSchema.parse(await person.ok(post(person, 'choices', json)))
const kindsOf = async (person: TestClient = ana) => (await list(person)).map(({ kind }) => kind)

const eventually = (check: () => unknown) => eventuallyIn(app, check)

/** Lets time pass, with what becomes due in it. */
const pass = async (minutes: number) => {
  passTime(app, [ana], minutes * MINUTE_MS)
  await app.clock.advanceAsync(3_000)
}
const conditions = async () =>
  (
    await app.database.pool.query(
      `select c.device_id, c.kind from device_conditions c join devices d on d.id = c.device_id
       join accounts a on a.id = d.owner_id where a.email = $1`,
      [ana.email],
    )
  ).rows
type Door = Awaited<ReturnType<typeof door>>
/** A door reports a state, of which its page knows. */
const report = async (front: Door, state: typeof OPEN) => {
  await front.device.report(state)
  await eventually(async () => expect((await ana.info(front.id))[front.id]?.state).toMatchObject(state))
}
/** A door is opened or closed, and whether it is open for long is known. */
const swing = async (front: Door, isOpen: boolean) => {
  await report(front, isOpen ? OPEN : CLOSED)
  await eventually(async () => {
    const known = (await conditions()).some((one) => one.device_id === front.id && one.kind === 'door_open')
    expect(known).toBe(isOpen)
  })
}
/** A door whose lock jams, and the notification of it. */
const jammedDoor = async (state: object = {}) => {
  const front = await door()
  await front.device.report({ ...state, ...JAMMED })
  await eventually(async () => expect(await kindsOf()).toEqual(['lock_jammed']))
  const [entry] = await list()
  if (entry === undefined) throw new Error('no notification')
  const act = (action: string, person: TestClient = ana) => post(person, 'act', { id: entry.id, action })
  const locks = () => front.device.received.filter(({ command }) => command === 'lock')
  return { front, entry, act, locks }
}
const mailKinds = () => mailKindsOf(app, ana.email)

describe('a door that is open [PK16]', () => {
  it('is notified after 15 minutes, once, and ends when it is closed', async () => {
    const front = await door()
    await swing(front, true)
    await pass(14)
    expect(await kindsOf()).not.toContain('door_open')
    await pass(1)
    await eventually(async () => expect(await kindsOf()).toContain('door_open'))
    const open = (await list()).find(({ kind }) => kind === 'door_open')
    expect(open).toMatchObject({
      level: 'normal',
      owner: null,
      deviceId: front.id,
      title: `${front.name} is open`,
      endedAt: null,
      seenAt: null,
      phones: [],
    })
    expect(open?.actions.map(({ action, title }) => [action, title])).toEqual([['snooze', 'In an hour']])
    await pass(30)
    expect((await kindsOf()).filter((kind) => kind === 'door_open')).toHaveLength(1)
    await front.device.report(CLOSED)
    await eventually(async () =>
      expect((await list()).find(({ kind }) => kind === 'door_open')?.endedAt).not.toBeNull(),
    )
    expect(await mailKinds()).not.toContain('door_open')
  })

  it('is notified after the minutes that its reader chose, and as a must with an e-mail', async () => {
    const front = await door()
    await choose(ana, { devices: { [front.id]: { door_open: { minutes: 2, must: true } } } })
    await swing(front, true)
    await pass(2)
    await eventually(async () => expect(await state()).toEqual({ unseen: 1, must: 1 }))
    expect((await list()).map(({ kind, level }) => [kind, level])).toEqual([['door_open', 'must']])
    expect(await mailKinds()).toContain('door_open')
  })

  it('is not notified where its reader turned it off', async () => {
    const front = await door()
    await choose(ana, { devices: { [front.id]: { door_open: { off: true } } } })
    await report(front, OPEN)
    await pass(20)
    expect(await list()).toEqual([])
  })

  it('is notified once more an hour after “in an hour”, unless it ended', async () => {
    const front = await door()
    await swing(front, true)
    await pass(16)
    await eventually(async () => expect(await list()).toHaveLength(1))
    const [entry] = await list()
    expect(await ana.ok(post(ana, 'act', { id: entry?.id, action: 'snooze' }))).toEqual({})
    expect((await list())[0]?.seenAt).not.toBeNull()
    await pass(59)
    expect(await list()).toHaveLength(1)
    await pass(2)
    await eventually(async () => expect(await list()).toHaveLength(2))
    expect(await state()).toEqual({ unseen: 1, must: 0 })
  })
})

describe('a lock [PK16]', () => {
  it('that jams is a must, with an e-mail at once where there is no phone [PK21], and ends', async () => {
    const { front, entry } = await jammedDoor()
    expect(entry).toMatchObject({ level: 'must', title: `${front.name}: lock jammed` })
    expect(entry.actions.map(({ action }) => action)).toEqual(['lock'])
    expect(await mailKinds()).toContain('lock_jammed')
    await front.device.report({ motorLockState: 'locked', motorLockLocked: true })
    await eventually(async () => expect((await list())[0]?.endedAt).not.toBeNull())
  })

  it('is locked by its action as by any command, once for the same press, within 15 minutes [PK29]', async () => {
    const { front, act, locks } = await jammedDoor()
    const presses = Promise.all([ana.ok(act('lock')), ana.ok(act('lock'))])
    await eventually(async () => expect(front.device.received).not.toEqual([]))
    await app.clock.advanceAsync(1_000)
    const answers = await presses
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]).toMatchObject([{ device_ids: [front.id] }])
    expect(locks()).toHaveLength(1)
    const expired = { status: 409, error: 'notification_action_expired' }
    expect(refusalOf(await act('snooze'))).toMatchObject(expired)
    await pass(16)
    expect((await list())[0]?.actions).toEqual([])
    expect(refusalOf(await act('lock'))).toMatchObject(expired)
  })

  it('is not locked beside an open door', async () => {
    const { entry, act } = await jammedDoor({ magneticSensorOpen: true })
    expect(entry.actions).toEqual([])
    expect(refusalOf(await act('lock'))).toMatchObject({ status: 409 })
  })
})

describe('devices that are offline [PK16]', () => {
  it('are one notification of the home where there are several, which ends when all are back', async () => {
    const doors = [await door(), await door(), await door()]
    for (const { device } of doors) device.cut()
    await eventually(async () => expect(await conditions()).toHaveLength(3))
    await pass(59)
    expect(await list()).toEqual([])
    await pass(2)
    await eventually(async () => expect(await list()).toHaveLength(1))
    const [home] = await list()
    expect(home).toMatchObject({ kind: 'device_offline', deviceId: null, title: 'Devices offline: 3' })
    for (const { id, secret } of doors)
      await connectFakeDevice({
        mqtt: app.mqtt,
        id,
        secret,
        type: 'home_door',
        state: LOCKED_DOOR,
        totalRestarts: 1,
      })
    await eventually(async () => expect((await list())[0]?.endedAt).not.toBeNull())
    expect(await list()).toHaveLength(1)
  })

  it('is one of its own where it is alone, and none where it is back in time', async () => {
    const front = await door()
    await door()
    front.device.cut()
    await eventually(async () => expect(await conditions()).toHaveLength(1))
    await pass(61)
    await eventually(async () => expect(await list()).toHaveLength(1))
    expect((await list())[0]).toMatchObject({ deviceId: front.id, title: `${front.name} is offline` })
  })
})

describe('what lasts', () => {
  it('is notified in time after a restart of the server, and late, but once, after a leap of its clock', async () => {
    const front = await door()
    await swing(front, true)
    await app.restart()
    app.clock.advance(3 * 60 * MINUTE_MS)
    ana.forgetApiToken()
    await eventually(async () => expect(await kindsOf()).toContain('door_open'))
    await pass(5)
    expect((await kindsOf()).filter((kind) => kind === 'door_open')).toHaveLength(1)
  })

  it('is notified once where the server lost what it stored of the device', async () => {
    const { front } = await jammedDoor()
    await app.database.pool.query(
      'update device_shadows set fields = fields || $2::jsonb where device_id = $1',
      [front.id, JSON.stringify({ motorLockState: 'locked', motorLockLocked: true })],
    )
    await app.restart()
    ana.forgetApiToken()
    await connectFakeDevice({
      ...{ mqtt: app.mqtt, id: front.id, secret: front.secret, type: 'home_door' },
      state: { ...LOCKED_DOOR, ...JAMMED },
      totalRestarts: 2,
    })
    await eventually(async () =>
      expect(await ana.info(front.id)).toMatchObject({
        [front.id]: { state: { motorLockState: 'jammed' } },
      }),
    )
    await pass(1)
    expect(await list()).toMatchObject([{ kind: 'lock_jammed', endedAt: null }])
  })

  it('is notified by one of two instances, shown by both, and acted on once', async () => {
    const twin = await app.twin()
    const socket = await openSignedInSocket(twin, await ana.websocketToken(), undefined, { tolerant: true })
    const { front, act, locks } = await jammedDoor()
    expect(await socket.next('notifications.updated')).toMatchObject({ data: { unseen: 1 } })
    const other = { ...ana, ...createTestClient(twin) }
    await other.ok(other.logIn(ana.email))
    const presses = Promise.all([ana, other].map((client) => client.ok(act('lock', client))))
    await eventually(async () => expect(front.device.received).not.toEqual([]))
    await eventually(async () => {})
    const [first, second] = await presses
    expect(first).toEqual(second)
    expect(locks()).toHaveLength(1)
    socket.end()
    await twin.close()
  })
})

describe('what is seen [PK20]', () => {
  it('is counted for all pages at once', async () => {
    const socket = await openSignedInSocket(app, await ana.websocketToken(), undefined, { tolerant: true })
    await causeEvent(ana)
    expect(await socket.next('notifications.updated')).toMatchObject({ data: { unseen: 1 } })
    const [entry] = await list()
    expect(entry).toMatchObject({
      kind: 'account_security',
      title: 'An MQTT login was created',
      deviceId: null,
    })
    const before = socket.received.length
    expect(await ana.ok(post(ana, 'seen', { ids: [entry?.id, 'unknown'] }))).toEqual({})
    expect(await socket.next('notifications.updated', before)).toMatchObject({
      data: { unseen: 0 },
    })
    expect((await list())[0]?.seenAt).not.toBeNull()
    socket.end()
  })

  it('is an entry and all older ones with before', async () => {
    for (const name of ['A', 'B', 'C']) {
      await causeEvent(ana, name)
      app.clock.advance(1_000)
    }
    const [, second, third] = await list()
    expect((await list(ana, `?before=${second?.id}`)).map(({ id }) => id)).toEqual([third?.id])
    await ana.ok(post(ana, 'seen', { before: second?.id }))
    expect((await list()).map(({ seenAt }) => seenAt === null)).toEqual([true, false, false])
    expect(await state()).toEqual({ unseen: 1, must: 0 })
  })

  it('is nobody else’s: ids of other accounts are not found, and not marked', async () => {
    const bor = await createPerson(app)
    await causeEvent(ana)
    const [{ id } = { id: '' }] = await list()
    const unknownEntry = { status: 404, error: 'resource_not_found' }
    expect(refusalOf(await bor.api('GET', `/auth/api/v1/notification/list?before=${id}`))).toMatchObject(
      unknownEntry,
    )
    for (const unknown of [id, 'x', '00000000-0000-4000-8000-000000000000'])
      expect(refusalOf(await post(bor, 'act', { id: unknown, action: 'freeze' }))).toMatchObject({
        ...unknownEntry,
        key: 'id',
      })
    await bor.ok(post(bor, 'seen', { ids: [id] }))
    expect(refusalOf(await post(bor, 'seen', { before: id }))).toMatchObject({ status: 404 })
    expect((await list())[0]?.seenAt).toBeNull()
    expect(await list(bor)).toEqual([])
  })
})

describe('people who have a role [PK16]', () => {
  it('are notified of what they turned on, as long as they may view the device', async () => {
    const bor = await createPerson(app)
    const front = await door()
    const role = await giveRole(ana, { permissions: ['view'], devices: [front.id], users: [bor.email] })
    const open = async () => {
      await swing(front, true)
      passTime(app, [bor], 0)
      await pass(16)
      passTime(app, [bor], 0)
    }
    await open()
    await eventually(async () => expect(await kindsOf()).toContain('door_open'))
    const offOf = async () => (await kindsOf(bor)).filter((kind) => kind === 'door_open')
    expect(await offOf()).toEqual([])
    const chosen = await choose(bor, { homes: { [ana.email]: { kinds: { door_open: { push: true } } } } })
    expect(chosen.homes[ana.email]?.kinds.door_open).toEqual({ push: true, mail: false })
    await swing(front, false)
    await open()
    await eventually(async () => expect(await offOf()).toEqual(['door_open']))
    const entry = (await list(bor)).find(({ kind }) => kind === 'door_open')
    expect(entry?.owner).toBe(ana.email)
    // What a lost right took away is not shown, not counted and not acted on.
    await ana.ok(askRoles(ana, 'delete', { id: role.id }))
    await eventually(async () => expect(await offOf()).toEqual([]))
    expect(refusalOf(await post(bor, 'act', { id: entry?.id, action: 'snooze' }))).toMatchObject({
      status: 404,
    })
    expect((await state(bor)).unseen).toBe((await list(bor)).filter(({ seenAt }) => seenAt === null).length)
  })

  it('are not notified when the role ended before the time', async () => {
    const bor = await createPerson(app)
    const front = await door()
    const role = await giveRole(ana, { permissions: ['view'], devices: [front.id], users: [bor.email] })
    await choose(bor, { homes: { [ana.email]: { kinds: { door_open: { mail: true } } } } })
    await swing(front, true)
    await ana.ok(askRoles(ana, 'delete', { id: role.id }))
    await pass(16)
    await eventually(async () => expect(await kindsOf()).toContain('door_open'))
    const { rows } = await app.database.pool.query(
      "select 1 from notifications n join accounts a on a.id = n.account_id where a.email = $1 and kind = 'door_open'",
      [bor.email],
    )
    expect(rows).toEqual([])
  })
})

it('an account has 500 notifications at most, for 90 days, and each event once [PK15] [PK20]', async () => {
  const { rows } = await app.database.pool.query('select id from accounts where email = $1', [ana.email])
  await app.database.pool.query(
    `insert into notifications (account_id, key, kind, level, owner_id, data, at)
     select $1, 'old ' || n, 'account_security', 'normal', $1, '{"words": "new_browser"}', $2::timestamptz - make_interval(secs => n)
     from generate_series(1, ${LIMITS.NOTIFICATIONS_PER_ACCOUNT}) n`,
    [rows[0].id, app.clock.now()],
  )
  await causeEvent(ana)
  const kept = async () =>
    (await app.database.pool.query('select key from notifications where account_id = $1', [rows[0].id])).rows
  expect(await kept()).toHaveLength(LIMITS.NOTIFICATIONS_PER_ACCOUNT)
  expect(await kept()).not.toContainEqual({ key: `old ${LIMITS.NOTIFICATIONS_PER_ACCOUNT}` })
  expect(await list()).toHaveLength(LIMITS.NOTIFICATIONS_LISTED)
  const again = app.database.pool.query(
    `insert into notifications (account_id, key, kind, level, owner_id, data, at)
     select account_id, key, kind, level, owner_id, data, at from notifications where account_id = $1`,
    [rows[0].id],
  )
  await expect(again).rejects.toThrow('notifications_account_id_key')
})

it('what concerned a device that leaves its home goes with it', async () => {
  const { front } = await jammedDoor()
  await ana.delete(front.id)
  expect(await list()).toEqual([])
  expect((await conditions()).filter(({ device_id }) => device_id === front.id)).toEqual([])
})
