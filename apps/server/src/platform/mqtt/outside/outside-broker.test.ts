import { execFileSync } from 'node:child_process'
import { truncate } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createMosquitto, dynamicSecurity, LOGINS_FILE } from '#testing/doubles/mosquitto.ts'
import { createOutsideClients, type OutsideClients } from '#testing/doubles/outside-clients.ts'
import { createMetrics } from '../../http/metrics.ts'
import { createLogger } from '../../logger.ts'
import { REPOSITORY_ROOT } from '../../process/server-root.ts'
import { BrokerDownError, type BrokerMessage } from '../broker.ts'
import { connectOutside } from './connect-outside.ts'

const KEEP_LOGINS = join(REPOSITORY_ROOT, 'deploy/mosquitto/keep-logins.sh')

let clients: OutsideClients
beforeAll(async () => {
  clients = await createOutsideClients()
})
afterAll(() => clients.mosquitto.remove())
afterEach(() => clients.disconnectAll())

const textOf = ({ payload }: BrokerMessage) => Buffer.from(payload).toString()

describe('a broker outside', () => {
  it('gives each report to one of two instances', async () => {
    const [one, two] = [await clients.openInstance(), await clients.openInstance()]
    const received: string[][] = [[], []]
    for (const [index, { broker }] of [one, two].entries())
      await broker.subscribe('senca/+/state', (message) => received[index]?.push(textOf(message)), 'senca')
    const device = await clients.connectDevice()
    const sent = Array.from({ length: 20 }, (_, index) => String(index))
    for (const text of sent) await device.publishAsync('senca/shared/state', text, { qos: 1 })
    await vi.waitFor(() => expect(received.flat().length).toBe(20))
    expect(received.flat().sort()).toEqual(sent.sort())
    expect(received.map(({ length }) => length > 0)).toEqual([true, true])
  })

  it('gives an instance that comes nothing of what it keeps, only what is published from then on', async () => {
    const { broker } = await clients.openInstance()
    const device = await clients.connectDevice()
    await device.publishAsync('senca/before/state', 'kept', { qos: 1, retain: true })
    const received: string[] = []
    await broker.subscribe('senca/+/state', (message) => received.push(textOf(message)), 'senca')
    await device.publishAsync('senca/before/state', 'new', { qos: 1, retain: true })
    await vi.waitFor(() => expect(received).toContain('new'))
    expect(received).toEqual(['new'])
  })

  it('loses no report when an instance ends its subscription', async () => {
    const received: string[] = []
    const subscribe = ({ broker }: Awaited<ReturnType<OutsideClients['openInstance']>>) =>
      broker.subscribe('senca/+/state', (message) => received.push(textOf(message)), 'senca')
    await subscribe(await clients.openInstance())
    const end = await subscribe(await clients.openInstance())
    const device = await clients.connectDevice()
    const sent = Array.from({ length: 16 }, (_, index) => String(index))
    const publishing = sent.map((text) => device.publishAsync('senca/ending/state', text, { qos: 1 }))
    await end()
    await Promise.all(publishing)
    await vi.waitFor(() => expect(received.toSorted()).toEqual(sent.toSorted()))
  })

  it('lets a command die with its time, and keeps none', async () => {
    const { broker } = await clients.openInstance()
    const device = await clients.connectDevice()
    const lives: unknown[] = []
    device.on('message', (_topic, _payload, { retain, properties }) =>
      lives.push([retain, properties?.messageExpiryInterval]),
    )
    await device.subscribeAsync('senca/expiring/command', { qos: 1 })
    await broker.publish('senca/expiring/command', 'x', { lifeMs: 4_500 })
    await vi.waitFor(() => expect(lives).toEqual([[false, 4]]))
  })

  it('reads what the broker keeps, without what is published meanwhile', async () => {
    const { broker } = await clients.openInstance()
    const device = await clients.connectDevice()
    await device.publishAsync('senca/kept/status', 'kept', { qos: 1, retain: true })
    const received: string[] = []
    const stop = broker.outside?.readKept(['senca/kept/status'], (message) => received.push(textOf(message)))
    await vi.waitFor(() => expect(received).toEqual(['kept']))
    await device.publishAsync('senca/kept/status', 'newer', { qos: 1, retain: true })
    const [later] = [await clients.openInstance()]
    later.broker.outside?.readKept(['senca/kept/status'], (message) => received.push(textOf(message)))
    await vi.waitFor(() => expect(received).toEqual(['kept', 'newer']))
    stop?.()
  })

  it('ends the connection of a client, and says so', async () => {
    const { broker } = await clients.openInstance()
    const ended = vi.fn()
    broker.guard({
      mayConnect: async () => true,
      mayPublish: () => true,
      maySubscribe: () => true,
      connected() {},
      disconnected: ended,
    })
    const client = await connectAsync(`mqtt://127.0.0.1:${clients.mosquitto.port}`, {
      clientId: 'to-be-cut',
      reconnectPeriod: 0,
    })
    const closed = new Promise<void>((resolve) => client.once('close', () => resolve()))
    broker.disconnect('to-be-cut')
    await closed
    await vi.waitFor(() => expect(ended).toHaveBeenCalledWith('to-be-cut', expect.any(Date)))
  })

  it('says that it is away, comes back by itself, and sends nothing again', async () => {
    const { broker, bus } = await clients.openInstance()
    const received: string[] = []
    await broker.subscribe('senca/+/state', (message) => received.push(textOf(message)), 'senca')
    const onBus: unknown[] = []
    bus.subscribe('device.back', (payload) => onBus.push(payload))
    await clients.mosquitto.kill()
    await vi.waitFor(() =>
      expect(broker.publish('senca/away/command', 'lost')).rejects.toThrow(BrokerDownError),
    )
    bus.publish('device.back', 'published here at once')
    expect(onBus).toEqual(['published here at once'])
    await clients.mosquitto.start()
    const device = await clients.connectDevice()
    const commands: string[] = []
    device.on('message', (_topic, payload) => commands.push(payload.toString()))
    await device.subscribeAsync('senca/away/command', { qos: 1 })
    await vi.waitFor(() => broker.publish('senca/away/command', 'now'))
    await vi.waitFor(() => expect(commands).toEqual(['now']))
    await vi.waitFor(async () => {
      await device.publishAsync('senca/away/state', 'again', { qos: 1 })
      expect(received).toContain('again')
    })
  })

  it('is asked again for its retained messages while it is being asked, and notified when both connections receive', async () => {
    const { broker } = await clients.openInstance()
    const device = await clients.connectDevice()
    const topic = 'senca/twice/status'
    const [first, second]: [string[], string[]] = [[], []]
    const endFirst = broker.outside?.readKept([topic], (message) => first.push(textOf(message)))
    await broker.subscribe('senca/+/status', () => {}, 'senca')
    await device.publishAsync(topic, 'here', { qos: 1, retain: true })
    broker.outside?.readKept([topic], (message) => second.push(textOf(message)))
    endFirst?.()
    await vi.waitFor(() => expect(second).toEqual(['here']))
    expect(first).toEqual([])
    const isUpAtBack: boolean[] = []
    broker.outside?.onBack(() => isUpAtBack.push(broker.isUp()))
    await clients.mosquitto.kill()
    await clients.mosquitto.start()
    await vi.waitFor(() => expect(isUpAtBack.length).toBeGreaterThan(0), { timeout: 120_000 })
    expect(isUpAtBack).not.toContain(false)
  })
})

describe('the start with a broker', () => {
  const OWN = { username: 'senca', password: 'of-the-server' }

  function connectTo(port: number, password = OWN.password, logger = createLogger('silent')) {
    const address = { host: '127.0.0.1', port, isEncrypted: false, ...OWN, password }
    const outside = { ...address, auth: 'dynamic-security' as const, hookSecret: null }
    const mqtt = { host: '127.0.0.1', port, outside }
    const { broker } = connectOutside({ mqtt, logger, metrics: createMetrics() })
    clients.add(() => broker.stop())
    return broker
  }

  it('that is unreachable continues, is not ready until the broker is there, and then receives', async () => {
    const own = await createMosquitto(dynamicSecurity(OWN))
    clients.add(() => own.remove())
    const broker = connectTo(own.port)
    await broker.start()
    expect([broker.isReady(), broker.isUp()]).toEqual([false, false])
    await broker.subscribe('senca/+/state', () => {}, 'senca')
    const back = vi.fn()
    broker.outside?.onBack(back)
    await expect(broker.publish('senca/away/command', 'lost')).rejects.toThrow(BrokerDownError)
    await own.start()
    await vi.waitFor(() => expect([broker.isReady(), broker.isUp()]).toEqual([true, true]), {
      timeout: 120_000,
    })
    await vi.waitFor(() => expect(back).toHaveBeenCalled())
  }, 240_000)

  it('that answers nothing goes on after ten seconds', async () => {
    const sockets = new Set<Socket>()
    const silent = createServer((socket) => sockets.add(socket.on('error', () => {})))
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    clients.add(async () => {
      for (const socket of sockets) socket.destroy()
      silent.close()
    })
    const address = silent.address()
    const broker = connectTo(typeof address === 'object' && address !== null ? address.port : 0)
    await broker.start()
    expect(broker.isReady()).toBe(false)
  }, 240_000)

  it('[HW12] gives each login to a space a role of its own at dynamic security, and takes it back', async () => {
    const own = await createMosquitto(dynamicSecurity(OWN))
    clients.add(() => own.remove())
    await own.start()
    const broker = connectTo(own.port)
    await broker.start()
    const logins = broker.outside?.logins
    if (logins === undefined) throw new Error('no logins')
    const login = { username: 'habcdefghijk2', password: 'of the home', topicPrefix: 'home/ana/' }
    await logins.homes.set(login)
    await logins.homes.set({ ...login, username: 'habcdefghijk3', topicPrefix: 'home/bor/' })
    const connectAs = (username: string) =>
      connectAsync({
        port: own.port,
        clientId: username,
        username,
        password: login.password,
        protocolVersion: 4,
        reconnectPeriod: 0,
      })
    const [ana, bor] = [await connectAs('habcdefghijk2'), await connectAs('habcdefghijk3')]
    const received: string[] = []
    for (const client of [ana, bor])
      client.on('message', (topic, payload) => void received.push(`${topic} ${payload.toString()}`))
    await ana.subscribeAsync('home/ana/#')
    await bor.subscribeAsync('home/ana/#').catch(() => {})
    await bor.publishAsync('home/ana/x', 'of Bor', { qos: 1 })
    await ana.publishAsync('home/ana/x', 'of Ana', { qos: 1 })
    await vi.waitFor(() => expect(received).toEqual(['home/ana/x of Ana']))
    expect(await logins.list()).toEqual([])
    const closed = new Promise<void>((resolve) => ana.once('close', () => resolve()))
    await logins.homes.remove(['habcdefghijk2', 'habcdefghijk4'])
    await closed
    await expect(connectAs('habcdefghijk2')).rejects.toThrow()
    bor.end(true)
  }, 240_000)

  it('that refuses the server stops with one line', async () => {
    const own = await createMosquitto(dynamicSecurity(OWN))
    clients.add(() => own.remove())
    await own.start()
    await expect(connectTo(own.port, 'wrong').start()).rejects.toThrow(
      /^MQTT_URL cannot be used: .*(Not authorized|Bad User)/i,
    )
  }, 240_000)

  it('goes on when its connection is closed meanwhile, as when another server grants itself its rights', async () => {
    const own = await createMosquitto(dynamicSecurity(OWN))
    clients.add(() => own.remove())
    await own.start()
    const url = `mqtt://127.0.0.1:${own.port}`
    const control = (client: MqttClient, ...commands: object[]) =>
      client.publishAsync('$CONTROL/dynamic-security/v1', JSON.stringify({ commands }), { qos: 1 })
    const second = { username: 'second', password: 'another' }
    const first = await connectAsync(url, OWN)
    await control(
      first,
      { command: 'createClient', ...second, roles: [{ rolename: 'admin' }] },
      { command: 'createRole', rolename: 'empty' },
    )
    await first.endAsync()
    const other = await connectAsync(url, second)
    const change = { username: OWN.username, rolename: 'empty' }
    let isClosing = true
    const closing = (async () => {
      while (isClosing) {
        for (const command of ['addClientRole', 'removeClientRole'])
          await control(other, { command, ...change })
        await wait(20)
      }
    })()
    const broker = connectTo(own.port)
    const started = broker.start()
    await wait(500)
    isClosing = false
    await closing
    await other.endAsync()
    await started
    await vi.waitFor(() => expect([broker.isReady(), broker.isUp()]).toEqual([true, true]), {
      timeout: 120_000,
    })
  }, 240_000)

  it('is followed by one line when a broker that was killed while it wrote its logins refuses the server', async () => {
    const own = await createMosquitto(dynamicSecurity(OWN))
    clients.add(() => own.remove())
    await own.start()
    const logger = createLogger('silent')
    const warned = vi.spyOn(logger, 'warn').mockReturnValue()
    const broker = connectTo(own.port, OWN.password, logger)
    await broker.start()
    const logins = join(own.folder, LOGINS_FILE)
    const keepLogins = (action: string) => execFileSync(KEEP_LOGINS, [action, logins], { stdio: 'ignore' })
    keepLogins('keep')
    await own.kill()
    await truncate(logins)
    await own.start()
    const refusals = () => warned.mock.calls.filter(([, text]) => text === 'The broker refuses the server')
    await vi.waitFor(() => expect(refusals()).toHaveLength(1), { timeout: 120_000 })
    await own.kill()
    keepLogins('restore')
    await own.start()
    await vi.waitFor(() => expect(broker.isUp()).toBe(true), { timeout: 120_000 })
    expect(refusals()).toHaveLength(1)
  }, 240_000)
})
