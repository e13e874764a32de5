import { type DeviceType, LIMITS } from '@senca/contract'
import { hookKeySchema } from '@senca/contract/automation'
import { NOTIFICATION_KINDS, type NotificationKind } from '@senca/contract/notifications'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { PushServiceDouble } from '#testing/doubles/push-service.ts'
import { eventually } from '#testing/eventually.ts'
import { type FakeDevice, obedient, type ReceivedCommand } from '#testing/fake-device.ts'
import { createFirmware } from '#testing/firmware.ts'
import { createGuest, makeLink } from '#testing/homes/link-home.ts'
import {
  createPushedApp,
  LOCKED_DOOR,
  listNotifications,
  type TestPhone,
  turnOnPushes,
} from '#testing/homes/phone-home.ts'
import { createPerson, giveRole, type Person, passTime } from '#testing/homes/role-home.ts'
import { scenarioHome } from '#testing/homes/scenario-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import type { TestApp } from '#testing/test-app.ts'
import { createTestClient } from '#testing/test-client.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 })

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

const MINUTE_MS = 60_000
const DAY_MS = 1_440 * MINUTE_MS

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
  const firmware = await createFirmware()
  await firmware.publish('roller_shutter')
  const pushed = await createPushedApp({ ...SOLD, FIRMWARE_DIR: firmware.folder })
  ;({ app, service } = pushed)
  closers.push(pushed.close, firmware.end)
  for (const name of ['owner', 'viewer', 'user', 'stranger']) {
    people.set(name, await createPerson(app))
    phones.set(name, await turnOnPushes(person(name), service))
  }
  front = await moveIn(app, person('owner'), 'home_door', { state: LOCKED_DOOR })
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

/** A device of the owner that the viewer sees. */
async function moveInSeen(...[type, options]: [DeviceType, Parameters<typeof moveIn>[3]?]) {
  const made = await moveIn(app, person('owner'), type, options)
  const share = { permissions: ['view'], devices: [made.id], users: [person('viewer').email] }
  await giveRole(person('owner'), share)
  return made
}

/** The weather subscription of the owner, as its shop last answered. */
const setSubscription = async (standing: 'paid' | 'ended') => {
  const until = new Date(app.clock.now().getTime() + (standing === 'paid' ? DAY_MS : -DAY_MS))
  await app.database.pool.query(
    `insert into subscriptions (provider, reference, account_id, plan, standing, started_at, access_until, will_renew, read_at)
     select 'web', 'sub_of_test', id, 'monthly', $2, now(), $3, $4, now() from accounts where email = $1
     on conflict (provider, reference) do update set standing = $2, access_until = $3, will_renew = $4`,
    [person('owner').email, standing, until, standing === 'paid'],
  )
}

const post = (name: string, path: string, json: object) =>
  person(name).ok(person(name).api('POST', `/auth/api/v1/${path}`, { json }))
const ofOwner = scenarioHome(() => person('owner'))
const ofUser = scenarioHome(() => person('user'))

let hookKey = ''
/** What the station of the owner measures. */
const measure = (values: object) =>
  app.http.inject({ method: 'POST', url: `/auth/hook/${hookKey}`, payload: { type: 'weather', ...values } })

/** Reaches its target at once. */
const arriving = (command: ReceivedCommand, device: FakeDevice) => {
  device.succeed(command)
  device.report(command.command === 'move' ? { position: Number(command.position) / 100 } : {})
}

/** An awning that is out and does not move, with the name that people read. */
const stuckAwning = { state: { position: 0.8 }, onCommand: obedient }
/** Scenarios that protect an awning that moves, and two that do not: the second of these is the owner's alone. */
const protection = { stuckId: '', stuck: '', alone: '' }

/** Protects awnings while there is a subscription, and has a storm after it ended. */
async function storm() {
  await ofOwner.settle()
  hookKey = hookKeySchema.parse(await post('owner', 'hook/key', {})).key
  await setSubscription('paid')
  const moving = await moveInSeen('awning', { state: { position: 0.8 }, onCommand: arriving })
  const stuck = await moveInSeen('awning', stuckAwning)
  const alone = await moveIn(app, person('owner'), 'awning', stuckAwning)
  const wind = { preset: { protect: 'wind', windClass: 2 }, triggers: undefined, actions: undefined }
  await ofOwner.create([moving.id], { name: 'Moves', ...wind })
  const { id } = await ofOwner.create([stuck.id, alone.id], { name: 'Fails', enabled: false, ...wind })
  Object.assign(protection, { stuckId: id, stuck: stuck.name, alone: alone.name })
  await setSubscription('ended')
  await measure({ wind_gust: 2 })
  await measure({ wind_gust: 14 })
  await eventually(app, () => expect(moving.device.received.map(({ command }) => command)).toContain('move'))
}

/** Waits until something lasts at the door of the house. */
const lasting = (kind: string) =>
  eventually(app, async () => {
    const { rows } = await app.database.pool.query(
      'select 1 from device_conditions where kind = $1 and device_id = $2',
      [kind, front.id],
    )
    expect(rows).toHaveLength(1)
  })
const pass = (minutes: number) => passTime(app, [...people.values()], minutes * MINUTE_MS)

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

/** What happens, who has it in the list, and on the phone if these are others. */
const ROWS: [NotificationKind, () => Promise<unknown>, string[], string[]?][] = [
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
      await lasting('door_open')
      pass(16)
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
    'door_unlocked',
    async () => {
      await post('owner', 'device/settings', { token: front.id, settings: { unlockDuration: 5 } })
      await front.device.report({ motorLockState: 'unlocked', motorLockLocked: false })
      await lasting('door_unlocked')
      pass(16)
    },
    ['owner', 'viewer'],
  ],
  [
    'hold_began',
    // A protection that is set up is not taken away when its subscription ends.
    async () => {
      await storm()
      pass(3)
    },
    // The scenario is of the owner alone.
    ['owner'],
  ],
  [
    'hold_failed',
    async () => {
      await ofOwner.update(protection.stuckId, { enabled: true })
      await measure({ wind_gust: 14 })
      pass(3)
    },
    ['owner', 'viewer'],
  ],
  ['sensor_silent', async () => pass(16), ['owner']],
  [
    'scenario_failed',
    async () => {
      const { id } = await moveIn(app, person('owner'), 'roller_shutter', {
        onCommand: (command, self) => self.refuse(command, 'device_update_failed'),
      })
      const users = [person('user').email]
      await giveRole(person('owner'), { permissions: ['view', 'command'], devices: [id], users })
      await ofUser.settle()
      const at = new Date(Math.ceil(app.clock.now().getTime() / MINUTE_MS + 1) * MINUTE_MS)
      const time = at.toLocaleTimeString('en-GB', { timeZone: 'Europe/Ljubljana' })
      const [hour, minute] = time.split(':').map(Number)
      await ofUser.create([id], { name: 'Of the user', triggers: [{ type: 'TimeOfDay', hour, minute }] })
      passTime(app, [...people.values()], at.getTime() - app.clock.now().getTime())
    },
    // The person who made it, wherever its devices are: also the owner, whose awnings did not move. It is in the list alone.
    ['owner', 'user'],
    [],
  ],
  [
    'firmware_failed',
    async () => {
      const { id } = await moveInSeen('roller_shutter', {
        status: { version: 1, firmware: '1.9.3' },
        onCommand: (command, self) =>
          command.command === 'upgrade'
            ? self.refuse(command, 'device_update_failed')
            : self.succeed(command),
      })
      await person('owner').api('POST', '/auth/api/v1/device/upgrade', { json: { token: id } })
    },
    ['owner', 'viewer'],
  ],
  [
    'factory_reset',
    async () => {
      const { device } = await moveInSeen('roller_shutter')
      device.publish('status', { connected: true, type: 'roller_shutter', version: 2, factoryReset: true })
    },
    ['owner', 'viewer'],
  ],
  [
    'weather_automatic',
    async () => {
      const { id } = await moveInSeen('roller_shutter')
      const users = [person('user').email]
      await giveRole(person('owner'), { permissions: ['view', 'maintain'], devices: [id], users })
      await post('user', 'device/weather', { token: id, automatic: false })
    },
    ['owner', 'viewer'],
  ],
  [
    'battery_low',
    async () => {
      const { device } = await moveInSeen('venetian_blind', { state: { battery: 80 } })
      // A charge changes at most once a minute.
      pass(2)
      await device.report({ battery: 18 })
    },
    ['owner', 'viewer'],
  ],
  [
    'device_offline',
    async () => {
      front.device.cut()
      await lasting('device_offline')
      pass(61)
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
  [
    'push_ending',
    async () => {
      const other = createTestClient(app)
      await other.ok(other.logIn(person('viewer').email))
      const phone = await turnOnPushes(other, service)
      phones.set('viewer', phone)
      // This browser was not used for weeks. The server looks for sessions that end when it starts, and every hour.
      await app.database.pool.query(
        `update sessions set expires_at = $2
         where id = (select session_id from push_subscriptions where id = $1)`,
        [phone.id, new Date(app.clock.now().getTime() + 6 * DAY_MS)],
      )
      await app.restart()
    },
    ['viewer'],
  ],
]

describe('with billing, roles, a transfer and a link [PK16]', () => {
  it.each(ROWS)('%s', async (kind, cause, listed, pushed = listed) => {
    await cause()
    await eventually(app, async () => expect(await having(kind)).toEqual({ listed, pushed }))
  })

  it('of several shades that are not safe, who sees one of them reads of that one alone', async () => {
    const read = async (name: string) =>
      (await listNotifications(person(name)))
        .filter(({ kind }) => kind === 'hold_failed')
        .map(({ title, body }) => `${title} ${body}`)
    // One while the sensor reported, and one since it is silent.
    const all = expect.stringContaining('Not in a safe position: 2')
    expect(await read('owner')).toEqual([all, all])
    const one = expect.stringContaining(`${protection.stuck} is not safe`)
    expect(await read('viewer')).toEqual([one, one])
    expect((await read('viewer')).join()).not.toContain(protection.alone)
  })

  it('has a row for each kind', () => {
    const kinds = new Set(ROWS.map(([kind]) => kind))
    expect(NOTIFICATION_KINDS.filter((kind) => !kinds.has(kind))).toEqual([])
  })
})
