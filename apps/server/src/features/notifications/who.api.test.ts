import { LIMITS } from '@senca/contract'
import { NOTIFICATION_KINDS, type NotificationKind } from '@senca/contract/notifications'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createPushServiceDouble, type PushServiceDouble } from '#testing/doubles/push-service.ts'
import { eventually } from '#testing/eventually.ts'
import { obedient } from '#testing/fake-device.ts'
import { createGuest, makeLink } from '#testing/homes/link-home.ts'
import { listNotifications, type TestPhone, turnOnPushes } from '#testing/homes/phone-home.ts'
import { createPerson, giveRole, type Person, passTime } from '#testing/homes/role-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { createTestClient } from '#testing/test-client.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 })

const LOCKED = {
  motorLockConnected: true,
  motorLockLocked: true,
  motorLockState: 'locked',
  magneticSensorConnected: true,
  magneticSensorOpen: false,
}
const UNLOCK = { command: 'unlock', lockType: 'motor' }

/** Subscriptions are sold, by a shop that does not answer. */
const SOLD = {
  BILLING: 'on',
  STRIPE_SECRET_KEY: 'sk_test',
  STRIPE_WEBHOOK_SECRET: 'whsec',
  STRIPE_PRICE_MONTHLY: 'price_month',
  STRIPE_PRICE_YEARLY: 'price_year',
  STRIPE_API_URL: 'http://127.0.0.1:9',
}

let service: PushServiceDouble
let app: TestApp
const closers: (() => Promise<unknown>)[] = []
/** An owner, a viewer who turned kinds on, somebody who may command, and somebody without any right. */
const people = new Map<string, Person>()
const phones = new Map<string, TestPhone>()
let front: Awaited<ReturnType<typeof moveIn>>
const person = (name: string): Person => {
  const found = people.get(name)
  if (found === undefined) throw new Error(`nobody is called ${name}`)
  return found
}
beforeAll(async () => {
  service = await createPushServiceDouble()
  app = await createTestApp({ environment: { ...SOLD, ...service.environment } })
  closers.push(app.close, service.close)
  for (const name of ['owner', 'viewer', 'user', 'stranger']) {
    people.set(name, await createPerson(app))
    phones.set(name, await turnOnPushes(person(name), service))
  }
  front = await moveIn(app, person('owner'), 'home_door', { state: LOCKED })
  const devices = [front.id]
  await giveRole(person('owner'), { permissions: ['view'], devices, users: [person('viewer').email] })
  await giveRole(person('owner'), {
    permissions: ['view', 'command'],
    devices,
    users: [person('user').email],
  })
  const kinds = Object.fromEntries(NOTIFICATION_KINDS.map((kind) => [kind, { push: true }]))
  const homes = { [person('owner').email]: { kinds } }
  await person('viewer').ok(
    person('viewer').api('POST', '/auth/api/v1/notification/choices', { json: { homes } }),
  )
})
afterAll(async () => {
  for (const close of closers) await close()
})

/** Whose list has a kind, and whose phone showed it. */
async function having(kind: NotificationKind) {
  const listed: string[] = []
  const pushed: string[] = []
  for (const [name, one] of people) {
    if ((await listNotifications(one)).some((entry) => entry.kind === kind)) listed.push(name)
    const { name: phone = '' } = phones.get(name) ?? {}
    const tags = service.of(phone).map(({ notification }) => notification.tag)
    if (tags.some((tag) => tag.startsWith(`${kind}:`))) pushed.push(name)
  }
  return { listed, pushed }
}

const unlockBy = async (name: string) => {
  const done = person(name).move([{ token: front.id, ...UNLOCK }])
  await eventually(app, () => expect(front.device.received.map(({ command }) => command)).toContain('unlock'))
  await app.clock.advanceAsync(1_000)
  await done
}

/** What happens, and who has it in the list and on the phone. */
const ROWS: [NotificationKind, () => Promise<unknown>, string[]][] = [
  ['role_used', () => unlockBy('user'), ['owner']],
  [
    'link_used',
    async () => {
      const link = await makeLink(app, person('owner'), [front.id], { actions: { [front.id]: ['unlock'] } })
      const guest = createTestClient(app)
      const json = { deviceLinkToken: link.token, deviceIds: [front.id], action: UNLOCK }
      const done = guest.call('POST', '/auth/api/v1/device-link/action', { json })
      await app.clock.advanceAsync(1_000)
      return done
    },
    ['owner'],
  ],
  [
    'link_blocked',
    async () => {
      const link = await makeLink(app, person('owner'), [front.id], { pin: '2468' })
      for (let tries = 0; tries < LIMITS.DEVICE_LINK_PIN_TRIES; tries += 1)
        await createGuest(app, link.token, '1357').ask('info')
    },
    ['owner'],
  ],
  [
    'command_failed',
    async () => {
      const shade = await moveIn(app, person('owner'), 'roller_shutter', {
        state: { position: 0 },
        onCommand: obedient,
      })
      const permissions = ['view', 'command']
      await giveRole(person('owner'), { permissions, devices: [shade.id], users: [person('user').email] })
      await person('user').ok(
        person('user').api('POST', '/auth/api/v1/device/move', {
          json: { commands: [{ token: shade.id, command: 'move', position: 100 }] },
        }),
      )
      await shade.device.report({ status: 'closing', position: 0.2 })
      await shade.device.report({ status: 'ready', position: 0.3 })
    },
    // The person whose command it was, even if another owns the door.
    ['user'],
  ],
  [
    'alarm',
    () =>
      person('owner').ok(
        person('owner').api('POST', '/auth/api/v1/security/alarm', { json: { source: 'smoke', on: true } }),
      ),
    ['owner'],
  ],
  ['door_forced', async () => front.device.report({ magneticSensorOpen: true }), ['owner', 'viewer']],
  [
    'door_open',
    async () => {
      await eventually(app, async () => {
        const { rows } = await app.database.pool.query(
          `select 1 from device_conditions where kind = 'door_open'`,
        )
        expect(rows).toHaveLength(1)
      })
      passTime(app, [...people.values()], 16 * 60_000)
    },
    ['owner', 'viewer'],
  ],
  ['account_security', () => createTestClient(app).logIn(person('owner').email), ['owner']],
  [
    'test',
    () => person('viewer').ok(person('viewer').api('POST', '/auth/api/v1/push/test', { json: {} })),
    ['viewer'],
  ],
  [
    'lock_jammed',
    async () => front.device.report({ motorLockState: 'jammed', motorLockLocked: null }),
    ['owner', 'viewer'],
  ],
  [
    'device_offline',
    async () => {
      front.device.cut()
      await eventually(app, async () => {
        const { rows } = await app.database.pool.query(
          `select 1 from device_conditions where kind = 'device_offline'`,
        )
        expect(rows).toHaveLength(1)
      })
      passTime(app, [...people.values()], 61 * 60_000)
    },
    ['owner', 'viewer'],
  ],
  [
    'transfer_offered',
    () =>
      person('owner').ok(
        person('owner').api('POST', '/auth/api/v1/device/transfer', {
          json: { token: front.id, email: person('stranger').email },
        }),
      ),
    ['stranger'],
  ],
  [
    'role_changed',
    async () => {},
    // Those who received a role.
    ['viewer', 'user'],
  ],
]

describe('with billing, roles, a transfer and a link [PK16]', () => {
  it.each(ROWS)('%s', async (kind, cause, expected) => {
    await cause()
    await eventually(app, async () =>
      expect(await having(kind)).toEqual({ listed: expected, pushed: expected }),
    )
  })
})
