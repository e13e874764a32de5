import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { eventually } from '#testing/eventually.ts'
import {
  createHomeBridge,
  type HomeAssistant,
  homeOf,
  noticesOf,
} from '#testing/homes/home-assistant-home.ts'
import { createPerson, type Person } from '#testing/homes/role-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

let app: TestApp
let anna: Person
let shade: Awaited<ReturnType<typeof moveIn>>
let home: HomeAssistant
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  anna = await createPerson(app)
  shade = await moveIn(app, anna, 'roller_shutter', { state: { position: 0.8 } })
  return async () => {
    await home.end()
    await shade.device.end()
  }
})

const connect = async (more: Record<string, unknown> = {}) => {
  home = await homeOf(app, await createHomeBridge(anna, [shade.id], more))
  await vi.waitFor(() => expect(home.stateOf('position')).toBe('20'))
}
const countOf = (topic: string) =>
  home.received.filter((text) => text.split(' ')[0]?.endsWith(`/${topic}`)).length

it('a client that answers each state with a command that is refused gets its states once a second [BR38]', async () => {
  await connect({ grants: { [shade.id]: { permissions: ['command'], limits: { maxPosition: 0.5 } } } })
  const before = countOf('position')
  home.client.on('message', (topic, payload) => {
    if (topic.endsWith('/position')) void home.send('position/set', payload)
  })
  await home.send('position/set', '20')
  // The second one is the answer to the states after the first.
  await vi.waitFor(() => expect(countOf('refused')).toBe(2))
  await home.send('position/set', '20')
  await vi.waitFor(() => expect(countOf('refused')).toBeGreaterThanOrEqual(3))
  expect([countOf('refused'), countOf('position') - before]).toEqual([3, 1])
  app.clock.advance(1_000)
  await vi.waitFor(() => expect(countOf('refused')).toBe(4))
  expect(countOf('position') - before).toBe(2)
})

it('a command in whose place a newer one is sent is no refusal [BR11]', async () => {
  await connect()
  for (let percent = 30; percent <= 90; percent += 10) await home.send('position/set', String(percent))
  await eventually(app, () => expect(shade.device.received.at(-1)).toMatchObject({ position: 10 }), 250)
  // It is answered after everything before it.
  await home.send('position/set', 'x')
  await vi.waitFor(async () => expect(await noticesOf(anna)).not.toEqual([]))
  expect(countOf('refused')).toBe(0)
})
