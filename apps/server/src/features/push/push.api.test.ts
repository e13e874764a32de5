import { LIMITS } from '@senca/contract'
import { pushIdSchema, pushInfoSchema } from '@senca/contract/push'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PushServiceDouble } from '#testing/doubles/push-service.ts'
import { eventually as eventuallyIn } from '#testing/eventually.ts'
import {
  askPush,
  causeEvent,
  createPushedApp,
  listNotifications,
  listPhones,
  sendReceipt,
  turnOnPushes,
} from '#testing/homes/phone-home.ts'
import { createPerson, type Person } from '#testing/homes/role-home.ts'
import type { TestApp } from '#testing/test-app.ts'
import { createTestClient, GOOD_PASSWORD, refusalOf } from '#testing/test-client.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let service: PushServiceDouble
let app: TestApp
let ana: Person
beforeAll(async () => {
  const pushed = await createPushedApp()
  ;({ app, service } = pushed)
  return pushed.close
})
beforeEach(async () => {
  service.answerAlways(201)
  ana = await createPerson(app)
})

const eventually = (check: () => unknown) => eventuallyIn(app, check)
const info = async (person = ana) =>
  pushInfoSchema.parse(await person.ok(person.api('GET', '/auth/api/v1/push/info')))

/** Another browser of the same person. */
async function logInElsewhere(person: Person, of: Pick<TestApp, 'url'> = app): Promise<Person> {
  const client = createTestClient(of)
  await client.ok(client.logIn(person.email))
  return { ...client, email: person.email }
}

const NEW_PASSWORD = 'river-lamp-42-other'
async function changePassword(person: Person) {
  const json = { old_password: GOOD_PASSWORD, new_password: NEW_PASSWORD, confirm_password: NEW_PASSWORD }
  await person.ok(person.call('POST', '/auth/account/changepassword', { json }))
  person.forgetApiToken()
}

describe('push/info', () => {
  it('has the public key of the installation, the same after a restart [PK24]', async () => {
    const first = await info()
    expect(first).toMatchObject({ available: true, reason: null })
    expect(Buffer.from(first.publicKey ?? '', 'base64url')).toHaveLength(65)
    await app.restart()
    ana.forgetApiToken()
    expect(await info()).toEqual(first)
  })

  it('says that the key cannot be opened after SESSION_SECRET changed, and no new one is made', async () => {
    const { publicKey } = await info()
    const { rows } = await app.database.pool.query('select sealed from push_keys')
    await app.database.pool.query(`update push_keys set sealed = 'of another secret'`)
    await app.restart()
    ana.forgetApiToken()
    expect(await info()).toEqual({ available: false, reason: 'key', publicKey: null })
    expect((await ana.api('GET', '/auth/api/v1/push/list')).status).toBe(404)
    await app.database.pool.query('update push_keys set sealed = $1', [rows[0].sealed])
    await app.restart()
    ana.forgetApiToken()
    expect((await info()).publicKey).toBe(publicKey)
  })

  it('says that pushes are off, where every other call does not exist but that of receipts [PK9]', async () => {
    const off = await app.twin({ PUSH: 'off' })
    const client = await logInElsewhere(ana, off)
    expect(await info(client)).toEqual({ available: false, reason: 'off', publicKey: null })
    for (const call of ['subscribe', 'unsubscribe', 'test'])
      expect((await askPush(client, call)).status).toBe(404)
    expect((await client.api('GET', '/auth/api/v1/push/list')).status).toBe(404)
    const receipt = await sendReceipt(off, 'A'.repeat(22), 'shown')
    expect([receipt.status, await receipt.json()]).toEqual([200, {}])
    await off.close()
  })
})

describe('a subscription [PK23]', () => {
  it('is listed with what is known of its phone', async () => {
    const phone = await turnOnPushes(ana, service, { label: 'Ana’s phone', content: 'full' })
    expect(await listPhones(ana)).toEqual([
      {
        id: phone.id,
        label: 'Ana’s phone',
        system: null,
        content: 'full',
        createdAt: expect.any(String),
        lastAcceptedAt: null,
        lastShownAt: null,
        lastSeenAt: expect.any(String),
        state: 'ok',
        current: true,
      },
    ])
  })

  it('is one for each session; the same endpoint keeps its id and changes what is said', async () => {
    const { json } = service.subscription()
    const subscribe = async (more: object) =>
      pushIdSchema.parse(await ana.ok(askPush(ana, 'subscribe', { ...json, ...more }))).id
    const id = await subscribe({ content: 'discreet', label: 'Phone' })
    expect(await subscribe({ content: 'full' })).toBe(id)
    expect(await listPhones(ana)).toMatchObject([{ id, label: 'Phone', content: 'full' }])
    const other = await turnOnPushes(ana, service)
    expect(await listPhones(ana)).toMatchObject([{ id: other.id }])
  })

  it('belongs to the session that subscribed it last', async () => {
    const { json } = service.subscription()
    await ana.ok(askPush(ana, 'subscribe', json))
    const bor = await createPerson(app)
    await bor.ok(askPush(bor, 'subscribe', json))
    expect(await listPhones(ana)).toEqual([])
    expect(await listPhones(bor)).toHaveLength(1)
  })

  it('is kept sealed, and its endpoint by its hash', async () => {
    const { json } = service.subscription()
    await ana.ok(askPush(ana, 'subscribe', json))
    const { rows } = await app.database.pool.query(
      'select row_to_json(s)::text as text from push_subscriptions s',
    )
    const text = rows.map((row) => row.text).join()
    expect(text).not.toContain(json.endpoint)
    expect(text).not.toContain(json.keys.p256dh)
    expect(text).not.toContain(json.keys.auth)
  })

  it(`is refused beyond ${LIMITS.PUSH_SUBSCRIPTIONS_PER_ACCOUNT} of an account`, async () => {
    for (let place = 1; place < LIMITS.PUSH_SUBSCRIPTIONS_PER_ACCOUNT; place += 1)
      await turnOnPushes(await logInElsewhere(ana), service)
    await turnOnPushes(ana, service)
    const last = await logInElsewhere(ana)
    expect(refusalOf(await askPush(last, 'subscribe', service.subscription().json))).toMatchObject({
      status: 409,
      error: 'push_subscriptions_limit_exceeded',
    })
    await turnOnPushes(ana, service)
    await ana.ok(askPush(ana, 'unsubscribe'))
    await turnOnPushes(last, service)
  })

  it.each<[string, (json: ReturnType<PushServiceDouble['subscription']>['json']) => object, string, string]>([
    [
      'of an unknown service',
      (json) => ({ ...json, endpoint: 'https://push.example.com/abc' }),
      'push_service_not_allowed',
      'endpoint',
    ],
    [
      'of a service over http',
      (json) => ({ ...json, endpoint: 'http://fcm.googleapis.com/abc' }),
      'push_service_not_allowed',
      'endpoint',
    ],
    [
      'with a point that is none',
      (json) => ({ ...json, keys: { ...json.keys, p256dh: `B${'A'.repeat(86)}` } }),
      'malformed_request',
      'p256dh',
    ],
    [
      'with a short secret',
      (json) => ({ ...json, keys: { ...json.keys, auth: 'AAAA' } }),
      'malformed_request',
      'auth',
    ],
    [
      'with a long endpoint',
      (json) => ({ ...json, endpoint: `${json.endpoint}${'x'.repeat(1_024)}` }),
      'malformed_request',
      'endpoint',
    ],
  ])('is refused %s', async (_name, change, error, key) => {
    const answer = await askPush(ana, 'subscribe', change(service.subscription().json))
    expect(refusalOf(answer)).toMatchObject({ status: 400, error })
    expect(JSON.stringify(answer.body)).toContain(key)
  })

  it('ends by its id or for this session, again and again, and nobody else’s does', async () => {
    const other = await logInElsewhere(ana)
    const phone = await turnOnPushes(ana, service)
    const second = await turnOnPushes(other, service)
    const bor = await createPerson(app)
    expect(refusalOf(await askPush(bor, 'unsubscribe', { id: phone.id }))).toMatchObject({ status: 404 })
    await ana.ok(askPush(ana, 'unsubscribe', { id: second.id }))
    expect(await listPhones(ana)).toMatchObject([{ id: phone.id }])
    await ana.ok(askPush(ana, 'unsubscribe'))
    await ana.ok(askPush(ana, 'unsubscribe'))
    expect(await listPhones(ana)).toEqual([])
  })
})

describe('a test [PK41]', () => {
  it('shows its progress live, only forward [PK30]', async () => {
    const phone = await turnOnPushes(ana, service, { label: 'Phone' })
    const { id } = pushIdSchema.parse(await ana.ok(askPush(ana, 'test')))
    await eventually(() => expect(service.of(phone.name)).toHaveLength(1))
    const phones = async () => (await listNotifications(ana)).find((entry) => entry.id === id)?.phones
    await eventually(async () =>
      expect(await phones()).toMatchObject([{ label: 'Phone', state: 'accepted' }]),
    )
    const [message] = service.of(phone.name)
    const { receipt, account, level } = message?.notification.data ?? {}
    expect(message?.notification).toMatchObject({
      title: 'Test notification',
      tag: expect.stringMatching(/^test:/),
      navigate: `http://localhost:8080/notifications?id=${id}`,
      silent: false,
    })
    expect([account, level]).toEqual([expect.stringMatching(/^[\w-]{22}$/), 'normal'])
    await sendReceipt(app, receipt, 'opened')
    await eventually(async () => expect(await phones()).toMatchObject([{ state: 'opened' }]))
    await sendReceipt(app, receipt, 'shown')
    expect(await phones()).toMatchObject([{ state: 'opened' }])
    expect((await listNotifications(ana)).find((entry) => entry.id === id)?.seenAt).toBeNull()
    expect(await listPhones(ana)).toMatchObject([
      { lastAcceptedAt: expect.any(String), lastShownAt: expect.any(String) },
    ])
  })

  it('goes to the phone that is named, and is refused where there is none', async () => {
    const other = await logInElsewhere(ana)
    const phone = await turnOnPushes(other, service)
    expect(refusalOf(await askPush(ana, 'test'))).toMatchObject({ status: 404, error: 'resource_not_found' })
    await ana.ok(askPush(ana, 'test', { id: phone.id }))
    await eventually(() => expect(service.of(phone.name)).toHaveLength(1))
  })

  it('is only listed from the sixth in an hour on [PK37]', async () => {
    const phone = await turnOnPushes(ana, service)
    for (let count = 0; count < LIMITS.PUSH_TESTS_PER_HOUR; count += 1) await ana.ok(askPush(ana, 'test'))
    const { id } = pushIdSchema.parse(await ana.ok(askPush(ana, 'test')))
    await eventually(() => expect(service.of(phone.name)).toHaveLength(LIMITS.PUSH_TESTS_PER_HOUR))
    expect((await listNotifications(ana)).find((entry) => entry.id === id)).toMatchObject({ phones: [] })
  })
})

describe('a receipt', () => {
  it.each([
    ['an unknown one', 'A'.repeat(22), 'shown'],
    ['a long one', 'A'.repeat(2_000), 'shown'],
    ['another word', 'A'.repeat(22), 'seen'],
    ['no text', 5, null],
  ])('is answered alike for %s', async (_name, receipt, what) => {
    const answer = await sendReceipt(app, receipt, what)
    expect([answer.status, await answer.json()]).toEqual([200, {}])
  })

  it('is good for a week', async () => {
    const phone = await turnOnPushes(ana, service)
    const { id } = pushIdSchema.parse(await ana.ok(askPush(ana, 'test')))
    await eventually(() => expect(service.of(phone.name)).toHaveLength(1))
    await app.database.pool.query(
      `update pushes set created_at = created_at - interval '8 days' where notification_id = $1`,
      [id],
    )
    await sendReceipt(app, service.of(phone.name)[0]?.notification.data.receipt, 'shown')
    expect((await listNotifications(ana))[0]?.phones).toMatchObject([{ state: 'accepted' }])
  })
})

it.each([
  ['confirms', 0, 4, 'ok'],
  ['did not confirm four pushes', 4, 4, 'ok'],
  ['did not confirm five pushes of two days', 5, 2, 'ok'],
  ['did not confirm five pushes over three days', 5, 3, 'doubtful'],
])('a phone that %s is listed as such [PK34]', async (_name, unconfirmed, days, state) => {
  const phone = await turnOnPushes(ana, service)
  const since = new Date(app.clock.now().getTime() - days * 86_400_000)
  const set =
    'update push_subscriptions set last_shown_at = $2, unconfirmed = $3, unconfirmed_since = $2 where id = $1'
  await app.database.pool.query(set, [phone.id, since, unconfirmed])
  expect(await listPhones(ana)).toMatchObject([{ id: phone.id, state }])
})

describe('the end of a session [PK33]', () => {
  it('by another one is one last push, by which the phone removes all', async () => {
    const other = await logInElsewhere(ana)
    const phone = await turnOnPushes(other, service)
    await changePassword(ana)
    await eventually(() => expect(service.of(phone.name)).toHaveLength(1))
    const [last] = service.of(phone.name)
    expect(last?.notification).toMatchObject({
      title: 'Logged out',
      body: 'You were logged out of Senca on this device.',
      data: { id: null, end: true },
    })
    await eventually(async () => {
      const { rows } = await app.database.pool.query('select id from push_subscriptions where id = $1', [
        phone.id,
      ])
      expect(rows).toEqual([])
    })
    await eventually(async () =>
      expect((await listNotifications(ana)).map(({ title }) => title)).toContain(
        'No device gets notifications',
      ),
    )
    const { rows } = await app.database.pool.query(
      'select mails.kind from mails join accounts on accounts.id = account_id where email = $1',
      [ana.email],
    )
    expect(rows).toContainEqual({ kind: 'push_ending' })
  })

  it('that its own browser ends needs no push', async () => {
    const other = await logInElsewhere(ana)
    const phone = await turnOnPushes(other, service)
    await other.ok(other.call('POST', '/auth/logout'))
    await causeEvent(ana)
    expect(await listPhones(ana)).toEqual([])
    await app.clock.advanceAsync(5_000)
    expect(service.of(phone.name)).toEqual([])
  })

  it('by age is found within the hour, and said a week before', async () => {
    const other = await logInElsewhere(ana)
    const phone = await turnOnPushes(other, service)
    const setEnd = (days: number) =>
      app.database.pool.query(
        'update sessions set expires_at = $2 where id = (select session_id from push_subscriptions where id = $1)',
        [phone.id, new Date(app.clock.now().getTime() + days * 86_400_000)],
      )
    await setEnd(6)
    await app.restart()
    await eventually(() =>
      expect(service.of(phone.name).map(({ notification }) => notification.title)).toEqual([
        'Open Senca once on this device',
      ]),
    )
    await setEnd(-1)
    await app.restart()
    await eventually(() => expect(service.of(phone.name).at(-1)?.notification.data.end).toBe(true))
  })
})

it('nobody is pushed what another session of the same person did, but the others are', async () => {
  const other = await logInElsewhere(ana)
  const [mine, others] = [await turnOnPushes(ana, service), await turnOnPushes(other, service)]
  await changePassword(ana)
  // The change ended the other session, whose last push says so.
  await eventually(() => expect(service.of(others.name)).toHaveLength(1))
  expect(service.of(mine.name)).toEqual([])
})
