import { deviceInfoSchema } from '@senca/contract'
import { discoveryListSchema } from '@senca/contract/discovery'
import { matterCommissioningSchema, matterNodesSchema, matterShareSchema } from '@senca/contract/matter'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createMatterNetwork, type MatterNetwork } from '#testing/doubles/matter-network.ts'
import { createConfirmedClient } from '#testing/homes/link-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { refusalOf, type TestClient } from '#testing/test-client.ts'

const MATTER = '/auth/api/v1/matter'
/** For the discriminator 3840. */
const OTHER_PASSCODE = '34970212338'
const SOON = { timeout: 60_000, interval: 100 }

let network: MatterNetwork
let app: TestApp
let device: Awaited<ReturnType<MatterNetwork['startDevice']>>
let owner: TestClient

beforeAll(async () => {
  network = await createMatterNetwork()
  app = await createTestApp({
    matter: { start: network.startMatter, times: { searchMs: 15_000, timeoutMs: 40_000 } },
  })
  ;[owner, device] = await Promise.all([createConfirmedClient(app), network.startDevice(3_840)])
})
afterAll(async () => {
  await app.close()
  await device?.remove()
  await network.close()
})

const post = (client: TestClient, call: string, json: object) =>
  client.api('POST', `${MATTER}/${call}`, { json })

async function commission(client: TestClient, json: object) {
  const started = await client.ok(post(client, 'commission', json))
  const { commissioningId } = Object(started)
  const seen: string[] = []
  return vi.waitFor(async () => {
    const answer = await client.ok(client.api('GET', `${MATTER}/commission?id=${commissioningId}`))
    const progress = matterCommissioningSchema.parse(answer)
    seen.push(progress.status)
    expect(['done', 'failed']).toContain(progress.status)
    return { ...progress, seen }
  }, SOON)
}

const nodesOf = async (client: TestClient) =>
  matterNodesSchema.parse(await client.ok(client.api('GET', `${MATTER}/nodes`)))
const entitiesOf = async (client: TestClient) =>
  discoveryListSchema.parse(await client.ok(client.api('GET', '/auth/api/v1/discovery/list')))
const DONE = { status: 'success' }
const infoOf = async (id: string) => (await owner.info(id))[id]
const willBe = (id: string, expected: object) =>
  vi.waitFor(async () => {
    await app.clock.advance(50)
    expect(await infoOf(id)).toMatchObject(expected)
  }, SOON)

/** Makes a device of the entities of these kinds. */
async function add(kinds: string | string[], more: object) {
  const entities = await entitiesOf(owner)
  const ids = [kinds].flat().map((kind) => entities.find((entity) => entity.kind === kind)?.id)
  const answer = await owner.api('POST', '/auth/api/v1/discovery/add', { json: { ids, ...more } })
  expect(answer).toMatchObject({ status: 200 })
  return deviceInfoSchema.parse(answer.body)
}

const move = (command: object, wait = false) => owner.move([command], wait)

/** How many controllers the device knows, as it says itself. */
async function fabrics(): Promise<number | undefined> {
  device.messages.length = 0
  return vi.waitFor(() => {
    device.tell({ do: 'fabrics' })
    const found = device.messages.find((message) => message.fabrics !== undefined)
    if (found === undefined) throw new Error('the device has not answered')
    return found.fabrics
  }, SOON)
}

const storedKeys = async (): Promise<string[]> => {
  const { rows } = await app.database.pool.query('select key from matter_store order by key')
  return rows.map(({ key }) => key)
}
const sealedTexts = async (): Promise<string> => {
  const { rows } = await app.database.pool.query('select value from matter_store')
  return rows.map(({ value }) => value).join()
}

describe('[HW32] Matter devices', () => {
  let shadeId: string

  it('refuses what is no code, and a code whose check digit is wrong', async () => {
    expect(refusalOf(await post(owner, 'commission', { code: '123' }))).toMatchObject({
      status: 400,
      error: 'malformed_request',
    })
    expect(await commission(owner, { code: '34970112333' })).toMatchObject({
      status: 'failed',
      reason: 'wrong_code',
    })
  })

  it('refuses the passcode of another device', async () => {
    expect(await commission(owner, { code: OTHER_PASSCODE })).toMatchObject({
      status: 'failed',
      reason: 'wrong_code',
    })
  })

  it('takes an uncertified device only when its owner allows it', async () => {
    expect(await commission(owner, { code: device.manualCode })).toMatchObject({
      status: 'failed',
      reason: 'uncertified',
    })
    const { status, entityIds = [] } = await commission(owner, {
      code: device.manualCode,
      allowUncertified: true,
    })
    expect(status).toBe('done')
    const entities = await entitiesOf(owner)
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
    const [node] = await nodesOf(owner)
    expect(node).toMatchObject({ vendor: 'Acme', product: 'Test house', online: true })
    expect(node?.entityIds.toSorted()).toEqual(entityIds.toSorted())
  })

  it('moves a cover, follows it and stops it', async () => {
    const shade = await add('cover', { devicetype: 'venetian_blind', name: 'Kitchen' })
    shadeId = shade.id
    expect(shade).toMatchObject({ connected: true, confirmation: 'acknowledged', state: { position: 0.25 } })
    expect(await move({ token: shadeId, command: 'move', position: 100 })).toMatchObject([DONE])
    await willBe(shadeId, { state: { status: 'closing' } })
    expect(await owner.abort(shadeId)).toMatchObject([DONE])
    expect(device.messages).toContainEqual({ stopped: true })
    await willBe(shadeId, { state: { status: 'ready' } })
    const moved = move({ token: shadeId, command: 'move', position: 50, inclination: 40 }, true)
    await willBe(shadeId, { state: { status: 'ready', position: 0.5, inclination: 0.4 } })
    expect(await moved).toMatchObject([DONE])
    expect(device.messages).toContainEqual({ moved: 'Lift', target: 5_000 })
    expect(device.messages).toContainEqual({ moved: 'Tilt', target: 4_000 })
  })

  it('switches and dims a light', async () => {
    const light = await add('light', { devicetype: 'light', name: 'Table' })
    expect(
      await move({ token: light.id, command: 'light_apply', lightType: 'light_1', brightness: 0.5 }),
    ).toMatchObject([DONE])
    await willBe(light.id, { state: { light1Brightness: expect.closeTo(0.5, 2) } })
    expect(device.messages).toContainEqual({ level: 127 })
    expect(
      await move({ token: light.id, command: 'light_apply', lightType: 'light_1', brightness: 0 }),
    ).toMatchObject([DONE])
    await willBe(light.id, { state: { light1Brightness: 0 } })
    expect(device.messages).toContainEqual({ on: false })
  })

  it('locks and unlocks a door, and reports its contact', async () => {
    const door = await add(['lock', 'contact'], { devicetype: 'home_door', name: 'Front door' })
    expect(door).toMatchObject({ state: { motorLockState: 'locked', magneticSensorOpen: false } })
    const unlock = { token: door.id, command: 'unlock', lockType: 'motor' }
    expect(await move(unlock)).toMatchObject([DONE])
    await willBe(door.id, { state: { motorLockState: 'unlocked' } })
    device.tell({ do: 'lock', doorState: 0 })
    await willBe(door.id, { state: { magneticSensorOpen: true } })
    device.tell({ do: 'lock', doorState: 1 })
    expect(await move({ ...unlock, command: 'lock' })).toMatchObject([DONE])
    await willBe(door.id, { state: { motorLockState: 'locked' } })
    device.tell({ do: 'lock', lockState: 0 })
    await willBe(door.id, { state: { motorLockState: 'jammed' } })
  })

  it('shows nodes and progress to their owner alone', async () => {
    const stranger = await createConfirmedClient(app)
    const [{ node } = { node: '' }] = await nodesOf(owner)
    expect(await nodesOf(stranger)).toEqual([])
    const gone = { status: 404, error: 'resource_not_found', key: 'node' }
    expect(refusalOf(await post(stranger, 'remove', { node, force: true }))).toMatchObject(gone)
    expect(refusalOf(await post(stranger, 'share', { node }))).toMatchObject(gone)
    const unknown = await stranger.api('GET', `${MATTER}/commission?id=${crypto.randomUUID()}`)
    expect(refusalOf(unknown)).toMatchObject({ status: 404, error: 'resource_not_found', key: 'id' })
  })

  it('shares a node with another controller, which has a fabric of its own', async () => {
    const [{ node } = { node: '' }] = await nodesOf(owner)
    const shared = matterShareSchema.parse(await owner.ok(post(owner, 'share', { node })))
    expect(shared.code).toMatch(/^\d{11}$/)
    expect(Date.parse(shared.expiresAt) - app.clock.now().getTime()).toBe(15 * 60_000)
    const neighbour = await createConfirmedClient(app)
    expect(await commission(neighbour, { code: shared.code, allowUncertified: true })).toMatchObject({
      status: 'done',
    })
    const [other] = await nodesOf(neighbour)
    expect(other).toMatchObject({ online: true })
    expect(other?.node).not.toBe(node)
    await neighbour.ok(post(neighbour, 'remove', { node: other?.node }))
    expect(await nodesOf(neighbour)).toEqual([])
    expect(await entitiesOf(neighbour)).toEqual([])
    expect(await fabrics()).toBe(1)
  })

  it('starts a process that was killed again, and works on', async () => {
    const [process] = network.processes().filter(({ spawnargs }) => spawnargs.join(' ').includes('main.ts'))
    if (process === undefined) throw new Error('there is no Matter process')
    await network.kill(process)
    await willBe(shadeId, { connected: false })
    expect(await move({ token: shadeId, command: 'move', position: 20 })).toMatchObject([
      { status: 'error', error: 'device_unreachable' },
    ])
    await app.clock.advance(1_000)
    await willBe(shadeId, { connected: true })
    expect(await move({ token: shadeId, command: 'move', position: 20 })).toMatchObject([DONE])
    await willBe(shadeId, { state: { status: 'ready', position: 0.2 } })
  })

  it('keeps its pairing over a restart of the server, and writes no position', async () => {
    const stored = await storedKeys()
    await app.restart()
    await willBe(shadeId, { connected: true })
    expect(await move({ token: shadeId, command: 'move', position: 70 })).toMatchObject([DONE])
    await willBe(shadeId, { state: { status: 'ready', position: 0.7 } })
    expect((await storedKeys()).filter((key) => !stored.includes(key))).toEqual([])
    expect(stored.filter((key) => key.includes('.258/'))).toEqual([])
    expect(await sealedTexts()).not.toContain('rootKeyPair')
  })

  it('removes a node, which forgets it, and the process ends', async () => {
    const [{ node } = { node: '' }] = await nodesOf(owner)
    await owner.ok(post(owner, 'remove', { node }))
    expect(await fabrics()).toBe(0)
    expect(await nodesOf(owner)).toEqual([])
    await willBe(shadeId, { connected: false })
    await vi.waitFor(async () => {
      await app.clock.advance(60_000)
      expect(await storedKeys()).toEqual([])
      expect(network.processes()).toHaveLength(1)
    }, SOON)
  })
})
