import { connect as connectTcp, type Socket } from 'node:net'
import { generate, parser } from 'mqtt-packet'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createLogger } from '../../logger.ts'
import type { Broker } from '../broker.ts'
import { createAddressLimits } from './address-limits.ts'
import { createEmbeddedBroker } from './embedded-broker.ts'

/** The devices of a house with one address that reconnect at once after a power cut. */
const HOUSE = 200
const WAITING = 1_000
const FAILURES = 600
/** The tests open hundreds of connections, on a machine that may be busy. */
const SLOW_MS = 120_000
const HERE = '127.0.0.1'
const NEIGHBOUR = '127.0.0.2'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** A broker that accepts one password, and a function to connect to it from an address of this machine. */
async function openBroker({
  isProxied = false,
  check = async (password: string) => password === 'right',
} = {}) {
  const broker: Broker = createEmbeddedBroker({
    host: HERE,
    port: 0,
    isProxied,
    logger: createLogger('silent'),
  })
  broker.guard({
    mayConnect: ({ password }) => check(password),
    mayPublish: () => false,
    maySubscribe: () => false,
    connected: () => {},
    disconnected: () => {},
  })
  const { host, port } = await broker.start()
  closers.push(() => broker.stop())

  const open = async (localAddress = HERE) => {
    const socket: Socket = connectTcp({ host, port, localAddress })
    closers.push(() => socket.destroy())
    socket.on('error', () => {})
    await new Promise((resolve) => socket.once('connect', resolve))
    return socket
  }
  const end = (socket: Socket) => new Promise<'cut'>((resolve) => socket.once('close', () => resolve('cut')))

  /** The answer of the broker to a login, or that it closed the connection. */
  const logIn = (socket: Socket, clientId: string, password: string) => {
    const answered = new Promise<number>((resolve) => {
      const read = parser()
      read.on('packet', (packet) => {
        if (packet.cmd === 'connack') resolve(packet.returnCode ?? -1)
      })
      socket.on('data', (chunk) => read.parse(chunk))
    })
    socket.write(
      generate({
        cmd: 'connect',
        protocolId: 'MQTT',
        protocolVersion: 4,
        clientId,
        clean: true,
        keepalive: 0,
        username: clientId,
        password: Buffer.from(password),
      }),
    )
    return Promise.race([answered, end(socket)])
  }
  const knock = async (clientId: string, password: string, address = HERE) =>
    logIn(await open(address), clientId, password)

  /** Makes this many failing logins, a few at once. */
  const fail = async (count: number) => {
    for (let n = 0; n < count; n += 20) {
      const answers = Array.from({ length: 20 }, (_, of) => knock(`wrong-${n + of}`, 'wrong'))
      expect(new Set(await Promise.all(answers))).toEqual(new Set([5]))
    }
  }
  return { open, end, logIn, knock, fail }
}

const ids = (count: number) => Array.from({ length: count }, (_, n) => `device-${n}`)

describe('connections of one address that have not sent their login', () => {
  it('are at most 1,000, the oldest goes; those that have logged in and other addresses do not count', {
    timeout: SLOW_MS,
  }, async () => {
    const { open, end, logIn, knock } = await openBroker()
    const house = await Promise.all(ids(HOUSE).map((id) => knock(id, 'right')))
    expect(new Set(house)).toEqual(new Set([0]))
    const first = await open()
    const isFirstCut = end(first)
    const second = await open()
    // Opened concurrently, because each must log in within ten seconds.
    await Promise.all(Array.from({ length: WAITING - 2 }, () => open()))
    expect(await knock('neighbour', 'right', NEIGHBOUR)).toBe(0)
    expect(first.destroyed).toBe(false)
    const last = await open()
    expect(await isFirstCut).toBe('cut')
    expect(await logIn(second, 'second', 'right')).toBe(0)
    expect(await logIn(last, 'last', 'right')).toBe(0)
  })

  it('are not those whose login is being checked', { timeout: SLOW_MS }, async () => {
    let checks = 0
    let answer: (isRight: boolean) => void = () => {}
    const checked = new Promise<boolean>((resolve) => {
      answer = resolve
    })
    const { knock } = await openBroker({
      check: () => {
        checks += 1
        return checked
      },
    })
    const asking: Promise<number | 'cut'>[] = []
    for (const id of ids(WAITING + HOUSE)) {
      asking.push(knock(id, 'right'))
      if (asking.length % HOUSE === 0) await vi.waitFor(() => expect(checks).toBe(asking.length))
    }
    answer(true)
    expect(new Set(await Promise.all(asking))).toEqual(new Set([0]))
  })
})

describe('logins of one address that fail', () => {
  it('are 600 a minute; then it may log in under names only that logged in from it last', {
    timeout: SLOW_MS,
  }, async () => {
    const { open, logIn, knock, fail } = await openBroker()
    const inside = await open()
    expect(await logIn(inside, 'inside', 'right')).toBe(0)
    await fail(FAILURES - 20)
    // A house with a few broken devices reconnects after a power cut.
    expect(new Set(await Promise.all(ids(HOUSE).map((id) => knock(id, 'right'))))).toEqual(new Set([0]))
    await fail(120)
    expect(await knock('here', 'right')).toBe(5)
    expect(inside.destroyed).toBe(false)
    expect(await knock('neighbour', 'right', NEIGHBOUR)).toBe(0)
    expect(await knock('neighbour', 'right')).toBe(5)
    // Devices that lost their connection come back.
    expect(new Set(await Promise.all(ids(HOUSE).map((id) => knock(id, 'right'))))).toEqual(new Set([0]))
  })

  it('under the name of a device that last logged in there count for it alone, 60 a minute', {
    timeout: SLOW_MS,
  }, async () => {
    const { knock } = await openBroker()
    for (const id of ['guessed', 'other']) expect(await knock(id, 'right')).toBe(0)
    for (let n = 0; n < 60; n += 1) expect(await knock('guessed', 'wrong')).toBe(5)
    expect(await knock('guessed', 'right')).toBe(5)
    expect(await knock('guessed', 'right', NEIGHBOUR)).toBe(0)
    expect(await knock('other', 'right')).toBe(0)
    expect(await knock('new', 'right')).toBe(0)
  })

  it('are not counted where a login could not be checked', { timeout: SLOW_MS }, async () => {
    let isBroken = true
    const { knock, fail } = await openBroker({
      check: async (password) => {
        if (isBroken) throw new Error('the database is away')
        return password === 'right'
      },
    })
    await fail(FAILURES)
    isBroken = false
    expect(await knock('here', 'right')).toBe(0)
  })

  it('are not counted where a proxy on this machine hands them on', { timeout: SLOW_MS }, async () => {
    const { knock, fail } = await openBroker({ isProxied: true })
    await fail(FAILURES)
    expect(await knock('here', 'right')).toBe(0)
  })

  it('are forgotten after a minute: from the first, or from when the address was refused', () => {
    vi.useFakeTimers()
    closers.push(() => vi.useRealTimers())
    const refused = vi.fn()
    const limits = createAddressLimits({ isProxied: false, refused })
    const failTimes = (count: number) => {
      for (let n = 0; n < count; n += 1) limits.enter('192.0.2.1', () => {}).loginChecked('x', false)
    }
    const mayLogIn = () => limits.enter('192.0.2.1', () => {}).mayLogIn('x')
    failTimes(FAILURES - 1)
    vi.advanceTimersByTime(60_000)
    failTimes(1)
    vi.advanceTimersByTime(59_000)
    failTimes(FAILURES - 1)
    expect(refused.mock.calls).toEqual([['192.0.2.1']])
    vi.advanceTimersByTime(59_999)
    expect(mayLogIn()).toBe(false)
    vi.advanceTimersByTime(1)
    expect(mayLogIn()).toBe(true)
  })
})
