import { expect } from '@playwright/test'
import mqtt, { type MqttClient } from 'mqtt'
import { Client, provision } from '#product/client.ts'
import { OPERATOR_TOKEN, type Server } from '#product/server.ts'
import { test } from '#product/test.ts'

let product: Server

test.beforeAll(({ server }) => {
  product = server
})

/** A controller implemented from docs/device-protocol.md with nothing but a standard MQTT client. */
test.describe('a stock client of MQTT 3.1.1', () => {
  let owner: Client
  const clients: MqttClient[] = []

  test.beforeAll(async () => {
    owner = new Client(product.url)
    await owner.register('maker@example.com', 'shadow-on-a-wall-7')
  })

  test.afterAll(() => {
    for (const client of clients) client.end(true)
  })

  const connect = async (id: string, secret: string, username = id): Promise<MqttClient> => {
    const client = mqtt.connect(`mqtt://${product.mqtt.host}:${product.mqtt.port}`, {
      clientId: id,
      protocolVersion: 4,
      username,
      password: secret,
      clean: true,
      reconnectPeriod: 0,
      will: {
        topic: `senca/${id}/status`,
        payload: Buffer.from('{"connected":false}'),
        qos: 1,
        retain: true,
      },
    })
    clients.push(client)
    await new Promise<void>((done, fail) => {
      client.once('connect', () => done())
      client.once('error', fail)
      client.once('close', () => fail(new Error('refused')))
    })
    return client
  }

  const comeOnline = async (client: MqttClient, id: string, type: string) => {
    await client.subscribeAsync(`senca/${id}/command`, { qos: 1 })
    const status = JSON.stringify({ connected: true, type, version: 2 })
    await client.publishAsync(`senca/${id}/status`, status, { qos: 1, retain: true })
    const lock = { motorLockConnected: true, motorLockLocked: true, motorLockState: 'locked' }
    const place = type === 'home_door' ? lock : { position: 0 }
    const state = { status: 'ready', ...place, totalRestarts: 1, totalStateUpdates: 1 }
    await client.publishAsync(`senca/${id}/state`, JSON.stringify(state), { qos: 1, retain: true })
  }

  test('is claimed, commanded and goes offline by its last will', async () => {
    const { id, secret, claimCode } = await provision(product.url, OPERATOR_TOKEN, 'roller_shutter')
    const client = await connect(id, secret)
    await comeOnline(client, id, 'roller_shutter')
    expect(await owner.claim(claimCode, 'Kitchen')).toMatchObject({
      id,
      name: 'Kitchen',
      devicetype: 'roller_shutter',
    })
    await expect.poll(async () => (await owner.devices())[id]?.connected).toBe(true)

    client.on('message', (_topic, bytes) => {
      const command = JSON.parse(bytes.toString())
      client.publish(`senca/${id}/result`, JSON.stringify({ id: command.id, status: 'success' }), {
        qos: 1,
      })
      const states = [
        { status: 'closing', position: 0.2, totalRestarts: 1, totalStateUpdates: 2 },
        { status: 'ready', position: 0.4, totalRestarts: 1, totalStateUpdates: 3 },
      ]
      for (const state of states)
        client.publish(`senca/${id}/state`, JSON.stringify(state), { qos: 1, retain: true })
    })
    const moved = await owner.move([{ token: id, command: 'move', position: 40 }], true)
    expect(moved).toEqual([expect.objectContaining({ status: 'success', device_ids: [id], position: 0.4 })])

    client.stream.destroy()
    await expect.poll(async () => (await owner.devices())[id]?.state.status).toBe('offline')
    expect((await owner.devices())[id]).toMatchObject({ connected: false, state: { position: 0.4 } })
  })

  test('can neither read nor write the topics of another device', async () => {
    const victim = await provision(product.url, OPERATOR_TOKEN, 'home_door')
    const thief = await provision(product.url, OPERATOR_TOKEN, 'home_door')
    const door = await connect(victim.id, victim.secret)
    await comeOnline(door, victim.id, 'home_door')
    await owner.claim(victim.claimCode, 'Front door')
    await expect.poll(async () => (await owner.devices())[victim.id]?.connected).toBe(true)

    const overheard: string[] = []
    const snoop = await connect(thief.id, thief.secret)
    snoop.on('message', (topic) => overheard.push(topic))
    for (const filter of [`senca/${victim.id}/command`, 'senca/+/command', 'senca/#', '#', '$SYS/#']) {
      const granted = await snoop.subscribeAsync(filter, { qos: 1 }).catch(() => [])
      for (const { qos } of granted) expect(qos).toBeGreaterThanOrEqual(128)
      if (!snoop.connected) break
    }
    await owner.move([{ token: victim.id, command: 'unlock', lockType: 'motor' }], false)
    expect(overheard).toEqual([])

    const forger = await connect(thief.id, thief.secret)
    const forged = JSON.stringify({
      status: 'ready',
      motorLockLocked: false,
      totalRestarts: 99,
      totalStateUpdates: 99,
    })
    forger.publish(`senca/${victim.id}/state`, forged, { qos: 1, retain: true })
    await expect.poll(() => forger.connected).toBe(false)
    const untouched = (await owner.devices())[victim.id]
    expect(untouched?.totalRestarts).not.toBe(99)
    expect(untouched?.state.motorLockLocked).toBe(true)
  })

  test('cannot sign in with a wrong secret, an unknown id or the id of another', async () => {
    const device = await provision(product.url, OPERATOR_TOKEN, 'light')
    const other = await provision(product.url, OPERATOR_TOKEN, 'light')
    await expect(connect(device.id, `${device.secret}x`)).rejects.toThrow()
    await expect(connect('nobody-here-0001', device.secret)).rejects.toThrow()
    await expect(connect(other.id, device.secret)).rejects.toThrow()
    await expect(connect(other.id, device.secret, device.id)).rejects.toThrow()
    const welcome = await connect(device.id, device.secret)
    expect(welcome.connected).toBe(true)
  })
})
