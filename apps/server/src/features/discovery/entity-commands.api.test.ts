import { setTimeout } from 'node:timers/promises'
import { deviceInfoSchema } from '@senca/contract'
import { activityListSchema } from '@senca/contract/activity'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createBridgeHome } from '#testing/entities/run-case-in-space.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const BLIND = {
  name: 'Kitchen blind',
  command_topic: 'blind/set',
  position_topic: 'blind/position',
  set_position_topic: 'blind/position/set',
}
const LOCK = { command_topic: 'lock/set', state_topic: 'lock', name: 'Front door' }
const UNLOCK = { command: 'unlock', lockType: 'motor' }

/** A home with a device of one entity, which has reported its state. */
async function homeWith(component: 'cover' | 'lock', topic: string, payload: string) {
  const home = await createBridgeHome(app)
  await home.subscribe()
  await home.publish(`homeassistant/${component}/one/config`, component === 'cover' ? BLIND : LOCK, true)
  await home.publish(topic, payload)
  const ids = (await home.list()).map(({ id }) => id)
  const devicetype = component === 'cover' ? 'roller_shutter' : 'home_door'
  const { id } = deviceInfoSchema.parse((await home.call('add', { ids, devicetype, name: 'One' })).body)
  await app.clock.advanceAsync(1_000)
  const send = async (command: object, wait = false) => {
    home.received.length = 0
    const answer = home.owner.move([{ token: id, ...command }], wait)
    await vi.waitFor(() => expect(home.received.some(({ topic }) => topic.includes('/set'))).toBe(true))
    return { answer }
  }
  const entries = async () =>
    activityListSchema.parse(
      await home.owner.ok(home.owner.api('GET', `/auth/api/v1/activity/list?devicetoken=${id}`)),
    ).entries
  return { ...home, id, send, entries }
}

it('a lock that jams at once fails its command, also without waiting [HW37]', async () => {
  const { send, publish } = await homeWith('lock', 'lock', 'LOCKED')
  const { answer } = await send(UNLOCK)
  await publish('lock', 'JAMMED')
  expect(await answer).toMatchObject([{ error: 'device_update_failed', error_detail: 'jammed' }])
})

it('a lock that reports its old state again confirms nothing, and what it does later names the command [HW37]', async () => {
  const { send, publish, entries } = await homeWith('lock', 'lock', 'LOCKED')
  const { answer } = await send(UNLOCK)
  await publish('lock', 'LOCKED')
  await setTimeout(20)
  await app.clock.advanceAsync(5_000)
  expect(await answer).toMatchObject([{ status: 'unconfirmed' }])
  await app.clock.advanceAsync(10_000)
  await publish('lock', 'UNLOCKED')
  await vi.waitFor(async () => {
    await app.clock.advanceAsync(300)
    const late = (await entries()).find(({ details }) => details.late !== undefined)
    expect(late).toMatchObject({ action: 'unlocked', details: { late: { action: 'unlock' } } })
  })
})

it('a cover that only echoes its target is followed until it reports the place again [HW39]', async () => {
  const { send, publish } = await homeWith('cover', 'blind/position', '100')
  const { answer } = await send({ command: 'move', position: 40 }, true)
  await publish('blind/position', '60')
  await app.clock.advanceAsync(20_000)
  await publish('blind/position', '60')
  expect(await answer).toMatchObject([{ status: 'success', position: 0.4 }])
})
