import { discoveryListSchema } from '@senca/contract/discovery'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { API, askBridges, createBridge } from '#testing/homes/bridge-home.ts'
import { createHomeBridge, homeOf, partsOf } from '#testing/homes/home-assistant-home.ts'
import { createPerson, freezeSharing, type Person } from '#testing/homes/role-home.ts'
import { scenarioHome } from '#testing/homes/scenario-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { connectToSpace } from '#testing/space-clients.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { refusalOf } from '#testing/test-client.ts'

let app: TestApp
let anna: Person
const closers: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  anna = await createPerson(app)
})
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

const shade = async (options: Parameters<typeof moveIn>[3] = {}) => {
  const moved = await moveIn(app, anna, 'roller_shutter', { state: { position: 0.42 }, ...options })
  closers.push(moved.device.end)
  return moved
}
const otherClient = async () => {
  const login: { username: string; password: string } = Object(
    await anna.ok(anna.api('POST', `${API}/mqtt/credentials`, { json: {} })),
  )
  const space = await connectToSpace({ mqtt: app.mqtt, ...login })
  closers.unshift(() => space.client.endAsync(true))
  await space.client.subscribeAsync('#', { qos: 1 })
  return space
}
const will = (check: () => unknown) => vi.waitFor(async () => void (await check()))

describe('no loops [BR38]', () => {
  it('what is announced here is never listed as new hardware, if anybody repeats it', async () => {
    const { id } = await shade()
    const home = await homeOf(app, await createHomeBridge(anna, [id]), 1)
    closers.unshift(home.end)
    const other = await otherClient()
    const [topic, config] = [...home.configs()].find(([, { unique_id: uid }]) => uid.endsWith('_cover')) ?? []
    await other.client.publishAsync('homeassistant/cover/copy/config', JSON.stringify(config), {
      qos: 1,
      retain: true,
    })
    const foreign = {
      ...config,
      unique_id: 'x',
      device: { identifiers: ['x'], via_device: 'senca_other_12345678' },
    }
    await other.client.publishAsync('homeassistant/cover/foreign/config', JSON.stringify(foreign), { qos: 1 })
    await will(async () => {
      const list = discoveryListSchema.parse(await anna.ok(anna.api('GET', `${API}/discovery/list`)))
      expect(list.map(({ address }) => address)).toEqual(['foreign'])
    })
    expect(topic).toBeDefined()
  })

  it('a device whose hardware is at the same broker, or that another Senca announced, does not go out', async () => {
    const other = await otherClient()
    const blind = (name: string, more: object = {}) => ({
      name,
      unique_id: name,
      device_class: 'shade',
      command_topic: `${name}/set`,
      position_topic: `${name}/position`,
      set_position_topic: `${name}/position/set`,
      ...more,
    })
    await other.client.publishAsync('homeassistant/cover/near/config', JSON.stringify(blind('near')))
    const origin = { origin: { name: 'Senca' } }
    await other.client.publishAsync('homeassistant/cover/far/config', JSON.stringify(blind('far', origin)))
    const tokens: string[] = []
    for (const name of ['near', 'far']) {
      await other.client.publishAsync(`${name}/position`, '40')
      const found = await vi.waitFor(async () => {
        const list = discoveryListSchema.parse(await anna.ok(anna.api('GET', `${API}/discovery/list`)))
        const one = list.find((entity) => entity.address === name)
        if (one === undefined) throw new Error('not listed')
        return one
      })
      const json = { ids: [found.id], devicetype: 'roller_shutter', name }
      const added: { id: string } = Object(await anna.ok(anna.api('POST', `${API}/discovery/add`, { json })))
      tokens.push(added.id)
    }
    const made = await createHomeBridge(anna, tokens)
    const parts = await partsOf(anna, made.bridge.id)
    expect(parts.map(({ name, limitation }) => [name, limitation])).toEqual([
      ['near', 'came_from_here'],
      ['far', 'came_from_senca'],
    ])
    const home = await homeOf(app, made, 0)
    closers.unshift(home.end)
    await will(() => expect(home.payloads.get(`senca-bridge/${made.bridge.id}/status`)).toBe('online'))
    expect(home.keys()).toEqual([])
  })
})

describe('bridge/parts', () => {
  it('lists what is shown now', async () => {
    const { id, name } = await shade()
    const { bridge } = await createHomeBridge(anna, [id])
    const parts = await partsOf(anna, bridge.id)
    expect(parts[0]).toEqual({
      token: id,
      part: 'cover',
      entityId: expect.stringMatching(/^cover\.device_\d+$/),
      name,
      told: { state: 'open', position: '58' },
      reachable: true,
    })
    expect(parts.map(({ part }) => part)).toEqual(['cover', 'hold', 'fault', 'connection', 'refused'])
    const script = await createBridge(anna, [id])
    expect(await partsOf(anna, script.id)).toEqual([])
    const bor = await createPerson(app)
    expect(refusalOf(await bor.api('GET', `${API}/bridge/parts?id=${bridge.id}`))).toMatchObject({
      status: 404,
      error: 'resource_not_found',
    })
  })

  it('lists the scenarios that it may run, and those alone', async () => {
    const [mine, hidden] = [await shade(), await shade()]
    const { ask, intent } = scenarioHome(() => anna)
    const make = async (name: string, targets: string[]): Promise<{ id: string }> =>
      Object(await anna.ok(ask('create', intent(targets, { name, triggers: [] }))))
    const evening = await make('Evening', [mine.id])
    await make('Both', [mine.id, hidden.id])
    const scopes = ['devices:read', 'devices:command', 'scenarios:run']
    const { bridge } = await createHomeBridge(anna, [mine.id], { scopes })
    const scene = {
      token: null,
      part: 'scene',
      scenario: evening.id,
      entityId: 'scene.evening',
      name: 'Evening',
      told: {},
      reachable: true,
    }
    const scenes = async () => (await partsOf(anna, bridge.id)).filter(({ part }) => part === 'scene')
    expect(await scenes()).toEqual([scene])
    await freezeSharing(anna, true)
    expect(await scenes()).toEqual([{ ...scene, reachable: false }])
    await freezeSharing(anna, false)
    await anna.ok(askBridges(anna, 'update', { id: bridge.id, scopes: ['devices:read'] }))
    expect(await scenes()).toEqual([])
  })
})
