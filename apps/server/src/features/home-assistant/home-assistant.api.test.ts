import { activityListSchema } from '@senca/contract/activity'
import { mqttLoginsSchema } from '@senca/contract/mqtt'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { answerApproval, listApprovals, openPage, setUnlock } from '#testing/homes/approval-home.ts'
import { API, askBridges, listBridges } from '#testing/homes/bridge-home.ts'
import {
  askHomeBridge,
  createHomeBridge,
  type HomeAssistant,
  homeOf,
  noticesOf,
  renewLogin,
} from '#testing/homes/home-assistant-home.ts'
import { createPerson, type Person } from '#testing/homes/role-home.ts'
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

type Made = Awaited<ReturnType<typeof createHomeBridge>>

const shade = async (options: Parameters<typeof moveIn>[3] = {}) => {
  const moved = await moveIn(app, anna, 'roller_shutter', { state: { position: 0.42 }, ...options })
  closers.push(moved.device.end)
  return moved
}
const door = async () => {
  const moved = await moveIn(app, anna, 'home_door', {
    state: { motorLockConnected: true, motorLockLocked: true, motorLockState: 'locked' },
  })
  closers.push(moved.device.end)
  return moved
}
const connect = async (made: Made, devices = 1): Promise<HomeAssistant> => {
  const home = await homeOf(app, made, devices)
  closers.unshift(home.end)
  return home
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
const closedOf = ({ client }: HomeAssistant) =>
  new Promise<void>((resolve) => {
    if (client.connected) client.once('close', () => resolve())
    else resolve()
  })

describe('a bridge to Home Assistant at the own broker [BR32]', () => {
  it('shows its login once, and announces what it was granted', async () => {
    const { id, name, device } = await shade()
    const made = await createHomeBridge(anna, [id])
    const { bridge, login } = made
    expect(bridge).toMatchObject({
      kind: 'home-assistant',
      validBefore: null,
      connection: 'waiting',
      problem: null,
      options: { broker: 'own' },
    })
    expect(login).toMatchObject({ name: bridge.name, discoveryPrefix: 'homeassistant' })
    const home = await connect(made)
    const [cover] = [...home.configs().values()].filter(({ unique_id: uid }) => uid.endsWith('_cover'))
    expect(cover).toMatchObject({
      name: null,
      device: { name, manufacturer: 'Senca', model: 'Roller shutter' },
    })
    expect(home.payloads.get(`senca-bridge/${bridge.id}/status`)).toBe('online')
    expect(home.stateOf('position')).toBe('58')
    expect(home.stateOf('availability')).toBe('online')
    device.report({ position: 1 })
    await will(() => expect([home.stateOf('position'), home.stateOf('state')]).toEqual(['0', 'closed']))
    const order = home.received.filter((message) => /\/(position|state) (0|closed)$/.test(message))
    expect(order.map((message) => message.split('/').at(-1))).toEqual(['position 0', 'state closed'])
    const [listed] = await listBridges(anna)
    expect(listed).toMatchObject({ connection: 'online', lastUsedAt: expect.any(String) })
    expect(JSON.stringify(await listBridges(anna))).not.toContain(login?.password)
  })

  it('has one at each broker, a login that is valid for nothing else, and needs to say where', async () => {
    const { id } = await shade()
    expect(refusalOf(await askHomeBridge(anna, [id], { options: {} }))).toMatchObject({
      error: 'data_missing',
      key: 'options',
    })
    expect(refusalOf(await askHomeBridge(anna, [id], { options: { broker: 'joined' } }))).toMatchObject({
      status: 409,
      error: 'broker_unusable',
    })
    expect(refusalOf(await askHomeBridge(anna, [id], { options: { broker: 'mine' } })).status).toBe(400)
    await createHomeBridge(anna, [id])
    expect(refusalOf(await askHomeBridge(anna, [id]))).toMatchObject({ error: 'bridges_limit_exceeded' })
    const logins = await anna.ok(anna.api('GET', `${API}/mqtt/credentials/list`))
    expect(mqttLoginsSchema.parse(logins)).toEqual([])
    const script = { name: 'Script', kind: 'script', grants: {}, options: { broker: 'own' } }
    expect(refusalOf(await askBridges(anna, 'create', script))).toMatchObject({ key: 'options' })
  })

  it('is received and commanded by its own login alone', async () => {
    const { id, device } = await shade()
    const made = await createHomeBridge(anna, [id])
    const home = await connect(made)
    const other = await otherClient()
    const [key] = home.keys()
    const place = `senca-bridge/${made.bridge.id}/${key}`
    const before = device.received.length
    for (const topic of [`${place}/set`, `${place}/state`, `${place}/hold`])
      await other.client.publishAsync(topic, 'OPEN', { qos: 1, retain: true })
    const [config] = home.configs().keys()
    await other.client.publishAsync(config ?? '', '{}', { qos: 1, retain: true })
    await other.client.publishAsync('zigbee2mqtt/x', 'hello', { qos: 1 })
    await will(() => expect(home.received).toContain('zigbee2mqtt/x hello'))
    expect(device.received).toHaveLength(before)
    expect(other.received.filter((message) => /senca/.test(message))).toEqual([])
    expect(home.stateOf('state')).toBe('open')
    expect((await noticesOf(anna)).map(({ code, topic }) => [code, topic])).toEqual(
      [config, `${place}/hold`, `${place}/state`, `${place}/set`].map((topic) => ['not_yours', topic]),
    )
    await home.send('state', 'closed')
    await will(async () => expect(await noticesOf(anna)).toHaveLength(5))
    device.report({ position: 1 })
    await will(() => expect(home.stateOf('state')).toBe('closed'))
  })

  it('[BR33] for viewing only, announces no command, and takes none', async () => {
    const { id, device } = await shade()
    const home = await connect(await createHomeBridge(anna, [id], { level: 'view' }))
    for (const config of home.configs().values())
      expect(Object.keys(config).filter((option) => /command_topic|set_position/.test(option))).toEqual([])
    const before = device.received.length
    await home.send('set', 'OPEN')
    await will(async () => expect((await noticesOf(anna))[0]).toMatchObject({ code: 'bad_command' }))
    expect(device.received).toHaveLength(before)
  })
})

describe('commands from Home Assistant [BR37]', () => {
  it('move a shade as the bridge, and the diary says so', async () => {
    const { id, device } = await shade()
    const made = await createHomeBridge(anna, [id])
    const home = await connect(made)
    await home.send('position/set', '25')
    await will(() => expect(device.received.at(-1)).toMatchObject({ command: 'move', position: 75 }))
    await home.send('set', 'STOP')
    const list = async () =>
      activityListSchema.parse(await anna.ok(anna.api('GET', `${API}/activity/list?devicetoken=${id}`)))
    await will(async () =>
      expect((await list()).entries.find(({ action }) => action === 'move')).toMatchObject({
        origin: 'bridge',
        by: made.bridge.name,
        bridge: { id: made.bridge.id, kind: 'home-assistant' },
      }),
    )
  })

  it('that cannot be read, are retained, or are large send nothing', async () => {
    const { id, device } = await shade()
    const home = await connect(await createHomeBridge(anna, [id]))
    const before = device.received.length
    await home.send('set', 'OPEN', { retain: true })
    const payloads = ['NaN', '101', '-1', '1'.repeat(1_048_576), '['.repeat(200_000)]
    for (const payload of payloads) await home.send('position/set', payload)
    await home.send('set', 'OPEN', { key: 'unknown' })
    await will(async () =>
      expect((await noticesOf(anna)).filter(({ code }) => code === 'bad_command')).toMatchObject([
        { count: 1 },
        { count: payloads.length },
        { count: 1 },
      ]),
    )
    expect(device.received).toHaveLength(before)
    // What was published to be retained is there for nobody.
    const again = await connectToSpace({ mqtt: app.mqtt, ...Object(home.client.options) })
    closers.unshift(() => again.client.endAsync(true))
    await again.client.subscribeAsync('senca-bridge/#', { qos: 1 })
    await will(() => expect(again.received.length).toBeGreaterThan(5))
    expect(again.received.filter((message) => message.includes('/set '))).toEqual([])
  })

  it('that are refused are an event, and the states are said again', async () => {
    const { id, device } = await shade()
    const home = await connect(await createHomeBridge(anna, [id]))
    await device.end()
    await will(() => expect(home.stateOf('availability')).toBe('offline'))
    const from = home.received.length
    await home.send('position/set', '0')
    await will(() => expect(home.received.slice(from).some((text) => text.includes('/refused '))).toBe(true))
    const event = home.received.slice(from).find((text) => text.includes('/refused ')) ?? ''
    expect(JSON.parse(event.slice(event.indexOf(' ') + 1))).toEqual({
      event_type: 'refused',
      error: 'device_offline',
      reason: null,
      text: 'The device is offline.',
      until: null,
    })
    await will(() =>
      expect(home.received.slice(from).some((text) => text.endsWith('/position 58'))).toBe(true),
    )
  })

  it('[BR8] never unlock a door unless its owner allowed it, and then by a PIN or a person', async () => {
    const home = await door()
    const made = await createHomeBridge(anna, [home.id])
    const assistant = await connect(made)
    const components = () =>
      [...assistant.configs().keys()].flatMap((topic) => topic.split('/')[1] ?? []).toSorted()
    expect(components()).toContain('button')
    expect(components()).not.toContain('lock')
    const unlocks = () => home.device.received.filter(({ command }) => command === 'unlock')
    await assistant.send('lock/set', 'UNLOCK')
    await will(() => expect(assistant.received.some((text) => text.includes('/refused '))).toBe(true))
    expect(unlocks()).toEqual([])

    await anna.ok(setUnlock(anna, made.bridge.id, home.id, { mode: 'pin', pin: '2580' }))
    await will(() => expect(components()).toContain('lock'))
    expect(components()).not.toContain('button')
    for (const payload of ['UNLOCK', '{"do":"UNLOCK","code":"1111"}'])
      await assistant.send('lock/set', payload)
    await will(() =>
      expect(assistant.received.filter((text) => text.includes('"reason":"pin"'))).toHaveLength(2),
    )
    expect(unlocks()).toEqual([])
    await assistant.send('lock/set', '{"do":"UNLOCK","code":"2580"}')
    await will(() => expect(unlocks()).toHaveLength(1))

    await anna.ok(setUnlock(anna, made.bridge.id, home.id, { mode: 'ask' }))
    const page = await openPage(app, anna)
    await will(() =>
      expect([...assistant.configs().values()].some((config) => 'code_format' in config)).toBe(false),
    )
    await assistant.send('lock/set', 'UNLOCK')
    await page.next('approvals.updated')
    const [ask] = await listApprovals(anna)
    expect(ask?.bridge).toMatchObject({ kind: 'home-assistant' })
    expect(unlocks()).toHaveLength(1)
    await anna.ok(answerApproval(anna, ask?.id ?? '', { allow: false }))
    await will(() =>
      expect(assistant.received.some((text) => text.includes('"reason":"approval_denied"'))).toBe(true),
    )
    expect(unlocks()).toHaveLength(1)
  })
})

describe('the end of what a bridge shows [BR4], [BR5], [BR39]', () => {
  it('a device that is taken out, and one that is deleted, are removed', async () => {
    const first = await shade()
    const second = await shade()
    const made = await createHomeBridge(anna, [first.id, second.id])
    const home = await connect(made, 2)
    const grants = { [second.id]: { permissions: ['command'] } }
    await anna.ok(askBridges(anna, 'update', { id: made.bridge.id, grants }))
    await will(() => expect(home.keys()).toHaveLength(1))
    const removed = home.received.filter((text) => text.endsWith('/config '))
    expect(removed.length).toBeGreaterThan(3)
    await anna.delete(second.id, true)
    await will(() => expect(home.keys()).toEqual([]))
    expect(home.configs().size).toBe(1)
  })

  it('[BR5] a pause is offline, and ends with the states of that moment', async () => {
    const { id, device } = await shade()
    const made = await createHomeBridge(anna, [id])
    const home = await connect(made)
    const status = () => home.payloads.get(`senca-bridge/${made.bridge.id}/status`)
    await anna.ok(anna.api('POST', `${API}/device-link/freeze`, { json: { frozen: true } }))
    await will(() => expect(status()).toBe('offline'))
    const from = home.received.length
    const before = device.received.length
    device.report({ position: 1 })
    await home.send('set', 'OPEN')
    await will(() => expect(home.received.slice(from).some((text) => text.includes('/refused '))).toBe(true))
    expect(device.received).toHaveLength(before)
    expect(home.stateOf('position')).toBe('58')
    await anna.ok(anna.api('POST', `${API}/device-link/freeze`, { json: { frozen: false } }))
    await will(() => expect([status(), home.stateOf('position')]).toEqual(['online', '0']))
  })

  it('with the bridge everything is removed, and its login ends', async () => {
    const { id } = await shade()
    const made = await createHomeBridge(anna, [id])
    const home = await connect(made)
    const closed = closedOf(home)
    await anna.ok(askBridges(anna, 'delete', { id: made.bridge.id }))
    await will(() => expect([...home.payloads.keys()].filter((topic) => /senca/.test(topic))).toEqual([]))
    app.clock.advance(1_000)
    await closed
    await expect(connect(made)).rejects.toThrow()
  })

  it('at its end in time, everything is removed and its login ends', async () => {
    const { id } = await shade()
    const validBefore = new Date(app.clock.now().getTime() + 60_000).toISOString()
    const made = await createHomeBridge(anna, [id], { validBefore })
    const home = await connect(made)
    const closed = closedOf(home)
    app.clock.advance(60_000)
    await will(() => expect(home.keys()).toEqual([]))
    await vi.waitFor(() => {
      app.clock.advance(1_000)
      if (home.client.connected) throw new Error('still connected')
    })
    await closed
    await expect(connect(made)).rejects.toThrow()
  })

  it('a new login replaces the old one at once, or after a while', async () => {
    const { id } = await shade()
    const made = await createHomeBridge(anna, [id])
    const home = await connect(made)
    const login = await renewLogin(anna, { id: made.bridge.id, keepOldFor: 600 })
    const second = await connect({ ...made, login })
    expect(home.client.connected).toBe(true)
    const third = await renewLogin(anna, { id: made.bridge.id })
    app.clock.advance(1_000)
    await closedOf(home)
    await closedOf(second)
    await connect({ ...made, login: third })
  })

  it('a rename and a room stay the same entities', async () => {
    const { id } = await shade()
    const home = await connect(await createHomeBridge(anna, [id]))
    const ids = () => [...home.configs().values()].map(({ unique_id: uid }) => uid).toSorted()
    const before = ids()
    await anna.ok(anna.api('POST', `${API}/device/rename`, { json: { token: id, name: 'Terrace' } }))
    await will(() => expect([...home.configs().values()][0]?.device).toMatchObject({ name: 'Terrace' }))
    expect(ids()).toEqual(before)
  })
})

describe('a birth message [BR36]', () => {
  it('of Home Assistant brings everything again, and at most once a minute', async () => {
    const { id } = await shade()
    const home = await connect(await createHomeBridge(anna, [id]))
    const count = () => home.received.filter((text) => text.includes('/config {')).length
    const once = count()
    const birth = () => home.client.publishAsync('homeassistant/status', 'online', { qos: 1 })
    await birth()
    await will(() => expect(home.received.at(-1)).toBe('homeassistant/status online'))
    app.clock.advance(5_000)
    await will(() => expect(count()).toBe(2 * once))
    await birth()
    await will(() =>
      expect(home.received.filter((text) => text === 'homeassistant/status online')).toHaveLength(2),
    )
    app.clock.advance(30_000)
    expect(count()).toBe(2 * once)
    app.clock.advance(36_000)
    await will(() => expect(count()).toBe(3 * once))
  })
})
