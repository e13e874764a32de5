import { type CommandResult, commandResultsSchema } from '@senca/contract'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type FakeDevice, obedient, type ReceivedCommand } from '#testing/fake-device.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { createSignedInClient, type TestClient } from '#testing/test-client.ts'

let app: TestApp
let owner: TestClient
beforeAll(async () => {
  app = await createTestApp()
  owner = await createSignedInClient(app)
})
afterAll(() => app.close())

const silent = () => {}
const shade = (onCommand: (command: ReceivedCommand, device: FakeDevice) => void) =>
  moveIn(app, owner, 'roller_shutter', { onCommand })
type Shade = Awaited<ReturnType<typeof shade>>

/** Reports a state and waits until the server has applied it. */
async function report({ id, device }: Shade, state: { status: string; position: number }) {
  const before = (await owner.info(id))[id]?.totalStateUpdates ?? 0
  device.report(state)
  await vi.waitFor(async () => expect((await owner.info(id))[id]?.totalStateUpdates).toBe(before + 1))
}

/** Sends a move and waits until the device has received it and the server has its acknowledgement. */
async function send(home: Shade, position: number, wait: boolean) {
  const before = home.device.received.length
  const call: { answer: CommandResult[] | null } = { answer: null }
  const done = owner.move([{ token: home.id, command: 'move', position }], wait).then((results) => {
    call.answer = results
  })
  await vi.waitFor(() => expect(home.device.received).toHaveLength(before + 1))
  // When the server has this report, it also has the acknowledgement, which was sent before.
  await report(home, { status: 'closing', position: 0 })
  return { call, done }
}

/** Expects that a call is answered after exactly `ms` milliseconds. */
async function expectAnswerAfter(home: Shade, { call, done }: Awaited<ReturnType<typeof send>>, ms: number) {
  await app.clock.advanceAsync(ms - 1)
  await owner.info(home.id)
  expect(call.answer).toBeNull()
  await app.clock.advanceAsync(1)
  await done
  return call.answer
}

const failure = (error: string) => [expect.objectContaining({ status: 'error', error })]

const asked = async (command: object, askedAt: string) =>
  owner.ok(owner.api('POST', '/auth/api/v1/device/move', { json: { commands: [command], askedAt } }))

it.each<[string, number, string]>([
  ['ten seconds ago', -10_000, 'success'],
  ['longer ago', -10_001, 'device_request_timeout'],
  ['by a clock that is a little ahead', 10_000, 'success'],
  ['by a clock that is wrong', 10_001, 'device_request_timeout'],
])('an unlock that was asked for %s: %s ms, %s', async (_when, ms, outcome) => {
  const state = { motorLockConnected: true, motorLockLocked: true }
  const home = await moveIn(app, owner, 'home_door', { state })
  const askedAt = new Date(app.clock.now().getTime() + ms).toISOString()
  const unlock = { token: home.id, command: 'unlock', lockType: 'motor' }
  const [result] = commandResultsSchema.parse(await asked(unlock, askedAt))
  expect(result?.status === 'error' ? result.error : result?.status).toBe(outcome)
  expect(home.device.received).toHaveLength(outcome === 'success' ? 1 : 0)
  await home.device.end()
})

it('a move is sent however long ago it was asked for', async () => {
  const home = await shade(obedient)
  const askedAt = new Date(app.clock.now().getTime() - 60_000).toISOString()
  const answer = await asked({ token: home.id, command: 'move', position: 50 }, askedAt)
  expect(answer).toMatchObject([{ status: 'success' }])
  await home.device.end()
})

it.each([
  ['with wait: false', false],
  ['with wait: true', true],
])('a command that is not acknowledged fails after 5 s, %s', async (_name, wait) => {
  const home = await shade(silent)
  const sent = await send(home, 50, wait)
  expect(await expectAnswerAfter(home, sent, 5_000)).toEqual(failure('device_request_timeout'))
  await home.device.end()
})

it('with wait: false the acknowledgement is the answer', async () => {
  const home = await shade(obedient)
  const { call, done } = await send(home, 50, false)
  await done
  expect(call.answer).toEqual([{ status: 'success', device_ids: [home.id] }])
  await home.device.end()
})

it('a command that is acknowledged and not followed by a state fails after 10 s', async () => {
  const home = await shade(obedient)
  const call: { answer: CommandResult[] | null } = { answer: null }
  const done = owner.move([{ token: home.id, command: 'move', position: 50 }], true).then((results) => {
    call.answer = results
  })
  await vi.waitFor(() => expect(home.device.received).toHaveLength(1))
  // When the other device is known, all earlier messages of this device have been read too.
  const other = await shade(obedient)
  expect(await expectAnswerAfter(home, { call, done }, 10_000)).toEqual(failure('device_not_responding'))
  await Promise.all([home.device.end(), other.device.end()])
})

it('a command whose device never comes to rest fails after 1.5 times its travel time', async () => {
  const home = await shade(obedient)
  const first = await send(home, 100, false)
  await first.done
  await app.clock.advanceAsync(20_000)
  await report(home, { status: 'closing', position: 0.5 })
  await report(home, { status: 'ready', position: 0.5 })
  await report(home, { status: 'ready', position: 0 })
  // Half of the way takes 20 s, so the whole way takes 40 s.
  const second = await send(home, 100, true)
  expect(await expectAnswerAfter(home, second, 60_000)).toEqual(failure('device_not_responding'))
  await home.device.end()
})

it('after 3 min at most, also where the travel time is not known', async () => {
  const home = await shade(obedient)
  const sent = await send(home, 100, true)
  expect(await expectAnswerAfter(home, sent, 180_000)).toEqual(failure('device_not_responding'))
  await home.device.end()
})
