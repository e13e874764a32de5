import { type ActivityEntry, activityListSchema } from '@senca/contract/activity'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { guardedDoors, refused } from '#testing/homes/guarded-doors.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, OPERATOR_TOKEN, type TestApp } from '#testing/test-app.ts'
import { createSignedInClient, type TestClient } from '#testing/test-client.ts'

let app: TestApp
let owner: TestClient
beforeAll(async () => {
  app = await createTestApp()
  owner = await createSignedInClient(app)
})
afterAll(() => app.close())
const { door, guarded, unlock } = guardedDoors(() => ({ app, owner }))

/** All entries of a device, newest first. */
async function allOf(deviceId: string): Promise<ActivityEntry[]> {
  const all: ActivityEntry[] = []
  for (;;) {
    const before = all.length === 0 ? '' : `&before=${all.at(-1)?.id}`
    const path = `/auth/api/v1/activity/list?devicetoken=${deviceId}${before}`
    const { entries, more } = activityListSchema.parse(await owner.ok(owner.api('GET', path)))
    all.push(...entries)
    if (!more) return all
  }
}

const leftOutInAll = async () => {
  const answer = await app.http.inject({
    url: '/metrics',
    headers: { authorization: `Bearer ${OPERATOR_TOKEN}` },
  })
  return Number(/^senca_activity_left_out_total (\d+)/m.exec(answer.body)?.[1])
}

it('a device that reports too often is recorded sixty times, then once in ten seconds with the number of omitted entries [AC5]', async () => {
  const before = await leftOutInAll()
  const { id, device } = await moveIn(app, owner, 'home_door', {
    state: { magneticSensorConnected: true, magneticSensorOpen: false },
  })
  for (let n = 0; n < 200; n += 1) device.report({ magneticSensorOpen: n % 2 === 0 })
  await vi.waitFor(async () => expect(await leftOutInAll()).toBe(before + 140))
  const notified = (await allOf(id)).filter(({ origin }) => origin === 'wall_switch')
  expect(notified).toHaveLength(60)
  app.clock.advance(10_000)
  device.report({ magneticSensorOpen: true })
  device.report({ magneticSensorOpen: false })
  await vi.waitFor(async () => expect(await leftOutInAll()).toBe(before + 141))
  const after = (await allOf(id)).filter(({ origin }) => origin === 'wall_switch')
  expect(after).toHaveLength(61)
  expect(after[0]).toMatchObject({ action: 'door_opened', details: { leftOut: 140 } })
  await device.end()
})

it('a person who tries to unlock a guarded door causes thirty entries, then one in thirty seconds [AC5]', async () => {
  const before = await leftOutInAll()
  const home = await door()
  await guarded(home.id, { unlockBy: 'pin', pin: '2580' })
  const tries = async (count: number) => {
    for (let n = 0; n < count; n += 1) expect(await unlock(home)).toBe(refused('pin_required'))
  }
  await tries(35)
  const unlocks = async () => (await allOf(home.id)).filter(({ action }) => action === 'unlock')
  expect(await unlocks()).toHaveLength(30)
  app.clock.advance(30_000)
  await tries(2)
  const notified = await unlocks()
  expect(notified).toHaveLength(31)
  expect(notified[0]).toMatchObject({ details: { leftOut: 5 }, result: { error_detail: 'pin_required' } })
  expect(await leftOutInAll()).toBe(before + 6)
  await home.device.end()
})
