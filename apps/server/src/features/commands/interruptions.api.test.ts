import { type ActivityEntry, activityListSchema } from '@senca/contract/activity'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { connectFakeDevice, type FakeDevice, obedient } from '#testing/fake-device.ts'
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

const entriesOf = async (deviceId: string): Promise<ActivityEntry[]> => {
  const path = `/auth/api/v1/activity/list?devicetoken=${deviceId}`
  const { entries } = activityListSchema.parse(await owner.ok(owner.api('GET', path)))
  return entries.filter(({ action }) => action !== 'claimed')
}

const statusOf = async (id: string) => (await owner.info(id))[id]?.state.status

/** A moving shade that has acknowledged a command whose result its owner waits for. */
async function inFlight(command: object, report: object = {}) {
  const home = await moveIn(app, owner, 'roller_shutter', { onCommand: obedient })
  const results = owner.move([{ token: home.id, command: '', ...command }], true)
  await vi.waitFor(async () =>
    expect((await entriesOf(home.id))[0]?.result).toEqual({ status: 'acknowledged' }),
  )
  home.device.report({ status: 'closing', position: 0.2, ...report })
  await vi.waitFor(async () => expect(await statusOf(home.id)).toBe('closing'))
  return { ...home, results }
}

const move = { command: 'move', position: 100 }
const ventilate = { command: 'move_to_ventilation' }
const failure = (error_detail: string, position: number) => [
  expect.objectContaining({ error: 'device_update_failed', error_detail, position }),
]

describe('to ventilation where no place is saved', () => {
  it.each([
    ['was stopped', 'stopped', (id: string) => owner.abort(id)],
    ['was replaced', 'replaced', (id: string) => owner.move([{ token: id, command: 'move', position: 40 }])],
  ] as const)('fails with the place reached where it %s', async (_how, detail, interrupt) => {
    const { id, device, results } = await inFlight(ventilate)
    await interrupt(id)
    device.report({ status: 'ready', position: 0.4 })
    expect(await results).toEqual(failure(detail, 0.4))
    await device.end()
  })

  it('fails where the shade turned round on the way [AC8]', async () => {
    const { device, results } = await inFlight(ventilate)
    device.report({ position: 0.5 })
    device.report({ status: 'opening', position: 0.3 })
    device.report({ status: 'ready', position: 0 })
    expect(await results).toEqual(failure('moved_elsewhere', 0))
    await device.end()
  })

  it('fails where the shade does not reach its reported target [AC8]', async () => {
    const { device, results } = await inFlight(ventilate, { target: { position: 0.85 } })
    device.report({ status: 'ready', position: 0.4, target: null })
    expect(await results).toEqual(failure('moved_elsewhere', 0.4))
    await device.end()
  })

  it('is done where it came to rest undisturbed, with or without a word of where it goes [AC8]', async () => {
    for (const report of [{}, { target: { position: 0.85 } }]) {
      const { id, device, results } = await inFlight(ventilate, report)
      device.report({ status: 'ready', position: 0.85, target: null })
      expect(await results).toEqual([{ status: 'success', device_ids: [id], position: 0.85 }])
      await device.end()
    }
  })
})

describe('a stop that is followed by a newer move', () => {
  it('is over when that is taken, and so is what it stopped, with the place of that moment', async () => {
    const { id, device, results } = await inFlight(move)
    await owner.abort(id)
    const newer = owner.move([{ token: id, command: 'move', position: 10 }], true)
    expect(await results).toEqual(failure('stopped', 0.2))
    device.report({ status: 'opening', position: 0.19 })
    device.report({ status: 'ready', position: 0.1 })
    expect(await newer).toEqual([{ status: 'success', device_ids: [id], position: 0.1 }])
    const entries = await entriesOf(id)
    expect(entries.map(({ action, result }) => [action, result])).toMatchObject([
      ['move', { status: 'success', position: 0.1 }],
      ['stop', { status: 'success', position: 0.2 }],
      ['move', { status: 'error', error_detail: 'stopped', position: 0.2 }],
    ])
    await device.end()
  })
})

describe('the reason why a device did not finish an acknowledged command', () => {
  it('is a restart on the way [AC7]', async () => {
    const { id, secret, device, results } = await inFlight(move)
    device.cut()
    await vi.waitFor(async () => expect(await statusOf(id)).toBe('offline'))
    const back = await connectFakeDevice({
      mqtt: app.mqtt,
      id,
      secret,
      type: 'roller_shutter',
      state: { position: 0.3, assumed: true },
      totalRestarts: 2,
    })
    expect(await results).toEqual(failure('restarted', 0.3))
    await back.end()
  })

  it('is a jammed lock [AC7]', async () => {
    const { id, device } = await moveIn(app, owner, 'home_door', {
      onCommand: obedient,
      state: { motorLockConnected: true, motorLockState: 'locked', motorLockLocked: true },
    })
    const results = owner.move([{ token: id, command: 'unlock', lockType: 'motor' }], true)
    await vi.waitFor(() => expect(device.received).toHaveLength(1))
    device.report({ motorLockState: 'jammed', motorLockLocked: null })
    expect(await results).toMatchObject([{ error: 'device_update_failed', error_detail: 'jammed' }])
    await device.end()
  })
})

describe('an interruption right after a command', () => {
  const turned = { origin: 'wall_switch', action: 'moved', details: { position: 0 } }
  const turn = async (device: FakeDevice, id: string) => {
    app.clock.advance(600)
    device.report({ status: 'opening', position: 0.15 })
    device.report({ status: 'ready', position: 0 })
    await vi.waitFor(async () => expect((await entriesOf(id))[0]).toMatchObject(turned))
  }

  it('is published where the command was refused', async () => {
    const { id, device } = await moveIn(app, owner, 'roller_shutter', {
      state: { position: 0.2 },
      onCommand: (command, own) => own.refuse(command, 'device_busy'),
    })
    await owner.move([{ token: id, ...move }])
    await turn(device, id)
    await device.end()
  })

  it('is published where the command was stopped', async () => {
    const { id, device, results } = await inFlight(move)
    await owner.abort(id)
    device.report({ status: 'ready', position: 0.2 })
    await results
    await turn(device, id)
    await device.end()
  })

  it('is published where the command ended elsewhere', async () => {
    const { id, device, results } = await inFlight(move)
    device.report({ status: 'ready', position: 0.2 })
    await results
    await turn(device, id)
    await device.end()
  })

  it('counts as a late beginning where it is unknown whether the command was acknowledged [AC9]', async () => {
    const { id, device } = await moveIn(app, owner, 'roller_shutter', { onCommand: () => {} })
    const results = owner.move([{ token: id, ...move }])
    await vi.waitFor(() => expect(device.received).toHaveLength(1))
    app.clock.advance(5_000)
    expect(await results).toMatchObject([{ error: 'device_request_timeout' }])
    app.clock.advance(4_000)
    device.report({ status: 'closing', position: 0.5 })
    device.report({ status: 'ready', position: 1 })
    await vi.waitFor(async () => expect((await owner.info(id))[id]?.state.position).toBe(1))
    expect((await entriesOf(id)).map(({ action }) => action)).toEqual(['move'])
    await device.end()
  })
})

describe('a command of a page that a newer one of the same page has overtaken', () => {
  const by = (order: string) => ({ headers: { 'x-page-order': order } })
  const overtaken = [expect.objectContaining({ error: 'device_update_failed', error_detail: 'replaced' })]
  const isTaken = [expect.objectContaining({ status: 'success' })]
  const call = async (path: string, order: string, json: object) =>
    owner.ok(owner.api('POST', `/auth/api/v1/device/${path}`, { json, ...by(order) }))
  const to = (token: string, position: number) => ({ commands: [{ token, command: 'move', position }] })

  it('is not sent to the device, whether the newer one moved or stopped it', async () => {
    const { id, device } = await moveIn(app, owner, 'roller_shutter', { onCommand: obedient })
    expect(await call('move', 'page-one/2', to(id, 80))).toEqual(isTaken)
    expect(await call('move', 'page-one/1', to(id, 20))).toEqual(overtaken)
    expect(await call('abort', 'page-one/4', { commands: [{ token: id }] })).toEqual(isTaken)
    expect(await call('move', 'page-one/3', to(id, 30))).toEqual(overtaken)
    expect(await call('move', 'page-one/5', to(id, 40))).toEqual(isTaken)
    expect(device.received.map(({ command, position }) => position ?? command)).toEqual([80, 'abort', 40])
    await device.end()
  })

  it('is sent where it is of another page, for another device or another part, or too old to be on the way', async () => {
    const { id, device } = await moveIn(app, owner, 'roller_shutter', { onCommand: obedient })
    const other = await moveIn(app, owner, 'roller_shutter', { onCommand: obedient })
    expect(await call('move', 'page-one/9', to(id, 80))).toEqual(isTaken)
    expect(await call('move', 'page-two/1', to(id, 20))).toEqual(isTaken)
    expect(await call('move', 'page-one/1', to(other.id, 30))).toEqual(isTaken)
    await app.clock.advance(60_000)
    expect(await call('move', 'page-one/8', to(id, 50))).toEqual(isTaken)
    await Promise.all([device.end(), other.device.end()])
  })

  it('is refused by the server where its order cannot be read', async () => {
    const { status } = await owner.api('POST', '/auth/api/v1/device/move', {
      json: to('x', 1),
      ...by('newest'),
    })
    expect(status).toBe(400)
  })
})
