import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { DEVICE_TYPES, type DemoHome, demoHomeSchema } from '@senca/contract'
import { groupsSchema, momentsSchema, scenariosSchema } from '@senca/contract/automation'
import { createFleet } from '@senca/simulator'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { connectFakeDevice } from '#testing/fake-device.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import { createTestClient, errorOf, type TestClient } from '#testing/test-client.ts'
import { openSignedInSocket } from '#testing/test-socket.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ isDemo: true })
})
afterAll(() => app.close())

const readHome = async (): Promise<DemoHome> =>
  demoHomeSchema.parse(JSON.parse(await readFile(app.demoHome ?? '', 'utf8')))

async function logIn(): Promise<TestClient> {
  const client = createTestClient(app)
  await client.ok(client.logIn('demo@senca.local', 'demo-home-2026'))
  return client
}

const scenariosOf = async (client: TestClient) =>
  scenariosSchema.parse(await client.ok(client.api('GET', '/auth/api/v1/scenario/list')))
const scenarioNames = async () => (await scenariosOf(await logIn())).map(({ name }) => name)

async function remove(scenarioName: string): Promise<void> {
  const client = await logIn()
  const id = (await scenariosOf(client)).find(({ name }) => name === scenarioName)?.id
  await client.ok(client.api('POST', '/auth/api/v1/scenario/delete', { json: { id } }))
}

describe('the demo home', () => {
  it('has a confirmed account and every kind of device, and its hardware’s file is for the owner only', async () => {
    const client = await logIn()
    expect(await client.ok(client.call('GET', '/auth/account/whoami'))).toMatchObject({ confirmed: true })
    const home = await readHome()
    expect(home.mqtt).toEqual(app.mqtt)
    const infos = await client.info(...home.devices.map(({ id }) => id))
    expect(new Set(Object.values(infos).map(({ devicetype }) => devicetype))).toEqual(new Set(DEVICE_TYPES))
    expect((await stat(app.demoHome ?? '')).mode & 0o777).toBe(0o600)
  })

  it('has a place, three groups and six scenarios, and keeps what people change of them', async () => {
    const client = await logIn()
    const home = () => client.ok(client.api('GET', '/auth/api/v1/home/info'))
    const groups = async () =>
      groupsSchema.parse(await client.ok(client.api('GET', '/auth/api/v1/group/list')))
    expect(await home()).toMatchObject({ lat: 46.0569, lon: 14.5058, timezone: 'Europe/Ljubljana' })
    const scenarios = scenariosSchema.parse(await client.ok(client.api('GET', '/auth/api/v1/scenario/list')))
    // Nothing moves automatically before a person enables it.
    expect(scenarios.map(({ enabled, nextAt }) => [enabled, nextAt])).toEqual([
      ...Array(3).fill([false, null]),
      ...Array(3).fill([true, null]),
    ])
    const [first, ...others] = await groups()
    expect(others).toHaveLength(2)
    const json = { id: first?.id }
    await client.ok(client.api('POST', '/auth/api/v1/group/delete', { json }))
    await client.ok(client.api('POST', '/auth/api/v1/home/update', { json: { name: 'Ours' } }))
    await app.restart()
    const again = await logIn()
    expect(await again.ok(again.api('GET', '/auth/api/v1/home/info'))).toMatchObject({ name: 'Ours' })
    const kept = groupsSchema.parse(await again.ok(again.api('GET', '/auth/api/v1/group/list')))
    expect(kept.map(({ id }) => id)).toEqual(others.map(({ id }) => id))
  })

  it('has two moments and a link that opens no door, and keeps what people change of them', async () => {
    const momentsOf = async (client: TestClient) =>
      momentsSchema.parse(await client.ok(client.api('GET', '/auth/api/v1/moment/list')))
    const linksOf = async (client: TestClient) =>
      z
        .array(
          z.object({
            token: z.string(),
            name: z.string(),
            devices: z.array(z.string()),
            multiUse: z.boolean(),
          }),
        )
        .parse(await client.ok(client.api('GET', '/auth/api/v1/device-link/list')))
    const client = await logIn()
    const moments = await momentsOf(client)
    expect(moments.map(({ name }) => name)).toEqual(['Good morning', 'Leave'])
    const [link, ...more] = await linksOf(client)
    expect(more).toEqual([])
    expect(link).toMatchObject({ name: 'Neighbor, this week', multiUse: true })
    const doors = (await readHome()).devices.filter(({ type }) => type === 'home_door').map(({ id }) => id)
    expect(link?.devices.filter((id) => doors.includes(id))).toEqual([])
    expect(link?.devices).toHaveLength(3)

    await client.ok(client.api('POST', '/auth/api/v1/moment/delete', { json: { id: moments[1]?.id } }))
    await client.ok(client.api('POST', '/auth/api/v1/device-link/delete', { json: { token: link?.token } }))
    await app.restart()
    const again = await logIn()
    expect((await momentsOf(again)).map(({ name }) => name)).toEqual(['Good morning'])
    expect(await linksOf(again)).toEqual([])
  })

  it('moves by the simulator: gradual updates, busy on the way, ready at the end', async () => {
    const client = await logIn()
    const home = await readHome()
    const fleet = createFleet({ mqtt: () => app.mqtt, speed: 8 })
    fleet.sync(home.devices)
    fleet.start()
    const [shade] = home.devices.filter(({ type }) => type === 'roller_shutter')
    const id = shade?.id ?? ''
    const ids = home.devices.map((device) => device.id)
    await vi.waitFor(async () => {
      const infos = Object.values(await client.info(...ids))
      expect(infos.every(({ connected, state }) => connected && state.reportedAt !== null)).toBe(true)
    }, 240_000)
    const socket = await openSignedInSocket(app, await client.websocketToken())
    expect(await client.move([{ token: id, command: 'move', position: 60 }], true)).toMatchObject([
      { status: 'success', device_ids: [id] },
    ])
    const states = socket.received.flatMap((message) =>
      message.subject === 'device.state_update' && message.data.deviceId === id ? [message.data.state] : [],
    )
    expect(states.length).toBeGreaterThanOrEqual(5)
    const positions = states.map(({ position }) => position)
    expect(positions).toEqual(positions.toSorted((a, b) => Number(a) - Number(b)))
    expect(states.slice(1, -1).every(({ status }) => status === 'closing')).toBe(true)
    expect(states.at(-1)?.status).toBe('ready')

    const door = home.devices.find(({ type }) => type === 'home_door')?.id ?? ''
    expect(
      await client.move([{ token: door, command: 'unlock', lockType: 'motor', unlockDuration: 1 }], true),
    ).toEqual([{ status: 'success', device_ids: [door] }])
    expect(await client.move([{ token: door, command: 'magic_foil_apply', opacity: 1 }], true)).toEqual([
      { status: 'success', device_ids: [door] },
    ])
    socket.end()
    await fleet.stop()
  })

  it('is the same after a restart, at the new address, with the last reports of the devices', async () => {
    const before = await readHome()
    const client = await logIn()
    const [first] = before.devices
    const id = first?.id ?? ''
    const { [id]: was } = await client.info(id)
    await app.restart()
    const after = await readHome()
    expect(after.devices).toEqual(before.devices)
    expect(after.mqtt).toEqual(app.mqtt)
    const { [id]: is } = await (await logIn()).info(id)
    expect(is?.state).toEqual({ ...was?.state, status: 'offline' })
    expect(is?.totalStateUpdates).toBe(was?.totalStateUpdates)
  })

  it('gets fresh secrets when the file is lost or spoiled, and the old ones end', async () => {
    const before = await readHome()
    await rm(app.demoHome ?? '')
    await app.restart()
    const after = await readHome()
    expect(after.devices.map(({ id }) => id)).toEqual(before.devices.map(({ id }) => id))
    const [old] = before.devices
    const [fresh] = after.devices
    if (old === undefined || fresh === undefined) throw new Error('the home is empty')
    await expect(connectFakeDevice({ mqtt: app.mqtt, ...old })).rejects.toThrow()
    await (await connectFakeDevice({ mqtt: app.mqtt, ...fresh })).end()
    await writeFile(app.demoHome ?? '', '{"mqtt":')
    await app.restart()
    expect((await readHome()).devices).toHaveLength(before.devices.length)
  })

  it('has a weather station whose key is kept, until a person makes another, which stays', async () => {
    const stationIs = async (key: string): Promise<number> =>
      (
        await app.http.inject({
          method: 'POST',
          url: `/auth/hook/${key}`,
          payload: { type: 'weather', wind_gust: 3 },
        })
      ).statusCode
    const { station } = await readHome()
    expect(await stationIs(station?.key ?? '')).toBe(200)
    await app.restart()
    expect((await readHome()).station).toEqual(station)
    const client = await logIn()
    const { key } = Object(await client.ok(client.api('POST', '/auth/api/v1/hook/key', {})))
    for (let starts = 0; starts < 2; starts += 1) {
      await app.restart()
      expect((await readHome()).station).toBeNull()
      expect(await stationIs(key)).toBe(200)
    }
  })

  it('keeps removed what a person removed of its scenarios', async () => {
    await remove('Awning in wind')
    await app.restart()
    expect(await scenarioNames()).not.toContain('Awning in wind')
  })

  it('is completed at the next start if the first one was interrupted', async () => {
    await remove('Dusk')
    const complete = await readHome()
    await rm(app.demoHome ?? '')
    await app.restart()
    expect(await scenarioNames()).toEqual(expect.arrayContaining(['Awning in wind', 'Dusk']))

    // The file of an earlier version, whose start stopped before the protection.
    await remove('Awning in wind')
    await remove('Dusk')
    await writeFile(app.demoHome ?? '', JSON.stringify({ ...complete, furnished: undefined }))
    await app.restart()
    expect(await scenarioNames()).toContain('Awning in wind')
    expect(await scenarioNames()).not.toContain('Dusk')
  })

  it('starts without a scenario that a rule refuses', async () => {
    const client = await logIn()
    await remove('Awning in wind')
    const { devices } = await readHome()
    const targets = devices.flatMap(({ id, type }) => (type === 'awning' ? [id] : []))
    const json = { name: 'Ours', enabled: true, targets, preset: { protect: 'wind', windClass: 2 } }
    await client.ok(client.api('POST', '/auth/api/v1/scenario/create', { json }))
    await rm(app.demoHome ?? '')
    await app.restart()
    expect(await scenarioNames()).toContain('Ours')
    expect(await scenarioNames()).not.toContain('Awning in wind')
  })

  it('keeps removed what a person removed', async () => {
    const client = await logIn()
    const [first] = (await readHome()).devices
    await client.delete(first?.id ?? '', true)
    await app.restart()
    expect(Object.keys(await (await logIn()).info(first?.id ?? ''))).toEqual([])
  })
})

describe('a demo where subscriptions are sold', () => {
  it('starts, and its account has the weather scenarios without one', async () => {
    const sold = await createTestApp({
      isDemo: true,
      environment: {
        BILLING: 'on',
        STRIPE_SECRET_KEY: 'sk_test',
        STRIPE_WEBHOOK_SECRET: 'whsec',
        STRIPE_PRICE_MONTHLY: 'price_month',
        STRIPE_PRICE_YEARLY: 'price_year',
        STRIPE_API_URL: 'http://127.0.0.1:9',
      },
    })
    const client = createTestClient(sold)
    await client.ok(client.logIn('demo@senca.local', 'demo-home-2026'))
    expect((await scenariosOf(client)).map(({ name }) => name)).toContain('Awning in wind')
    await sold.close()
  })
})

describe('a demo that is off', () => {
  it('lets nobody in as the demo account that an earlier start made, and ends its sessions, tokens and sockets', async () => {
    const before = await logIn()
    const apiToken = await before.apiToken()
    const socket = await openSignedInSocket(app, await before.websocketToken())
    const closed = await app.twin({ DEMO: 'off' })
    await socket.closed
    expect(errorOf(await before.call('GET', '/auth/account/whoami'))).toBe('login_required')
    const headers = { authorization: `Bearer ${apiToken}` }
    const list = await before.call('GET', '/auth/api/v1/device/list?index=token', { headers })
    expect(errorOf(list)).toBe('api_token_invalid')

    const client = createTestClient(closed)
    const refused = await client.logIn('demo@senca.local', 'demo-home-2026')
    expect([refused.status, refused.body]).toMatchObject([
      401,
      { error: 'invalid_credentials', key: 'login' },
    ])
    expect(client.cookie()).toBeUndefined()
    const reset = await client.call('GET', '/auth/account/resetpassword?email=Demo@senca.local')
    expect(errorOf(reset)).toBe('account_not_found')
    expect(errorOf(await client.register('DEMO@senca.local'))).toBe('email_already_in_use')
    await closed.close()
  })

  it('leaves the address of the demo account to nobody where no start has made it', async () => {
    const other = await createTestApp()
    expect(errorOf(await createTestClient(other).register('demo@senca.local'))).toBe('email_already_in_use')
    await other.close()
  })
})
