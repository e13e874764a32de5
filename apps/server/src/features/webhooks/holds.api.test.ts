import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { startWebhookReceiver, type WebhookReceiver } from '#testing/doubles/webhook-receiver.ts'
import { createBridge } from '#testing/homes/bridge-home.ts'
import { freezeSharing } from '#testing/homes/role-home.ts'
import { CALM, createSafetyHome, type SafetyHome, STORM, WIND } from '#testing/homes/safety-home.ts'
import { createWebhook, listDeliveries } from '#testing/homes/webhook-home.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

let home: SafetyHome
let receiver: WebhookReceiver
beforeAll(async () => {
  home = await createSafetyHome()
  receiver = await startWebhookReceiver()
})
afterAll(async () => {
  await home.app.close()
  await receiver.close()
})
beforeEach(async () => {
  receiver.received.length = 0
  return home.clear()
})

const held = async (events: readonly string[]) => {
  const awning = await home.shade('awning')
  const bridge = await createBridge(home.owner, [awning.id])
  const url = `${receiver.url}/${crypto.randomUUID()}`
  const hook = await createWebhook(home.owner, { bridge: bridge.id, url, events })
  return { awning, bridge, ...hook }
}
const types = () => receiver.received.map(({ body }) => body.type)

it('a webhook is notified when a hold begins and ends, with its reason [BR59]', async () => {
  const { awning } = await held(['device.held', 'device.released'])
  await home.protect([awning], WIND)
  await home.measure(CALM)
  await home.pass(5_000)
  expect(types()).toEqual([])
  await home.measure(STORM)
  await home.pass(2_000)
  await vi.waitFor(() => expect(types()).toEqual(['device.held']))
  expect(receiver.received[0]?.body.data).toMatchObject({
    id: awning.id,
    safety: { reason: { measurement: 'wind_gust' } },
  })
  await home.measureFor(40, CALM)
  await vi.waitFor(() => expect(types()).toEqual(['device.held', 'device.released']))
  expect(receiver.received[1]?.body.data).toMatchObject({ id: awning.id, safety: null })
})

it('a hold that began while the app was paused is not sent later, and its end is', async () => {
  await home.measure(CALM)
  const { awning, id } = await held(['device.held', 'device.released'])
  await home.protect([awning], WIND)
  await freezeSharing(home.owner, true)
  await home.measure(STORM)
  await home.pass(5_000)
  await freezeSharing(home.owner, false)
  await home.pass(5_000)
  expect(await listDeliveries(home.owner, id)).toEqual([])
  await home.measureFor(40, CALM)
  await vi.waitFor(() => expect(types()).toEqual(['device.released']))
})

it('a webhook is notified that a scenario ran, with those devices that its app has', async () => {
  const { awning, id } = await held(['scenario.ran'])
  const other = await home.shade('awning')
  const closing = { triggers: [], actions: [{ type: 'MoveSelf', position: 0.5 }] }
  const scenario = await home.scenario([awning, other], closing)
  const elsewhere = await home.scenario([other], closing)
  for (const one of [elsewhere, scenario]) {
    await home.during(home.post('scenario/run', { id: one.id }))
    await home.pass(120_000)
  }
  await vi.waitFor(() => expect(types()).toEqual(['scenario.ran']))
  expect(receiver.received[0]?.body.data).toMatchObject({
    scenarioId: scenario.id,
    name: scenario.name,
    reason: 'manual',
    results: [{ deviceId: awning.id, status: expect.any(String) }],
  })
  expect(JSON.stringify(receiver.received)).not.toContain(other.id)
  expect(await listDeliveries(home.owner, id)).toHaveLength(1)
})
