import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startCall } from '#testing/device-calls.ts'
import { type OnCommand, obedient } from '#testing/fake-device.ts'
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

const shade = (onCommand: OnCommand, state: object = { position: 0 }) =>
  moveIn(app, owner, 'roller_shutter', { onCommand, state: { ...state } })
const move = (token: string, position: number) => ({ token, command: 'move', position })
const isKnown = (id: string, updates: number) =>
  vi.waitFor(async () => expect((await owner.info(id))[id]?.totalStateUpdates).toBe(updates))

describe('a command that is waited for', () => {
  it('succeeds when the shade has come to rest within 0.02 of where it was sent', async () => {
    const { id, device } = await shade(obedient)
    const { results } = await startCall(device, () => owner.move([move(id, 50)], true))
    device.report({ status: 'closing', position: 0.2 })
    device.report({ status: 'closing', position: 0.5 })
    device.report({ status: 'ready', position: 0.51 })
    expect(await results).toEqual([{ status: 'success', device_ids: [id], position: 0.51 }])
    await device.end()
  })

  it('fails with the place reached when the shade comes to rest elsewhere', async () => {
    const { id, device } = await shade(obedient)
    const { results } = await startCall(device, () => owner.move([move(id, 50)], true))
    device.report({ status: 'closing', position: 0.2 })
    device.report({ status: 'ready', position: 0.3 })
    expect(await results).toMatchObject([{ error: 'device_update_failed', device_ids: [id], position: 0.3 }])
    await device.end()
  })

  it('fails when the device acknowledges success and never reports', async () => {
    const { id, device } = await shade(obedient)
    const { results } = await startCall(device, () => owner.move([move(id, 50)], true))
    await accepted(id)
    app.clock.advance(10_000)
    expect(await results).toMatchObject([{ error: 'device_not_responding' }])
    expect((await owner.info(id))[id]?.state.position).toBe(0)
    await vi.waitFor(() => expect(device.received).toHaveLength(2))
    expect(device.received[1]).toMatchObject({ command: 'withdraw', withdraws: device.received[0]?.id })
    await device.end()
  })

  it('fails when the device repeats an old report', async () => {
    const { id, device } = await shade(obedient, { position: 0.5 })
    const { results } = await startCall(device, () => owner.move([move(id, 50)], true))
    await accepted(id)
    device.publish('state', { status: 'ready', position: 0.5, totalRestarts: 1, totalStateUpdates: 1 })
    device.publish('state', { status: 'ready', position: 0.5, totalRestarts: 0, totalStateUpdates: 77 })
    device.publish('state', '{"status":"ready","position":0.5')
    device.publish('state', { status: 'ready', position: 0.5 })
    device.publish('status', { connected: true, type: 'roller_shutter', version: 1 })
    await vi.waitFor(async () => expect((await owner.info(id))[id]?.version).toBe(1))
    app.clock.advance(10_000)
    expect(await results).toMatchObject([{ error: 'device_not_responding' }])
    await device.end()
  })

  it('fails when the device moves on for ever', async () => {
    const { id, device } = await shade(obedient)
    const { results } = await startCall(device, () => owner.move([move(id, 50)], true))
    device.report({ status: 'closing', position: 0.1 })
    await isKnown(id, 2)
    app.clock.advance(120_000)
    device.report({ status: 'closing', position: 0.15 })
    await isKnown(id, 3)
    app.clock.advance(60_000)
    expect(await results).toMatchObject([{ error: 'device_not_responding' }])
    await device.end()
  })

  it('waits for a shade that takes 100 s and says so', async () => {
    const { id, device } = await shade(obedient)
    const { results } = await startCall(device, () => owner.move([move(id, 100)], true))
    await accepted(id)
    for (let second = 1; second < 100; second += 1) {
      app.clock.advance(1_000)
      device.report({ status: 'closing', position: second / 100 })
      await isKnown(id, second + 1)
    }
    device.report({ status: 'ready', position: 1 })
    expect(await results).toEqual([{ status: 'success', device_ids: [id], position: 1 }])
    await device.end()
  })

  it('waits for a shade whose reports were held up and came all at once', async () => {
    const { id, device } = await shade(obedient)
    for (const position of [0.1, 0.2, 0.3, 0.4, 0.5]) device.report({ status: 'closing', position })
    device.report({ status: 'ready', position: 0.5 })
    await isKnown(id, 7)
    const { results } = await startCall(device, () => owner.move([move(id, 100)], true))
    await accepted(id)
    app.clock.advance(9_000)
    device.report({ status: 'closing', position: 0.85 })
    await isKnown(id, 8)
    app.clock.advance(9_000)
    device.report({ status: 'ready', position: 1 })
    expect(await results).toEqual([{ status: 'success', device_ids: [id], position: 1 }])
    await device.end()
  })

  it('fails when the device goes away on the way and stays away', async () => {
    const { id, device } = await shade(obedient)
    const { results } = await startCall(device, () => owner.move([move(id, 50)], true))
    device.report({ status: 'closing', position: 0.1 })
    await isKnown(id, 2)
    device.cut()
    await vi.waitFor(async () => expect((await owner.info(id))[id]?.connected).toBe(false))
    app.clock.advance(10_000)
    expect(await results).toMatchObject([{ error: 'device_not_responding' }])
  })

  it('ends with a newer one: the older fails where the device comes to rest', async () => {
    const { id, device } = await shade(obedient)
    const first = await startCall(device, () => owner.move([move(id, 100)], true))
    device.report({ status: 'closing', position: 0.3 })
    const second = await startCall(device, () => owner.move([move(id, 20)], true))
    device.report({ status: 'opening', position: 0.25 })
    device.report({ status: 'ready', position: 0.2 })
    expect(await second.results).toEqual([{ status: 'success', device_ids: [id], position: 0.2 }])
    expect(await first.results).toMatchObject([{ error: 'device_update_failed', position: 0.2 }])
    await device.end()
  })

  it('ends for each device of a batch in its own time, and is answered once for all', async () => {
    const one = await shade(obedient)
    const two = await shade(obedient)
    const { results } = await startCall(one.device, () =>
      owner.move([move(one.id, 50), move(two.id, 50)], true),
    )
    await vi.waitFor(() => expect(two.device.received).toHaveLength(1))
    one.device.report({ position: 0.5 })
    two.device.report({ position: 0.5 })
    expect(await results).toEqual([{ status: 'success', device_ids: [one.id, two.id], position: 0.5 }])
    await one.device.end()
    await two.device.end()
  })

  it('moves slats and louvres by the same rules', async () => {
    const { id, device } = await moveIn(app, owner, 'pergola', {
      onCommand: obedient,
      state: { position: undefined, inclination: 0 },
    })
    const { results } = await startCall(device, () =>
      owner.move([{ token: id, command: 'move', inclination: 75 }], true),
    )
    device.report({ inclination: 0.75 })
    expect(await results).toEqual([{ status: 'success', device_ids: [id], inclination: 0.75 }])
    await device.end()
  })
})

/** Waits until the server knows that the device acknowledged the move; from then on the state has a target. */
const accepted = (id: string) =>
  vi.waitFor(async () => expect((await owner.info(id))[id]?.state).toHaveProperty('target'))
