import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { createServer as createHttp } from 'node:http'
import { connect as connectTcp, createServer as createTcp } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { connectAsync } from 'mqtt'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { freePort } from '#platform/process/free-port.ts'
import { CA, issue } from '#testing/doubles/certificates.ts'
import { startOnLoopback } from '#testing/doubles/loopback-server.ts'
import { createMosquitto, type Mosquitto } from '#testing/doubles/mosquitto.ts'
import { createFakeClock } from '#testing/fake-clock.ts'
import type { AddressRule, BrokerJoin } from './address-rule.ts'
import { BrokerUnusable } from './broker-fault.ts'
import { createConnectBroker, type JoinableBroker } from './connect-broker.ts'
import { createJoinedBroker, type JoinedStatus } from './joined-broker.ts'

const FILTERS = ['homeassistant/+/+/config', 'homeassistant/+/+/+/config', '+/online']
const LOGIN = { username: 'bridge', password: 'a password' }
const ruleOf = (join: BrokerJoin): AddressRule => ({ join, ownPorts: [], ownAddresses: () => [] })

let mosquitto: Mosquitto
let tlsPort: number
const ca = issue('Home CA', null, [CA])
const certificate = issue('broker.home', ca, [{ extname: 'subjectAltName', array: [{ dns: 'broker.home' }] }])
beforeAll(async () => {
  tlsPort = await freePort()
  mosquitto = await createMosquitto(async (folder) => {
    const file = (name: string) => join(folder, name)
    await promisify(execFile)('mosquitto_passwd', [
      '-b',
      '-c',
      file('logins'),
      LOGIN.username,
      LOGIN.password,
    ])
    await writeFile(file('ca.pem'), ca.pem)
    await writeFile(file('broker.pem'), certificate.pem)
    await writeFile(file('broker.key'), certificate.pair.privatePem)
    return [
      'allow_anonymous false',
      `password_file ${file('logins')}`,
      `listener ${tlsPort} 127.0.0.1`,
      `cafile ${file('ca.pem')}`,
      `certfile ${file('broker.pem')}`,
      `keyfile ${file('broker.key')}`,
    ]
  })
  await mosquitto.start()
})
afterAll(() => mosquitto.remove())

const brokerOf = (values: Partial<JoinableBroker> = {}): JoinableBroker => ({
  host: '127.0.0.1',
  port: mosquitto.port,
  tls: false,
  ca: null,
  ...LOGIN,
  clientId: `senca-${crypto.randomUUID()}`,
  discoveryPrefix: 'homeassistant',
  ...values,
})

interface Options {
  join?: BrokerJoin
  resolve?: (host: string) => Promise<string[]>
  version?: 4 | 5
}
const toLoopback = async () => ['127.0.0.1']

/** Why a broker cannot be used; null if it can. */
async function faultOf(
  values: Partial<JoinableBroker>,
  { join = 'any', resolve = toLoopback }: Options = {},
) {
  const clock = createFakeClock()
  const connect = createConnectBroker({ clock, rule: ruleOf(join), resolve })
  const broker = brokerOf(values)
  try {
    const { client } = await connect({
      broker,
      filters: FILTERS,
      version: 5,
      received: () => {},
      tooLarge: () => {},
    })
    await client.end()
    return null
  } catch (error) {
    if (error instanceof BrokerUnusable) return error.fault
    throw error
  }
}

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

async function joinBroker(values: Partial<JoinableBroker> = {}, options: Options = {}) {
  const { join = 'any', resolve = toLoopback, version } = options
  const clock = createFakeClock()
  const statuses: JoinedStatus[] = []
  const received: string[] = []
  const kept = { forgotten: {} }
  const notices: string[] = []
  const connect = createConnectBroker({ clock, rule: ruleOf(join), resolve })
  let attempts = 0
  const joined = createJoinedBroker({
    accountId: 'account',
    broker: brokerOf(values),
    filters: FILTERS,
    connect(asked) {
      attempts += 1
      return connect({ ...asked, version: version ?? asked.version })
    },
    clock,
    statusChanged: (status) => void statuses.push(status),
    forgotten: {},
    forgottenChanged: (forgotten) => void Object.assign(kept, { forgotten }),
    notice: (code) => void notices.push(code),
    failed: (error) => {
      throw error
    },
  })
  closers.unshift(joined.stop)
  joined.space.onMessage(
    ({ topic, payload, retained }) =>
      void received.push(`${topic} ${payload.toString()}${retained ? ' (retained)' : ''}`),
  )
  joined.start()
  await joined.attempted()
  /** Time passes until the next attempt, and not for it: each answer has a second by the same clock. */
  const retry = async () => {
    const before = attempts
    for (let ms = 0; attempts === before && ms <= 60_000; ms += 100) clock.advance(100)
    await joined.attempted()
  }
  return { ...joined, clock, retry, statuses, received, kept, notices }
}

/** A stock client at the broker, with what it received. */
async function connectBridge() {
  const client = await connectAsync({
    host: '127.0.0.1',
    port: mosquitto.port,
    ...LOGIN,
    protocolVersion: 4,
    reconnectPeriod: 0,
  })
  client.on('error', () => {})
  const received: string[] = []
  client.on(
    'message',
    (topic, payload, { retain }) =>
      void received.push(`${topic} ${payload.toString()}${retain ? ' (retained)' : ''}`),
  )
  closers.unshift(() => client.endAsync(true))
  return {
    client,
    received,
    retain: (topic: string, payload: string) => client.publishAsync(topic, payload, { qos: 1, retain: true }),
  }
}

describe('a broker is tried', () => {
  it('and used with its login', async () => {
    expect(await faultOf({})).toBeNull()
  })

  it.each([
    ['a wrong password', 'bad_login', { password: 'wrong' }],
    ['no login', 'bad_login', { username: null, password: null }],
    ['TLS at a port without', 'tls', { tls: true, host: 'broker.home' }],
  ] as const)('with %s: %s', async (_name, fault, values) => {
    expect(await faultOf(values)).toBe(fault)
  })

  it('whose name has no address: dns', async () => {
    const resolve = () => Promise.reject(new Error('ENOTFOUND'))
    expect(await faultOf({ host: 'nowhere.home' }, { resolve })).toBe('dns')
  })

  it('where nobody listens: unreachable', async () => {
    expect(await faultOf({ port: await freePort() })).toBe('unreachable')
  })

  it('that is a web server: not_mqtt', async () => {
    const web = await startOnLoopback(createHttp((_request, response) => response.end('hello')))
    closers.unshift(web.close)
    expect(await faultOf({ port: Number(new URL(web.url).port) })).toBe('not_mqtt')
  })

  it('that never answers: timeout after ten seconds', async () => {
    const silent = createTcp()
    const accepted = new Promise<void>((resolve) =>
      silent.once('connection', (socket) => {
        socket.on('error', () => {})
        resolve()
      }),
    )
    const port = await freePort()
    await new Promise<void>((resolve) => silent.listen(port, '127.0.0.1', resolve))
    closers.unshift(async () => silent.close())
    const clock = createFakeClock()
    const connect = createConnectBroker({ clock, rule: ruleOf('any'), resolve: toLoopback })
    const failure = connect({
      broker: brokerOf({ port }),
      filters: FILTERS,
      version: 5,
      received: () => {},
      tooLarge: () => {},
    }).catch((error: unknown) => error)
    await accepted
    clock.advance(10_000)
    expect(await failure).toMatchObject({ fault: 'timeout' })
  })

  it('over TLS with its own certificates, and its name has to be right', async () => {
    const encrypted = { port: tlsPort, tls: true, host: 'broker.home' }
    expect(await faultOf(encrypted)).toBe('tls')
    expect(await faultOf({ ...encrypted, ca: ca.pem })).toBeNull()
    expect(await faultOf({ ...encrypted, ca: ca.pem, host: 'other.home' })).toBe('tls')
    expect(await faultOf({ ...encrypted, ca: ca.pem, host: '127.0.0.1' })).toBe('tls')
    expect(await faultOf({ ...encrypted, ca: ca.pem, tls: false })).toBe('not_mqtt')
  })

  it('in version 3.1.1 where version 5 is refused', async () => {
    const versions: number[] = []
    const old = createTcp((socket) => {
      socket.on('error', () => {})
      socket.once('data', (connect) => {
        // The version follows the name of the protocol.
        const version = connect[connect.indexOf('MQTT') + 4] ?? 0
        versions.push(version)
        if (version === 5) {
          socket.end(Buffer.from([0x20, 2, 0, 1]))
          return
        }
        const broker = connectTcp(mosquitto.port, '127.0.0.1')
        broker.on('error', () => {})
        broker.write(connect)
        socket.pipe(broker).pipe(socket)
      })
    })
    const port = await freePort()
    await new Promise<void>((resolve) => old.listen(port, '127.0.0.1', resolve))
    closers.unshift(async () => old.close())
    expect(await faultOf({ port })).toBeNull()
    expect(versions).toEqual([5, 4])
  })

  it('[HW15] and a public server reaches no address of a private network, whatever its name', async () => {
    const encrypted = { port: tlsPort, tls: true, ca: ca.pem }
    const isPublic = { join: 'public' } as const
    expect(await faultOf({ ...encrypted, host: '127.0.0.1' }, isPublic)).toBe('not_allowed')
    expect(await faultOf({ ...encrypted, host: 'broker.home' }, isPublic)).toBe('not_allowed')
    const resolve = async () => ['8.8.8.8', '127.0.0.1']
    expect(await faultOf({ ...encrypted, host: 'broker.home' }, { ...isPublic, resolve })).toBe('not_allowed')
    expect(await faultOf(encrypted, { join: 'off' })).toBe('not_allowed')
  })
})

describe('a joined broker', () => {
  it('[HW14] is subscribed to what finds hardware and to what it needs, and the birth message is not retained', async () => {
    const bridge = await connectBridge()
    await bridge.client.subscribeAsync('#')
    await bridge.retain('homeassistant/cover/one/config', '{}')
    await bridge.retain('blind/state', 'open')
    const { space, received, status } = await joinBroker()
    expect(status()).toMatchObject({ status: 'connected', lastError: null })
    await vi.waitFor(() => expect(bridge.received).toContain('homeassistant/status online'))
    expect(received).toEqual(['homeassistant/cover/one/config {} (retained)'])
    const ready = vi.fn<(topics: readonly string[]) => void>()
    space.wantTopics(['blind/state', 'plug/online'], ready)
    await vi.waitFor(() => expect(ready).toHaveBeenCalledWith(['plug/online', 'blind/state']))
    expect(received.slice(1)).toEqual(['blind/state open (retained)'])
    await bridge.client.publishAsync('other/state', 'x', { qos: 1 })
    await bridge.client.publishAsync('blind/state', 'closed', { qos: 1, retain: true })
    await vi.waitFor(() => expect(received.slice(2)).toEqual(['blind/state closed']))
    space.unwantTopics(['blind/state'], ready)
    await bridge.client.unsubscribeAsync('#')
    // Nobody is subscribed any more.
    await vi.waitFor(async () => expect(await space.publish('blind/state', 'open')).toBe(false))
    expect(received).toHaveLength(3)
  })

  it('[HW36] says when nobody is subscribed to a command, and hands over what somebody receives', async () => {
    const bridge = await connectBridge()
    const { space } = await joinBroker()
    expect(await space.publish('blind/set', 'OPEN')).toBe(false)
    await bridge.client.subscribeAsync('blind/set', { qos: 1 })
    expect(await space.publish('blind/set', 'CLOSE')).toBe(true)
    expect(bridge.received).toEqual(['blind/set CLOSE'])
  })

  it('[HW24] keeps what was forgotten, which is announced again with another payload only', async () => {
    const bridge = await connectBridge()
    const config = 'homeassistant/cover/old/config'
    await bridge.retain(config, '{}')
    const { space, received, kept } = await joinBroker()
    expect(received).toContain(`${config} {} (retained)`)
    space.forget([config])
    expect(kept.forgotten).toEqual({ [config]: expect.any(String) })
    received.splice(0)
    await bridge.retain(config, '{}')
    await bridge.retain(config, '{"name":"New"}')
    await vi.waitFor(() => expect(received).toEqual([`${config} {"name":"New"}`]))
    expect(kept.forgotten).toEqual({})
  })

  it.each([5, 4] as const)('does not return commands as states (MQTT version %d)', async (version) => {
    const bridge = await connectBridge()
    const { space, received } = await joinBroker({}, { version })
    const ready = vi.fn()
    space.wantTopics(['lamp'], ready)
    await vi.waitFor(() => expect(ready).toHaveBeenCalled())
    received.splice(0)
    expect(await space.publish('lamp', 'ON')).toBe(true)
    await bridge.client.publishAsync('lamp', 'ON', { qos: 1 })
    await vi.waitFor(() => expect(received).toEqual(['lamp ON']))
  })

  it('[HW16] that was away for a minute is back by itself, with retained states, and no command arrives later', async () => {
    const { space, clock, retry, statuses, status, received } = await joinBroker()
    received.splice(0)
    const ready = vi.fn()
    space.wantTopics(['shutter/state'], ready)
    await vi.waitFor(() => expect(ready).toHaveBeenCalled())
    await mosquitto.kill()
    await vi.waitFor(() => expect(status().status).toBe('unreachable'))
    const lostMs = clock.now().getTime()
    while (clock.now().getTime() < lostMs + 60_000) {
      expect(await space.publish('shutter/set', 'OPEN')).toBe(false)
      await retry()
    }
    await mosquitto.start()
    const bridge = await connectBridge()
    await bridge.client.subscribeAsync('#', { qos: 1 })
    await bridge.retain('shutter/state', 'closed')
    await retry()
    expect(status().status).toBe('connected')
    await vi.waitFor(() => expect(received).toEqual(['shutter/state closed (retained)']))
    expect(await space.publish('shutter/set', 'STOP')).toBe(true)
    await vi.waitFor(() =>
      expect(bridge.received.filter((one) => one.startsWith('shutter/set'))).toEqual(['shutter/set STOP']),
    )
    expect(statuses.map(({ status: name }) => name)).toContain('unreachable')
    expect(status().lastError).toBe('unreachable')
  })

  it.each([false, true])(
    '[HW36] that does not answer a command within a second is disconnected, and the command is dropped (TLS: %s)',
    async (tls) => {
      const bridge = await connectBridge()
      await bridge.client.subscribeAsync('blind/set', { qos: 1 })
      const { space, clock, status } = await joinBroker(
        tls ? { tls, port: tlsPort, host: 'broker.home', ca: ca.pem } : {},
      )
      const pid = mosquitto.pid()
      process.kill(pid, 'SIGSTOP')
      const sent = [space.publish('blind/set', 'OPEN'), space.publish('blind/set', 'STOP')]
      clock.advance(1_000)
      expect(await Promise.all(sent)).toEqual([false, false])
      await vi.waitFor(() => expect(status().status).toBe('unreachable'))
      expect(await space.publish('blind/set', 'CLOSE')).toBe(false)
      process.kill(pid, 'SIGCONT')
      // Once: the new connection has a second by the same clock for each answer.
      clock.advance(1_000)
      await vi.waitFor(() => expect(status().status).toBe('connected'))
      expect(await space.publish('blind/set', 'CLOSE')).toBe(true)
      // The broker acknowledges a message before its receiver has read it.
      await vi.waitFor(() => expect(bridge.received).toEqual(['blind/set CLOSE']))
    },
  )

  it.each([5, 4] as const)(
    'that sends too large a message is disconnected before it is read (version %d)',
    async (version) => {
      const bridge = await connectBridge()
      const { space, clock, status, notices, received } = await joinBroker({}, { version })
      const ready = vi.fn()
      space.wantTopics(['camera'], ready)
      await vi.waitFor(() => expect(ready).toHaveBeenCalled())
      await bridge.client.publishAsync('camera', Buffer.alloc(5 * 1_024 * 1_024), { qos: 1 })
      if (version === 5) {
        // The broker knows the limit.
        await bridge.client.publishAsync('camera', 'small', { qos: 1 })
        await vi.waitFor(() => expect(received).toContain('camera small'))
        expect(status().status).toBe('connected')
        return
      }
      await vi.waitFor(() => expect(status().status).toBe('unreachable'))
      expect(notices).toEqual(['too_large'])
      expect(clock.pending()).toBe(1)
    },
  )

  it('[HW16] that refuses the login is tried three times', async () => {
    const { clock, retry, statuses, status } = await joinBroker({ password: 'wrong' })
    expect(status()).toMatchObject({ status: 'bad_login', lastError: 'bad_login' })
    await retry()
    await retry()
    clock.advance(600_000)
    expect(clock.pending()).toBe(0)
    expect(statuses.map(({ lastError }) => lastError)).toEqual(['bad_login', 'bad_login', 'bad_login'])
  })

  it('[HW15] whose name changes its address is not connected to again', async () => {
    let addresses = ['127.0.0.1']
    const resolve = async () => addresses
    const { retry, status } = await joinBroker({ host: 'broker.home' }, { resolve })
    expect(status().status).toBe('connected')
    addresses = ['169.254.169.254']
    await mosquitto.kill()
    await vi.waitFor(() => expect(status().status).toBe('unreachable'))
    await mosquitto.start()
    await retry()
    expect(status()).toMatchObject({ status: 'not_allowed', lastError: 'not_allowed' })
    addresses = ['127.0.0.1']
    await retry()
    expect(status().status).toBe('connected')
  })
})
