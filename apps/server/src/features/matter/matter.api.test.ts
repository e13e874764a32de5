import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMatterHome, type MatterHome } from '#testing/homes/matter-home.ts'
import { refusalOf } from '#testing/test-client.ts'

/** A code with the discriminator 3840 and another passcode than the device has. */
const OTHER_PASSCODE = '34970212338'
const DONE = { status: 'success' }

let home: MatterHome
beforeAll(async () => {
  home = await createMatterHome()
})
afterAll(() => home?.close())

const move = (command: object, wait = false) => home.owner.move([command], wait)

describe('[HW32] Matter devices', () => {
  let shadeId: string

  it('refuses what is no code, and a code whose check digit is wrong', async () => {
    expect(refusalOf(await home.post(home.owner, 'commission', { code: '123' }))).toMatchObject({
      status: 400,
      error: 'malformed_request',
    })
    expect(await home.commission(home.owner, { code: '34970112333' })).toMatchObject({
      status: 'failed',
      reason: 'wrong_code',
    })
  })

  it('refuses the passcode of another device', async () => {
    expect(await home.commission(home.owner, { code: OTHER_PASSCODE })).toMatchObject({
      status: 'failed',
      reason: 'wrong_code',
    })
  })

  it('takes an uncertified device only when its owner allows it', async () => {
    expect(await home.commission(home.owner, { code: home.device.manualCode })).toMatchObject({
      status: 'failed',
      reason: 'uncertified',
    })
    const { status, entityIds = [] } = await home.commission(home.owner, {
      code: home.device.manualCode,
      allowUncertified: true,
    })
    expect(status).toBe('done')
    const entities = await home.entitiesOf(home.owner)
    expect(entities.map(({ id }) => id).sort()).toEqual([...entityIds].sort())
    expect(entities.map(({ kind, can }) => ({ kind, can }))).toEqual([
      { kind: 'cover', can: ['open', 'close', 'stop', 'setPosition', 'setTilt', 'openTilt', 'closeTilt'] },
      { kind: 'lock', can: ['lock', 'unlock'] },
      { kind: 'contact', can: [] },
      { kind: 'light', can: ['on', 'off', 'setBrightness'] },
    ])
    expect(entities[0]).toMatchObject({
      source: 'matter',
      broker: null,
      confirmation: 'acknowledged',
      suggestedType: 'venetian_blind',
      device: { name: 'Kitchen', manufacturer: 'Acme', model: 'Test house' },
      state: {
        available: true,
        assumed: false,
        closed: false,
        moving: 'none',
        position: 0.25,
        inclination: 0,
      },
      limitations: [{ code: 'uncertified' }],
    })
    expect(entities[1]?.state).toMatchObject({ lockState: 'locked' })
    expect(entities[2]?.state).toMatchObject({ on: false })
    const [node] = await home.nodesOf(home.owner)
    expect(node).toMatchObject({ vendor: 'Acme', product: 'Test house', online: true })
    expect(node?.entityIds.toSorted()).toEqual(entityIds.toSorted())
  })

  it('moves a cover, follows it and stops it', async () => {
    const shade = await home.add('cover', { devicetype: 'venetian_blind', name: 'Kitchen' })
    shadeId = shade.id
    expect(shade).toMatchObject({ connected: true, confirmation: 'acknowledged', state: { position: 0.25 } })
    expect(await move({ token: shadeId, command: 'move', position: 100 })).toMatchObject([DONE])
    await home.willBe(shadeId, { state: { status: 'closing' } })
    expect(await home.owner.abort(shadeId)).toMatchObject([DONE])
    expect(home.device.messages).toContainEqual({ stopped: true })
    await home.willBe(shadeId, { state: { status: 'ready' } })
    const moved = move({ token: shadeId, command: 'move', position: 50, inclination: 40 }, true)
    await home.willBe(shadeId, { state: { status: 'ready', position: 0.5, inclination: 0.4 } })
    expect(await moved).toMatchObject([DONE])
    expect(home.device.messages).toContainEqual({ moved: 'Lift', target: 5_000 })
    expect(home.device.messages).toContainEqual({ moved: 'Tilt', target: 4_000 })
  })

  it('reports the charge of a battery, which is in half per cents', async () => {
    await home.willBe(shadeId, { state: { battery: 80, batteryLow: false } })
    home.device.instruct({ do: 'battery', halfPercents: 35 })
    home.app.clock.advance(60_000)
    home.owner.forgetApiToken()
    await home.willBe(shadeId, { state: { battery: 18, batteryLow: true } })
  })

  it('switches and dims a light', async () => {
    const light = await home.add('light', { devicetype: 'light', name: 'Table' })
    expect(
      await move({ token: light.id, command: 'light_apply', lightType: 'light_1', brightness: 0.5 }),
    ).toMatchObject([DONE])
    await home.willBe(light.id, { state: { light1Brightness: expect.closeTo(0.5, 2) } })
    expect(home.device.messages).toContainEqual({ level: 127 })
    expect(
      await move({ token: light.id, command: 'light_apply', lightType: 'light_1', brightness: 0 }),
    ).toMatchObject([DONE])
    await home.willBe(light.id, { state: { light1Brightness: 0 } })
    expect(home.device.messages).toContainEqual({ on: false })
  })

  it('locks and unlocks a door, and reports its contact', async () => {
    const door = await home.add(['lock', 'contact'], { devicetype: 'home_door', name: 'Front door' })
    expect(door).toMatchObject({ state: { motorLockState: 'locked', magneticSensorOpen: false } })
    const unlock = { token: door.id, command: 'unlock', lockType: 'motor' }
    expect(await move(unlock)).toMatchObject([DONE])
    await home.willBe(door.id, { state: { motorLockState: 'unlocked' } })
    home.device.instruct({ do: 'lock', doorState: 0 })
    await home.willBe(door.id, { state: { magneticSensorOpen: true } })
    home.device.instruct({ do: 'lock', doorState: 1 })
    expect(await move({ ...unlock, command: 'lock' })).toMatchObject([DONE])
    await home.willBe(door.id, { state: { motorLockState: 'locked' } })
    home.device.instruct({ do: 'lock', lockState: 0 })
    await home.willBe(door.id, { state: { motorLockState: 'jammed' } })
  })

  it('shows nodes and progress to their owner alone', async () => {
    const stranger = await home.createNeighbor()
    const [{ node } = { node: '' }] = await home.nodesOf(home.owner)
    expect(await home.nodesOf(stranger)).toEqual([])
    const gone = { status: 404, error: 'resource_not_found', key: 'node' }
    expect(refusalOf(await home.post(stranger, 'remove', { node, force: true }))).toMatchObject(gone)
    expect(refusalOf(await home.post(stranger, 'share', { node }))).toMatchObject(gone)
    const unknown = await home.progressOf(stranger, crypto.randomUUID())
    expect(refusalOf(unknown)).toMatchObject({ status: 404, error: 'resource_not_found', key: 'id' })
  })
})
