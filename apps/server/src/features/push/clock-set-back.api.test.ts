import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { PushServiceDouble } from '#testing/doubles/push-service.ts'
import { eventually as eventuallyIn } from '#testing/eventually.ts'
import {
  createPushedApp,
  listNotifications,
  listPhones,
  type TestPhone,
  turnOnPushes,
} from '#testing/homes/phone-home.ts'
import { createPerson, type Person } from '#testing/homes/role-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import type { TestApp } from '#testing/test-app.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const HOUR_MS = 3_600_000
const LOCKED = { motorLockConnected: true, motorLockLocked: true, motorLockState: 'locked' }
const JAMMED = { motorLockState: 'jammed', motorLockLocked: null }

let service: PushServiceDouble
let app: TestApp
let ana: Person
let phone: TestPhone
let close = async () => {}
beforeAll(async () => {
  ;({ app, service, close } = await createPushedApp())
  ana = await createPerson(app)
  phone = await turnOnPushes(ana, service)
})
afterAll(() => close())

const eventually = (check: () => unknown) => eventuallyIn(app, check)
const alarm = (on: boolean) =>
  ana.ok(ana.api('POST', '/auth/api/v1/security/alarm', { json: { source: 'smoke', on } }))
const tags = () => service.of(phone.name).map(({ notification }) => notification.tag)
const readRows = async (text: string) => (await app.database.pool.query(text)).rows

/** Sets the clock back, and waits until what was stored by the wrong clock is corrected. */
async function setBack(ms: number): Promise<void> {
  app.clock.set(-ms)
  ana.forgetApiToken()
  await eventually(async () => {
    const now = app.clock.now().toISOString()
    expect(
      await readRows(`select 1 from notifications where at > '${now}' union all
      select 1 from device_conditions where since > '${now}' union all select 1 from alarms where since > '${now}' union all
      select 1 from pushes where created_at > '${now}' union all
      select 1 from escalation_steps where due_at > timestamptz '${now}' + interval '3 hours'`),
    ).toEqual([])
  })
}

it('what lasts when the clock is set back is neither over, seen, escalated nor notified and pushed again [PK15] [PK31] [PK36]', async () => {
  const door = await moveIn(app, ana, 'home_door', { state: LOCKED })
  await door.device.report(JAMMED)
  await alarm(true)
  await eventually(() => expect(tags().sort()).toHaveLength(2))
  await eventually(async () =>
    expect(await readRows(`select state from pushes`)).toEqual([
      { state: 'accepted' },
      { state: 'accepted' },
    ]),
  )
  const [before] = await listPhones(ana)
  await setBack(3 * HOUR_MS)
  const lasting = async () =>
    (await listNotifications(ana))
      .map(({ kind, seenAt, endedAt }) => ({ kind, seenAt, endedAt }))
      .sort((one, other) => one.kind.localeCompare(other.kind))
  const both = ['alarm', 'lock_jammed'].map((kind) => ({ kind, seenAt: null, endedAt: null }))
  expect(await lasting()).toEqual(both)
  expect(await readRows('select done_at from escalation_steps where done_at is not null')).toEqual([])
  // A repeated report and a repeated alarm are the same as before.
  await alarm(true)
  await door.device.report({ ...JAMMED, magneticSensorOpen: null })
  const [now] = await listPhones(ana)
  expect([now?.lastShownAt, now?.state]).toEqual([before?.lastShownAt ?? null, 'ok'])
  await ana.ok(ana.api('POST', '/auth/api/v1/push/test', { json: {} }))
  await eventually(() => expect(tags().filter((tag) => tag.startsWith('test'))).toHaveLength(1))
  expect(tags()).toHaveLength(3)
  expect((await lasting()).filter(({ kind }) => kind !== 'test')).toEqual(both)
  // Both end as they would have.
  await alarm(false)
  await door.device.report(LOCKED)
  await eventually(async () =>
    expect((await lasting()).filter(({ endedAt }) => endedAt !== null)).toHaveLength(2),
  )
  await door.device.end()
})

it('a push that was tried before the clock was set back is tried again within a minute [PK35] [PK36]', async () => {
  const waiting = () =>
    readRows(
      `select extract(epoch from next_at)::float8 * 1000 as "nextAt" from pushes where state = 'waiting'`,
    )
  service.answerAlways(503)
  await alarm(true)
  await eventually(async () =>
    expect(await readRows(`select 1 from pushes where state = 'waiting' and attempts > 0`)).toHaveLength(1),
  )
  await setBack(2 * HOUR_MS)
  await eventually(async () => {
    const [push] = await waiting()
    expect(push?.nextAt).toBeLessThanOrEqual(app.clock.now().getTime() + 60_000)
  })
  service.answerAlways(201)
  const before = tags().length
  app.clock.advance(61_000)
  await eventually(() => expect(tags().length).toBeGreaterThan(before))
  await eventually(async () => expect(await waiting()).toEqual([]))
})
