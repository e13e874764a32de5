import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PushServiceDouble } from '#testing/doubles/push-service.ts'
import { eventually as eventuallyIn } from '#testing/eventually.ts'
import { createPushedApp, listNotifications, turnOnPushes } from '#testing/homes/phone-home.ts'
import { createPerson, type Person } from '#testing/homes/role-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import type { TestApp } from '#testing/test-app.ts'

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
  ana = await createPerson(app)
})

const alarm = (source: string, on: boolean) =>
  ana.ok(ana.api('POST', '/auth/api/v1/security/alarm', { json: { source, on } }))
const mailKinds = async () =>
  (
    await app.database.pool.query(
      'select kind from mails join accounts on accounts.id = account_id where email = $1',
      [ana.email],
    )
  ).rows.map(({ kind }) => kind)
const eventually = (check: () => Promise<unknown> | unknown) => eventuallyIn(app, check)

describe('an alarm [PK16]', () => {
  it.each([
    ['break_in', 'Break-in alarm'],
    ['smoke', 'Smoke alarm'],
    ['forced_door', 'Break-in alarm'],
  ])('of %s is a must with an e-mail at once, and ends with it', async (source, title) => {
    const phone = await turnOnPushes(ana, service)
    await alarm(source, true)
    await alarm(source, true)
    expect(await listNotifications(ana)).toMatchObject([
      { kind: 'alarm', level: 'must', title, deviceId: null, actions: [], endedAt: null },
    ])
    expect(await mailKinds()).toContain('alarm')
    await eventually(() =>
      expect(service.of(phone.name).map(({ notification }) => notification.title)).toEqual([title]),
    )
    await alarm(source, false)
    expect((await listNotifications(ana))[0]?.endedAt).not.toBeNull()
    await eventually(() =>
      expect(service.of(phone.name).at(-1)?.notification).toMatchObject({
        title: `Over: ${title}`,
        silent: true,
      }),
    )
  })

  it('of break-in and one of smoke are two pushes', async () => {
    const phone = await turnOnPushes(ana, service)
    await alarm('break_in', true)
    await alarm('smoke', true)
    await eventually(() => {
      const tags = service.of(phone.name).map(({ notification }) => notification.tag)
      expect(new Set(tags).size).toBe(2)
    })
  })

  it.each(['hail', 'storm'])('of %s is none, since what it moves to safety says it', async (source) => {
    await alarm(source, true)
    expect(await listNotifications(ana)).toEqual([])
  })
})

it('a door of ours that opens while it is locked is a must, until it is closed [PK16]', async () => {
  const state = {
    motorLockConnected: true,
    motorLockLocked: true,
    motorLockState: 'locked',
    magneticSensorConnected: true,
    magneticSensorOpen: false,
  }
  const front = await moveIn(app, ana, 'home_door', { state })
  await front.device.report({ magneticSensorOpen: true })
  await eventually(async () =>
    expect(await listNotifications(ana)).toMatchObject([
      { kind: 'door_forced', level: 'must', title: `${front.name}: forced open`, deviceId: front.id },
    ]),
  )
  expect(await mailKinds()).toContain('door_forced')
  await front.device.report({ magneticSensorOpen: false })
  await eventually(async () => expect((await listNotifications(ana))[0]?.endedAt).not.toBeNull())
  await front.device.end()
})
