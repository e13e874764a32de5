import { type NotificationEntry, notificationsSchema } from '@senca/contract/notifications'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { eventually as eventuallyIn } from '#testing/eventually.ts'
import { connectFakeDevice } from '#testing/fake-device.ts'
import { createGuest, makeLink } from '#testing/homes/link-home.ts'
import { createPerson, giveRole, type Person } from '#testing/homes/role-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { createTestClient, type TestClient } from '#testing/test-client.ts'
import { openSignedInSocket } from '#testing/test-socket.ts'

vi.setConfig({ testTimeout: 120_000 })

/** A charge changes once in this time, and what lasts is looked for each second. */
const PAUSE_MS = 61_000

let app: TestApp
let ana: Person
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  ana = await createPerson(app)
})

const eventually = (check: () => unknown) => eventuallyIn(app, check)
const shade = (charge: object, owner: TestClient = ana) =>
  moveIn(app, owner, 'roller_shutter', { state: { position: 0, ...charge } })
type Shade = Awaited<ReturnType<typeof shade>>

const low = async (person: TestClient = ana): Promise<NotificationEntry[]> =>
  notificationsSchema
    .parse(await person.ok(person.api('GET', '/auth/api/v1/notification/list')))
    .filter(({ kind }) => kind === 'battery_low')
const stateOf = async (id: string, person: TestClient = ana) => (await person.info(id))[id]?.state
const conditions = async (id: string) =>
  (
    await app.database.pool.query(
      "select due_at from device_conditions where device_id = $1 and kind = 'battery_low'",
      [id],
    )
  ).rows

/** Reports a charge, and waits until the server has it and has written what follows from it. */
async function charge({ id, device }: Shade, battery: number, isLowNow: boolean) {
  await app.clock.advanceAsync(PAUSE_MS)
  ana.forgetApiToken()
  device.report({ battery })
  await eventually(async () => expect(await stateOf(id)).toMatchObject({ battery }))
  // A row that has been looked at is due no more.
  await eventually(async () => expect(await conditions(id)).toEqual(isLowNow ? [{ due_at: null }] : []))
}

it('[PK16] a low battery is notified once, with its charge, and is over when it is charged', async () => {
  const blind = await shade({ battery: 80 })
  expect(await stateOf(blind.id)).toMatchObject({ battery: 80, batteryLow: false })
  await charge(blind, 18, true)
  expect(await low()).toMatchObject([
    {
      level: 'info',
      deviceId: blind.id,
      title: `${blind.name}: battery 18\u202F%`,
      endedAt: null,
      actions: [],
    },
  ])
  await charge(blind, 100, false)
  expect((await low())[0]?.endedAt).not.toBeNull()
  await blind.device.end()
})

it.each([
  ['falls slowly', [22, 21, 20, 19, 18], [0, 0, 1, 1, 1]],
  ['goes up and down around the first limit', [21, 20, 21, 19, 25, 18, 25, 20], [0, 1, 1, 1, 1, 1, 1, 1]],
  ['is charged a little and falls again', [20, 29, 20, 29, 5], [1, 1, 1, 1, 1]],
  ['is charged to the second limit and falls again', [20, 30, 25, 20], [1, 1, 1, 2]],
  ['is replaced', [3, 100, 99, 4], [1, 1, 1, 2]],
])('[PK16] a battery that %s, by %j, makes notifications: %j', async (_how, charges, counts) => {
  const blind = await shade({ battery: 50 })
  let isLowNow = false
  for (const [index, battery] of charges.entries()) {
    isLowNow = battery <= 20 || (isLowNow && battery < 30)
    await charge(blind, battery, isLowNow)
    expect(await low(), `at ${battery} %`).toHaveLength(counts[index] ?? 0)
  }
  await blind.device.end()
})

it('[PK16] a battery without a number is only said to be low', async () => {
  const blind = await shade({ batteryLow: false })
  expect(await stateOf(blind.id)).toMatchObject({ batteryLow: false })
  await app.clock.advanceAsync(PAUSE_MS)
  ana.forgetApiToken()
  blind.device.report({ batteryLow: true })
  await eventually(async () => expect(await low()).toMatchObject([{ title: `${blind.name}: low battery` }]))
  expect(await stateOf(blind.id)).not.toHaveProperty('battery')
  await blind.device.end()
})

it('[PK16] a low battery is notified once over a restart between two reports', async () => {
  const blind = await shade({ battery: 50 })
  await charge(blind, 20, true)
  await blind.device.end()
  await app.restart()
  ana.forgetApiToken()
  for (const [index, battery] of [25, 19, 29, 12].entries()) {
    const device = await connectFakeDevice({
      ...{ mqtt: app.mqtt, id: blind.id, secret: blind.secret, type: 'roller_shutter' },
      state: { position: 0, battery },
      totalRestarts: index + 2,
    })
    await eventually(async () => expect(await stateOf(blind.id)).toMatchObject({ battery }))
    await eventually(async () => expect(await conditions(blind.id)).toEqual([{ due_at: null }]))
    expect(await low()).toHaveLength(1)
    await device.end()
    await app.restart()
    ana.forgetApiToken()
  }
})

it('[PK16] what a killed server stored and did not notify is notified by the next one, once', async () => {
  const blind = await shade({ battery: 50 })
  await charge(blind, 19, true)
  await blind.device.end()
  // As if it had ended after it stored the charge, and before it stored what follows.
  await app.database.pool.query('delete from notifications where device_id = $1', [blind.id])
  await app.database.pool.query('delete from device_conditions where device_id = $1', [blind.id])
  for (let starts = 0; starts < 2; starts += 1) {
    await app.restart()
    ana.forgetApiToken()
    await eventually(async () => expect(await low()).toHaveLength(1))
    await eventually(async () => expect(await conditions(blind.id)).toEqual([{ due_at: null }]))
  }
})

it('[PK16] two instances notify once, whichever of them has the report', async () => {
  const blind = await shade({ battery: 50 })
  const other = createTestClient(await app.twin())
  await other.ok(other.logIn(ana.email))
  for (const battery of [20, 25, 18, 24, 19]) await charge(blind, battery, true)
  expect(await low()).toHaveLength(1)
  expect(await low(other)).toHaveLength(1)
  expect(await stateOf(blind.id, other)).toMatchObject({ battery: 19, batteryLow: true })
  await blind.device.end()
})

it('[PK16] people with a role are notified where they turned it on; guests see no charge', async () => {
  const blind = await shade({ battery: 50 })
  const [bor, cene] = [await createPerson(app), await createPerson(app)]
  await giveRole(ana, { permissions: ['view'], devices: [blind.id], users: [bor.email, cene.email] })
  const choices = { homes: { [ana.email]: { kinds: { battery_low: { push: true } } } } }
  await bor.ok(bor.api('POST', '/auth/api/v1/notification/choices', { json: choices }))
  await charge(blind, 18, true)
  for (const person of [bor, cene]) person.forgetApiToken()
  expect([await low(ana), await low(bor), await low(cene)].map((entries) => entries.length)).toEqual([
    1, 1, 0,
  ])
  expect(await stateOf(blind.id, cene)).toMatchObject({ battery: 18, batteryLow: true })
  const link = await makeLink(app, ana, [blind.id])
  const shared = (await createGuest(app, link.token).devices())[blind.id]?.state
  expect(shared).toMatchObject({ position: 0 })
  expect(Object.keys(shared ?? {}).filter((field) => field.startsWith('battery'))).toEqual([])
  await blind.device.end()
})

it('a change of charge is published, at most once a minute, and is no entry of the activity', async () => {
  const blind = await shade({ battery: 50 })
  const socket = await openSignedInSocket(app, await ana.websocketToken())
  const states = () =>
    socket.received.flatMap(({ subject, data }) => (subject === 'device.state_update' ? [data] : []))
  const entries = async () =>
    Object(await ana.ok(ana.api('GET', `/auth/api/v1/activity/list?devicetoken=${blind.id}`))).entries
  const activity = await entries()
  for (let count = 0; count < 200; count += 1) blind.device.report({ battery: 40 + (count % 10) })
  await eventually(() => expect(states().at(-1)).toMatchObject({ totalStateUpdates: 201 }))
  // Another instance may have begun a pause of its own.
  await eventuallyIn(
    app,
    () => expect(states().at(-1)?.state).toMatchObject({ battery: 49, position: 0 }),
    PAUSE_MS / 4,
  )
  ana.forgetApiToken()
  // The first one of a pause, and the newest at its end: in the time of this test there are two pauses at most.
  expect(new Set(states().map(({ state }) => state.battery)).size).toBeLessThanOrEqual(4)
  expect(await entries()).toEqual(activity)
  socket.end()
  await blind.device.end()
})
