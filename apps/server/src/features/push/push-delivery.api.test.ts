import { LIMITS } from '@senca/contract'
import { pushInfoSchema } from '@senca/contract/push'
import { createLocalJWKSet, jwtVerify } from 'jose'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PushServiceDouble } from '#testing/doubles/push-service.ts'
import { eventually as eventuallyIn } from '#testing/eventually.ts'
import {
  askPush,
  causeEvent,
  createPushedApp,
  createPushedPerson,
  JAMMED,
  LOCKED_DOOR,
  listNotifications,
  type TestPhone,
  turnOnPushes,
} from '#testing/homes/phone-home.ts'
import { createPerson, giveRole, type Person, passTime } from '#testing/homes/role-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { SESSION_SECRET, type TestApp } from '#testing/test-app.ts'
import { openSignedInSocket } from '#testing/test-socket.ts'
import { createPushMarks } from './push-message.ts'
import { createPushQueue } from './push-queue.ts'
import { createPushStore } from './pushes.store.ts'
import { createSubscriptionStore } from './subscriptions.store.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 })

const MINUTE_MS = 60_000
let service: PushServiceDouble
let app: TestApp
let ana: Person
/** Another browser of the same person, in which things happen. */
let desk: Person
let phone: TestPhone
beforeAll(async () => {
  const pushed = await createPushedApp({ PUSH_SUBJECT: 'mailto:help@senca.app' })
  ;({ app, service } = pushed)
  return pushed.close
})
beforeEach(async () => {
  ;({ ana, desk, phone } = await createPushedPerson(app, service))
})

const eventually = (check: () => unknown) => eventuallyIn(app, check)
const titles = (of: TestPhone = phone) => service.of(of.name).map(({ notification }) => notification.title)
const states = async () => {
  const [newest] = await listNotifications(ana)
  return newest?.phones.map(({ state }) => state)
}
const choose = (person: Person, json: object) =>
  person.ok(person.api('POST', '/auth/api/v1/notification/choices', { json }))
const pass = async (ms: number) => {
  passTime(app, [ana, desk], ms)
  await app.clock.advanceAsync(3_000)
}

const OPEN = { motorLockLocked: false, motorLockState: 'unlocked', magneticSensorOpen: true }
const door = (owner: Person = ana) => moveIn(app, owner, 'home_door', { state: LOCKED_DOOR })

describe('a push', () => {
  it('has the headers of RFC 8030 and 8292, and nothing that a service could read [PK26] [PK25]', async () => {
    await causeEvent(desk)
    await eventually(() => expect(titles()).toEqual(['An MQTT login was created']))
    const sent = service.received.find((push) => push.phone === phone.name)
    expect(sent?.headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      urgency: 'normal',
      topic: expect.stringMatching(/^[A-Za-z0-9_-]{32}$/),
    })
    expect(Number(sent?.headers.ttl)).toBeGreaterThan(3_590)
    expect(Number(sent?.headers.ttl)).toBeLessThanOrEqual(3_600)
    expect(Buffer.byteLength(sent?.text ?? '')).toBe(LIMITS.PUSH_MESSAGE_BYTES)
    const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(sent?.headers.authorization ?? '') ?? []
    const { publicKey } = pushInfoSchema.parse(await ana.ok(ana.api('GET', '/auth/api/v1/push/info')))
    expect(key).toBe(publicKey)
    const point = Buffer.from(key, 'base64url')
    const jwk = {
      ...{ kty: 'EC', crv: 'P-256', alg: 'ES256' },
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    }
    const { payload } = await jwtVerify(token, createLocalJWKSet({ keys: [jwk] }), {
      audience: service.url,
      subject: 'mailto:help@senca.app',
      currentDate: app.clock.now(),
    })
    const hours = ((payload.exp ?? 0) * 1_000 - app.clock.now().getTime()) / 3_600_000
    expect(hours).toBeGreaterThan(11.9)
    expect(hours).toBeLessThanOrEqual(12)
    await causeEvent(desk, 'Second')
    await eventually(() => expect(titles()).toHaveLength(2))
    const tokens = service.received
      .filter((push) => push.phone === phone.name)
      .map(({ headers }) => headers.authorization)
    expect(tokens[0]).toBe(tokens[1])
  })

  it('counts what nobody has seen as its badge', async () => {
    await causeEvent(desk)
    await causeEvent(desk, 'Second')
    await eventually(() =>
      expect(
        service
          .of(phone.name)
          .map(({ app_badge }) => app_badge)
          .at(-1),
      ).toBe(2),
    )
  })

  it.each([
    ['discreet', 'Senca', 'Something at home needs you.'],
    ['normal', 'Front door: lock jammed', 'Please check the door.'],
  ])('says on the lock screen what was chosen: %s [PK19]', async (content, title, body) => {
    phone = await turnOnPushes(ana, service, { content })
    const front = await door()
    await ana.ok(
      ana.api('POST', '/auth/api/v1/device/rename', { json: { token: front.id, name: 'Front door' } }),
    )
    await front.device.report(JAMMED)
    await eventually(() => expect(titles()).toEqual([title]))
    const [message] = service.of(phone.name)
    expect(message?.notification.body).toContain(body)
    expect(message?.notification.actions.map(({ action }) => action)).toEqual(
      content === 'discreet' ? [] : ['lock'],
    )
    expect(service.received.find((push) => push.phone === phone.name)?.headers.urgency).toBe('high')
  })

  it('is the same for everybody who may see the device, in the language of each [PK16]', async () => {
    const bor = await createPerson(app)
    await bor.ok(bor.call('POST', '/auth/account/locale', { json: { locale: 'sl' } }))
    const front = await door()
    await giveRole(ana, { permissions: ['view'], devices: [front.id], users: [bor.email] })
    const borsPhone = await turnOnPushes(bor, service)
    await choose(bor, { homes: { [ana.email]: { kinds: { lock_jammed: { push: true } } } } })
    await front.device.report(JAMMED)
    await eventually(() => expect(titles(borsPhone)).toHaveLength(1))
    expect(titles(borsPhone)[0]).toContain('zataknjeno')
    await eventually(() => expect(titles().at(-1)).toContain('lock jammed'))
  })

  it('is not sent to a person who has lost the right to know it', async () => {
    const bor = await createPerson(app)
    const front = await door()
    const role = await giveRole(ana, { permissions: ['view'], devices: [front.id], users: [bor.email] })
    const borsPhone = await turnOnPushes(bor, service)
    await choose(bor, { homes: { [ana.email]: { kinds: { lock_jammed: { push: true } } } } })
    service.answerAlways(503)
    await front.device.report(JAMMED)
    await eventually(() => expect(service.of(borsPhone.name)).toHaveLength(1))
    await ana.ok(ana.api('POST', '/auth/api/v1/role/delete', { json: { id: role.id } }))
    service.answerAlways(201)
    await pass(3 * MINUTE_MS)
    await eventually(async () => {
      const { rows } = await app.database.pool.query(
        'select 1 from pushes where subscription_id = $1 and next_at is not null',
        [borsPhone.id],
      )
      expect(rows).toEqual([])
    })
    expect(titles(borsPhone).filter((title) => title.includes('jammed'))).toHaveLength(1)
  })
})

describe('what needs no push', () => {
  it('is what a visible page shows, unless it is a must [PK22]', async () => {
    const socket = await openSignedInSocket(app, await ana.websocketToken(), undefined, {
      tolerant: true,
      heartbeat: true,
    })
    socket.send({ subject: 'heartbeat', data: { isVisible: true } })
    await socket.next('heartbeat')
    await eventually(async () => {
      const { rows } = await app.database.pool.query(
        'select visible_at from push_subscriptions where id = $1',
        [phone.id],
      )
      expect(rows[0]?.visible_at).not.toBeNull()
    })
    await causeEvent(desk)
    expect(await states()).toEqual([])
    const front = await door()
    await front.device.report(JAMMED)
    await eventually(() => expect(titles()).toHaveLength(1))
    socket.send({ subject: 'heartbeat', data: { isVisible: false } })
    await socket.next('heartbeat')
    await app.clock.advanceAsync(1_000)
    await causeEvent(desk, 'Second')
    await eventually(() => expect(titles()).toContain('An MQTT login was created'))
    socket.end()
  })

  it('is what its reader turned off', async () => {
    await choose(ana, { kinds: { account_security: { push: false } } })
    await causeEvent(desk)
    await app.clock.advanceAsync(3_000)
    expect(titles()).toEqual([])
  })
})

describe('quiet hours [PK17]', () => {
  const quietNow = () => {
    const hour = (hours: number) => {
      const time = new Date(app.clock.now().getTime() + hours * 3_600_000)
      return time.toISOString().slice(11, 16)
    }
    return { days: [1, 2, 3, 4, 5, 6, 7], from: hour(-1), until: hour(1) }
  }

  it('let a must through, and everything else become one push at their end', async () => {
    await choose(ana, { quiet: quietNow() })
    await causeEvent(desk)
    await causeEvent(desk, 'Second')
    const front = await door()
    await front.device.report(JAMMED)
    await eventually(() => expect(titles()).toEqual([`${front.name}: lock jammed`]))
    await eventually(async () => expect(await listNotifications(ana)).toHaveLength(3))
    await pass(62 * MINUTE_MS)
    // A must that nobody has seen is sent once more by then.
    await eventually(() =>
      expect(titles().filter((title) => title !== `${front.name}: lock jammed`)).toEqual([
        'New notifications: 2',
      ]),
    )
    await eventually(async () =>
      expect((await listNotifications(ana)).map(({ phones }) => phones.map(({ state }) => state))).toEqual([
        ['accepted'],
        ['accepted'],
        ['accepted'],
      ]),
    )
  })

  it('hold a must too where their person said so, and forget what ended meanwhile', async () => {
    await choose(ana, { quiet: { ...quietNow(), must: false } })
    const front = await door()
    await front.device.report(JAMMED)
    await eventually(async () => expect(await listNotifications(ana)).toHaveLength(1))
    await front.device.report({ motorLockState: 'locked', motorLockLocked: true })
    await eventually(async () => expect((await listNotifications(ana))[0]?.endedAt).not.toBeNull())
    await pass(62 * MINUTE_MS)
    await app.clock.advanceAsync(3_000)
    expect(titles()).toEqual([])
  })
})

describe('a must', () => {
  /** The door of a must that was just pushed. */
  const openDoor = async () => {
    const front = await door()
    await choose(ana, { devices: { [front.id]: { door_open: { minutes: 1, must: true } } } })
    await front.device.report(OPEN)
    await eventually(async () => {
      const watched = 'select from device_conditions where device_id = $1'
      const { rowCount } = await app.database.pool.query(watched, [front.id])
      expect(rowCount).toBeGreaterThan(0)
    })
    await pass(2 * MINUTE_MS)
    await eventually(() => expect(titles()).toEqual([`${front.name} is open`]))
    return front
  }

  it('that is over is said silently to the phones that had it', async () => {
    const front = await openDoor()
    await front.device.report({ magneticSensorOpen: false })
    await eventually(() => expect(titles()).toEqual([`${front.name} is open`, `${front.name} is closed`]))
    const [open, closed] = service.of(phone.name)
    expect(closed?.notification).toMatchObject({ silent: true, tag: open?.notification.tag })
    expect(closed?.notification.body).toMatch(/^At \d\d:\d\d\. It was open: \d+ minutes?\.$/)
  })

  it('that is over before its service has answered is said too', async () => {
    let answer = () => {}
    service.answerNext(phone, (response) => {
      answer = () => response.writeHead(201).end()
    })
    const front = await openDoor()
    await front.device.report({ magneticSensorOpen: false })
    await eventually(() => expect(titles()).toEqual([`${front.name} is open`, `${front.name} is closed`]))
    answer()
  })
})

it('a kind of a device pushes once a minute, and then what is newest [PK17]', async () => {
  const store = createPushStore(app.database.db)
  const queue = createPushQueue({
    store,
    subscriptions: createSubscriptionStore(app.database.db),
    marks: createPushMarks(SESSION_SECRET),
    clock: app.clock,
    isOn: () => true,
  })
  const publish = async (name: string) => {
    const { rows } = await app.database.pool.query(
      `insert into notifications (account_id, key, kind, level, owner_id, data, at)
       select id, $2, 'account_security', 'normal', id, $3, $4 from accounts where email = $1 returning id, account_id`,
      [ana.email, name, { words: 'passkey_added', name }, app.clock.now()],
    )
    const [{ id, account_id }] = rows
    await app.database.db.transaction(async (queries) => {
      const phones = await queue.phonesOf(queries, [account_id])
      const push = {
        notificationId: id,
        accountId: account_id,
        level: 'normal',
        tag: 'door_open:k3',
      } as const
      await queue.enqueue(queries, { ...push, heldUntil: null, phones, isLimited: true })
    })
  }
  const bodies = () =>
    service.of(phone.name).map(({ notification }) => notification.body.replace(/^.*: /, ''))
  await publish('first')
  await vi.waitFor(() => expect(bodies()).toEqual(['first.']))
  await publish('second')
  await publish('third')
  await app.clock.advanceAsync(30_000)
  expect(bodies()).toEqual(['first.'])
  await app.clock.advanceAsync(30_000)
  await eventually(() => expect(bodies()).toEqual(['first.', 'third.']))
  await eventually(async () =>
    expect((await listNotifications(ana)).map(({ phones }) => phones[0]?.state)).toEqual([
      'accepted',
      'accepted',
      'accepted',
    ]),
  )
})

it(`beyond ${LIMITS.PUSHES_PER_HOUR} in an hour they are only listed, which is said once [PK37]`, async () => {
  await app.database.pool.query(
    `with made as (
       insert into notifications (account_id, key, kind, level, owner_id, data, at)
       select id, 'old ' || n, 'account_security', 'normal', id, '{"words": "new_browser"}', $2::timestamptz
       from accounts, generate_series(1, ${LIMITS.PUSHES_PER_HOUR}) n where email = $1 returning id, account_id)
     insert into pushes (account_id, notification_id, label, purpose, level, tag, state, state_at, created_at, expires_at, receipt_hash)
     select account_id, id, 'Phone', 'event', 'normal', id::text, 'accepted', $2, $2, $2, id::text from made`,
    [ana.email, new Date(app.clock.now().getTime() - MINUTE_MS)],
  )
  await causeEvent(desk)
  await causeEvent(desk, 'Second')
  const listed = (await listNotifications(ana)).map(({ title }) => title)
  expect(listed.filter((title) => title === 'Many notifications')).toHaveLength(1)
  expect(listed.filter((title) => title === 'An MQTT login was created')).toHaveLength(2)
  const front = await door()
  await front.device.report(JAMMED)
  await eventually(() => expect(titles()).toEqual([`${front.name}: lock jammed`]))
})

it('two instances send each push once [PK36]', async () => {
  const twin = await app.twin()
  for (let count = 0; count < 5; count += 1) await causeEvent(desk, `Bridge ${count}`)
  await eventually(() => expect(titles()).toHaveLength(5))
  await app.clock.advanceAsync(5_000)
  expect(titles()).toHaveLength(5)
  await twin.close()
})

it('a person without a phone costs no push', async () => {
  await ana.ok(askPush(ana, 'unsubscribe'))
  await causeEvent(desk)
  await app.clock.advanceAsync(2_000)
  const { rows } = await app.database.pool.query(
    'select 1 from pushes join accounts on accounts.id = account_id where email = $1 and purpose = $2',
    [ana.email, 'event'],
  )
  expect(rows).toEqual([])
})
