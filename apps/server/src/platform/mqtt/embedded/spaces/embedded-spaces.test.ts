import { once } from 'node:events'
import { connect as connectTcp, type Socket } from 'node:net'
import type { IClientOptions, MqttClient } from 'mqtt'
import { generate, type Packet, parser } from 'mqtt-packet'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { connectToSpace } from '#testing/space-clients.ts'
import { createLogger } from '../../../logger.ts'
import type { Broker } from '../../broker.ts'
import type { RetainedMessage, Space, SpaceMessage, SpaceNotice, Spaces } from '../../spaces.ts'
import { createEmbeddedBroker } from '../embedded-broker.ts'

const ANA = 'haaaaaaaaaaaa'
const BOR = 'hbbbbbbbbbbbb'
const PASSWORD = 'right'
const BIRTH = 'homeassistant/status online'
const SLOW_MS = 60_000

let broker: Broker
let spaces: Spaces
let mqtt: { host: string; port: number }
let kept: Map<string, Map<string, RetainedMessage>>
let notices: (SpaceNotice & { accountId: string })[]
let closers: (() => unknown)[]

beforeEach(async () => {
  kept = new Map()
  notices = []
  closers = []
  await openBroker()
})
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function openBroker(options: { maxRetainedBytes?: number } = {}) {
  broker = createEmbeddedBroker({ host: '127.0.0.1', port: 0, logger: createLogger('silent'), ...options })
  const own = broker.spaces
  if (own === undefined) throw new Error('no spaces')
  spaces = own
  spaces.use({
    async signIn(username, password) {
      if (![ANA, BOR].includes(username)) return 'unknown'
      return password === PASSWORD
        ? { accountId: username, bridgeId: null, name: 'default', username }
        : 'wrong'
    },
    loadRetained: async (accountId) => [...(kept.get(accountId)?.values() ?? [])],
    async saveRetained(accountId, changes) {
      const messages = kept.get(accountId) ?? new Map<string, RetainedMessage>()
      kept.set(accountId, messages)
      for (const { topic, message } of changes)
        if (message === null) messages.delete(topic)
        else messages.set(topic, message)
    },
    retainedBytes: async () => 0,
    notify: (accountId, notice) => void notices.push({ ...notice, accountId }),
    counted() {},
  })
  mqtt = await broker.start()
  closers.push(() => broker.stop())
}

async function join(username = ANA, options: IClientOptions = {}) {
  const joined = await connectToSpace({ mqtt, username, password: PASSWORD }, options)
  closers.push(() => joined.client.end(true))
  return joined
}

const closed = (client: MqttClient) => new Promise<void>((resolve) => client.once('close', () => resolve()))

/** A connection that sends raw packets. */
async function openRaw(): Promise<{ socket: Socket; packets: Packet[]; end: Promise<unknown> }> {
  const socket = connectTcp(mqtt)
  socket.on('error', () => {})
  closers.push(() => socket.destroy())
  await once(socket, 'connect')
  const packets: Packet[] = []
  const read = parser()
  read.on('packet', (packet) => void packets.push(packet))
  socket.on('data', (chunk) => read.parse(chunk))
  return { socket, packets, end: once(socket, 'close') }
}

const connectPacket = (fields: object = {}) =>
  generate({
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion: 4,
    clientId: 'raw',
    clean: true,
    keepalive: 0,
    username: ANA,
    password: Buffer.from(PASSWORD),
    ...fields,
  })

async function openRawSignedIn() {
  const raw = await openRaw()
  raw.socket.write(connectPacket())
  await vi.waitFor(() => expect(raw.packets).toMatchObject([{ cmd: 'connack', returnCode: 0 }]))
  return raw
}

describe('[HW5] two accounts with the same client id, topics and wildcards', () => {
  it('never meet, in either direction, also not with native devices', async () => {
    const native: string[] = []
    await broker.subscribe('#', ({ topic }) => void native.push(topic))
    const will = {
      topic: 'zigbee2mqtt/bridge/state',
      payload: Buffer.from('offline'),
      qos: 0,
      retain: true,
    } as const
    const ana = await join(ANA, { clientId: 'zigbee2mqtt', will })
    const bor = await join(BOR, { clientId: 'zigbee2mqtt', will })
    await ana.client.subscribeAsync('#')
    await bor.client.subscribeAsync('#')
    await ana.client.publishAsync('zigbee2mqtt/kitchen', 'of Ana', { qos: 1, retain: true })
    await bor.client.publishAsync('zigbee2mqtt/kitchen', 'of Bor', { qos: 2, retain: true })
    await ana.client.publishAsync('senca/one/state', '{}', { qos: 1 })
    await spaces.find(ANA)?.publish('zigbee2mqtt/kitchen/set', 'OPEN', 0)
    await broker.publish('senca/one/command', '{}')
    await vi.waitFor(() =>
      expect(ana.received).toEqual([
        BIRTH,
        'zigbee2mqtt/kitchen of Ana',
        'senca/one/state {}',
        'zigbee2mqtt/kitchen/set OPEN',
      ]),
    )
    expect(bor.received).toEqual([BIRTH, 'zigbee2mqtt/kitchen of Bor'])
    expect(native).toEqual(['senca/one/command'])

    bor.client.stream.destroy()
    const again = await join(BOR)
    await vi.waitFor(() => expect(spaces.retainedOf(BOR)?.count).toBe(3))
    await again.client.subscribeAsync('zigbee2mqtt/#')
    await vi.waitFor(() =>
      expect(again.received.toSorted()).toEqual([
        'zigbee2mqtt/bridge/state offline',
        'zigbee2mqtt/kitchen of Bor',
      ]),
    )
    expect(ana.received).toHaveLength(4)
  })
})

describe('[HW6] a client in a space', () => {
  it('has a clean session, whatever it asks for', async () => {
    const first = await join(ANA, { clientId: 'same', clean: false })
    await first.client.subscribeAsync('a', { qos: 1 })
    await first.client.endAsync()
    const other = await join()
    await other.client.publishAsync('a', 'missed', { qos: 1 })
    const second = await join(ANA, { clientId: 'same', clean: false })
    await other.client.publishAsync('a', 'b', { qos: 1 })
    await second.client.subscribeAsync('c')
    await other.client.publishAsync('c', 'd', { qos: 1 })
    await vi.waitFor(() => expect(second.received).toEqual(['c d']))
  })

  it('replaces an earlier connection of its client id, whose will is published', async () => {
    const witness = await join()
    await witness.client.subscribeAsync('will')
    const will = { topic: 'will', payload: Buffer.from('replaced'), qos: 0, retain: false } as const
    const first = await join(ANA, { clientId: 'same', will })
    const isClosed = closed(first.client)
    await join(ANA, { clientId: 'same' })
    await isClosed
    await vi.waitFor(() => expect(witness.received).toEqual(['will replaced']))
  })

  it('gets a client id if it has none', async () => {
    const { socket, packets } = await openRaw()
    socket.write(connectPacket({ clientId: '' }))
    await vi.waitFor(() => expect(packets).toMatchObject([{ cmd: 'connack', returnCode: 0 }]))
    expect(spaces.connectionsOf(ANA)).toMatchObject([{ clientId: expect.stringMatching(/.+/) }])
  })

  it('can unsubscribe', async () => {
    const { client, received } = await join()
    await client.subscribeAsync(['a', 'b/#'])
    await client.unsubscribeAsync(['b/#'])
    await client.publishAsync('b/c', '1', { qos: 1 })
    await client.publishAsync('a', '2', { qos: 1 })
    await vi.waitFor(() => expect(received).toEqual(['a 2']))
  })

  it.each([0, 1, 2] as const)('receives large messages of QoS %i', async (qos) => {
    const { client, received } = await join()
    await client.subscribeAsync('large', { qos })
    await client.publishAsync('large', 'x'.repeat(300_000), { qos })
    await vi.waitFor(() => expect(received).toEqual([`large ${'x'.repeat(300_000)}`]))
  })

  it('that sends a message of QoS 2 again is served once', async () => {
    const { client, received } = await join()
    await client.subscribeAsync('#', { qos: 0 })
    const { socket, packets } = await openRawSignedIn()
    const message = { cmd: 'publish', topic: 'x', payload: '1', qos: 2, messageId: 7, retain: false } as const
    const seen = vi.fn()
    spaces.find(ANA)?.subscribe('x', seen)
    for (const dup of [false, true]) {
      socket.write(generate({ ...message, dup }))
      const count = dup ? 2 : 1
      await vi.waitFor(() => expect(packets.filter(({ cmd }) => cmd === 'pubrec')).toHaveLength(count))
    }
    socket.write(generate({ cmd: 'pubrel', messageId: 7 }))
    await vi.waitFor(() => expect(packets.at(-1)).toMatchObject({ cmd: 'pubcomp', messageId: 7 }))
    expect(received).toEqual([BIRTH, 'x 1'])
    expect(seen).toHaveBeenCalledOnce()
  })

  it.each([
    [5, [0x20, 0x03, 0x00, 0x84, 0x00]],
    [3, [0x20, 0x02, 0x00, 0x01]],
  ])('[DP1] is refused with MQTT version %i', async (protocolVersion, answer) => {
    const { socket, end } = await openRaw()
    const bytes: number[] = []
    socket.on('data', (chunk: Buffer) => void bytes.push(...chunk))
    socket.write(connectPacket({ protocolVersion, protocolId: protocolVersion === 3 ? 'MQIsdp' : 'MQTT' }))
    await end
    expect(bytes).toEqual(answer)
  })

  it.each([
    ['a wrong password', { password: Buffer.from('wrong') }],
    ['a user name that nobody has', { username: 'hcccccccccccc' }],
  ])('is refused with %s', async (_name, fields) => {
    const { socket, packets, end } = await openRaw()
    socket.write(connectPacket(fields))
    await end
    expect(packets).toMatchObject([{ cmd: 'connack', returnCode: 5 }])
  })

  it('signs in when its CONNECT comes byte by byte, with packets behind it', async () => {
    const { socket, packets } = await openRaw()
    socket.setNoDelay(true)
    for (const byte of connectPacket()) {
      socket.write(Buffer.from([byte]))
      await new Promise((resolve) => setImmediate(resolve))
    }
    socket.write(Buffer.concat(Array.from({ length: 100 }, () => generate({ cmd: 'pingreq' }))))
    await vi.waitFor(() => expect(packets).toHaveLength(101))
  })

  it('that publishes only after its sign-in was checked loses nothing it had sent before', async () => {
    const { client, received } = await join()
    await client.subscribeAsync('early')
    const { socket } = await openRaw()
    const publish = generate({
      cmd: 'publish',
      topic: 'early',
      payload: '1',
      qos: 0,
      retain: false,
      dup: false,
    })
    socket.write(Buffer.concat([connectPacket(), publish]))
    await vi.waitFor(() => expect(received).toEqual(['early 1']))
  })
})

describe('[HW7] the server', () => {
  it('receives messages in the order of their connection, and what is retained when it subscribes', async () => {
    const { socket } = await openRawSignedIn()
    const space = spaces.find(ANA)
    const seen: SpaceMessage[] = []
    space?.subscribe('+/config', (config) => {
      seen.push(config)
      space.subscribe(config.topic.replace('config', 'state'), (state) => void seen.push(state))
    })
    const packets = Array.from({ length: 100 }, (_, n) => [
      generate({
        cmd: 'publish',
        topic: `${n}/config`,
        payload: 'c',
        qos: 1,
        messageId: n + 1,
        retain: true,
        dup: false,
      }),
      generate({ cmd: 'publish', topic: `${n}/state`, payload: 's', qos: 0, retain: false, dup: false }),
    ])
    const before = Array.from({ length: 100 }, (_, n) =>
      generate({
        cmd: 'publish',
        topic: `${n}/state`,
        payload: 'r',
        qos: 1,
        messageId: n + 200,
        retain: true,
        dup: false,
      }),
    )
    socket.write(Buffer.concat([...before, ...packets.flat()]))
    await vi.waitFor(() => expect(seen).toHaveLength(300))
    const flat = seen.map(({ topic, payload, retained, clientId }) => [
      topic,
      payload.toString(),
      retained,
      clientId,
    ])
    expect(flat).toEqual(
      Array.from({ length: 100 }, (_, n) => [
        [`${n}/config`, 'c', false, 'raw'],
        [`${n}/state`, 'r', true, null],
        [`${n}/state`, 's', false, 'raw'],
      ]).flat(),
    )
  })

  it('[HW36] hands a message over to a subscriber whose queue is empty, or to nobody', async () => {
    const { client, received } = await join()
    const space = await spaces.open(ANA)
    const changes = vi.fn()
    space.onSubscribersChanged(changes)
    expect([space.hasSubscriber('x/set'), await space.publish('x/set', '1', 1)]).toEqual([false, false])
    await client.subscribeAsync('x/+')
    expect(changes).toHaveBeenCalled()
    expect([space.hasSubscriber('x/set'), await space.publish('x/set', '2', 1)]).toEqual([true, true])
    expect(await space.publish('x/#', '3', 1)).toBe(false)
    await client.unsubscribeAsync('x/+')
    expect([space.hasSubscriber('x/set'), await space.publish('x/set', '4', 1)]).toEqual([false, false])
    await vi.waitFor(() => expect(received).toEqual(['x/set 2']))
  })

  it('[HW36] hands nothing over to a subscriber that does not read', { timeout: SLOW_MS }, async () => {
    const { socket } = await openRawSignedIn()
    socket.write(generate({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: 'x', qos: 0 }] }))
    const space = await spaces.open(ANA)
    await vi.waitFor(() => expect(space.hasSubscriber('x')).toBe(true))
    socket.pause()
    const { client } = await join()
    for (let n = 0; n < 4; n += 1) client.publish('x', 'x'.repeat(3_000_000))
    await vi.waitFor(async () => expect(await space.publish('x', 'late', 0)).toBe(false))
  })

  it('is notified of each space that opens, before its first message', async () => {
    const seen: string[] = []
    spaces.onOpened((space: Space) => {
      space.subscribe('#', ({ topic }) => void seen.push(`${space.accountId} ${topic}`))
    })
    const { client } = await join(BOR)
    await client.publishAsync('first', '', { qos: 1 })
    expect(seen).toEqual([`${BOR} homeassistant/status`, `${BOR} first`])
  })

  it('[HW9] publishes the birth message when asked', async () => {
    const { client, received } = await join()
    await client.subscribeAsync('homeassistant/status')
    await vi.waitFor(() => expect(received).toEqual([BIRTH]))
    spaces.publishBirth(ANA)
    await vi.waitFor(() => expect(received).toEqual([BIRTH, BIRTH]))
  })
})

describe('[HW8] retained messages', () => {
  it('are written, and loaded when the space opens again', async () => {
    const { client } = await join()
    await client.publishAsync('other', 'waits longer', { qos: 1, retain: true })
    await client.publishAsync('a/config', 'kept', { qos: 1, retain: true })
    await vi.waitFor(() => expect(kept.get(ANA)?.get('a/config')?.payload.toString()).toBe('kept'))
    await client.publishAsync('other', '', { qos: 1, retain: true })
    await client.publishAsync('b', 'written at the end', { qos: 1, retain: true })
    await client.publishAsync('a/config', '', { qos: 1, retain: true })
    await broker.stop()
    closers.pop()
    await openBroker()
    const again = await join()
    await again.client.subscribeAsync('#')
    await vi.waitFor(() => expect(again.received.toSorted()).toEqual(['b written at the end', BIRTH]))
  })

  it('are not changed by the wills of a server that stops', async () => {
    const will = { topic: 'state', payload: Buffer.from('offline'), qos: 0, retain: true } as const
    const { client } = await join(ANA, { will })
    await client.publishAsync('state', 'online', { qos: 1, retain: true })
    await broker.stop()
    expect(kept.get(ANA)?.get('state')?.payload.toString()).toBe('online')
  })
})

describe('[HW10] beyond its limits', () => {
  it.each(['$SYS/#', '$share/group/a', 'a/'.repeat(32), `a/${'b'.repeat(511)}`])(
    'a subscription is refused: %s',
    async (topic) => {
      const { socket, packets } = await openRawSignedIn()
      socket.write(
        generate({
          cmd: 'subscribe',
          messageId: 1,
          subscriptions: [
            { topic, qos: 0 },
            { topic: 'fine', qos: 1 },
          ],
        }),
      )
      await vi.waitFor(() => expect(packets[1]).toMatchObject({ cmd: 'suback', granted: [128, 1] }))
    },
  )

  it.each(['$SYS/x', 'a/'.repeat(32), `a/${'b'.repeat(511)}`, 'a\0b'])(
    'a publish ends the connection: %s',
    async (topic) => {
      const { socket, end } = await openRawSignedIn()
      socket.write(generate({ cmd: 'publish', topic, payload: 'x', qos: 0, retain: true, dup: false }))
      await end
      expect(spaces.retainedOf(ANA)?.count).toBe(1)
    },
  )

  it('a publish with a wildcard ends the connection', async () => {
    const { socket, end } = await openRawSignedIn()
    socket.write(Buffer.from([0x30, 4, 0, 1, 0x23, 0x78]))
    await end
  })

  it.each([
    ['noise', Buffer.from([0xf0, 0x00, 0xff, 0x13])],
    ['a second CONNECT', connectPacket()],
    ['a length without an end', Buffer.from([0x30, 0xff, 0xff, 0xff, 0xff])],
    ['a PUBLISH of QoS 3', Buffer.from([0x36, 4, 0, 1, 0x61, 0x78])],
  ])('%s ends the connection, and others go on', async (_name, bytes) => {
    const { socket, end } = await openRawSignedIn()
    socket.write(bytes)
    await end
    const { client } = await join()
    expect(client.connected).toBe(true)
  })

  it('a packet of more than 4 MiB ends the connection before it is read, with a notice', async () => {
    const { socket, end } = await openRawSignedIn()
    socket.write(Buffer.from([0x30, 0x81, 0x80, 0x80, 0x02]))
    await end
    expect(notices).toMatchObject([{ accountId: ANA, code: 'too_large', clientId: 'raw' }])
  })

  it('further retained messages are delivered and not kept, with a notice; kept ones can be replaced and removed', {
    timeout: SLOW_MS,
  }, async () => {
    const { client, received } = await join()
    const { socket } = await openRawSignedIn()
    const publish = (topic: string, payload: string) =>
      generate({ cmd: 'publish', topic, payload, qos: 0, retain: true, dup: false })
    socket.write(Buffer.concat(Array.from({ length: 9_999 }, (_, n) => publish(`t/${n}`, 'x'))))
    await vi.waitFor(() => expect(spaces.retainedOf(ANA)?.count).toBe(10_000))
    await client.subscribeAsync('more')
    socket.write(publish('more', 'delivered'))
    await vi.waitFor(() => expect(received).toEqual(['more delivered']))
    expect(notices).toMatchObject([{ code: 'retained_full', clientId: 'raw', topic: 'more' }])
    socket.write(Buffer.concat([publish('t/1', 'y'), publish('t/2', '')]))
    await vi.waitFor(() => expect(spaces.retainedOf(ANA)?.count).toBe(9_999))
    socket.write(publish('more', 'kept'))
    await vi.waitFor(() => expect(spaces.retainedOf(ANA)?.count).toBe(10_000))
  })

  it('the retained messages of all accounts together have a limit', async () => {
    await broker.stop()
    closers.pop()
    await openBroker({ maxRetainedBytes: 1_000 })
    const ana = await join(ANA)
    const bor = await join(BOR)
    await ana.client.publishAsync('a', 'x'.repeat(600), { qos: 1, retain: true })
    await bor.client.publishAsync('b', 'x'.repeat(600), { qos: 1, retain: true })
    expect(notices).toMatchObject([{ accountId: BOR, code: 'retained_full', topic: 'b' }])
    await ana.client.publishAsync('a', '', { qos: 1, retain: true })
    await bor.client.publishAsync('b', 'x'.repeat(600), { qos: 1, retain: true })
    await vi.waitFor(() => expect(spaces.retainedOf(BOR)?.count).toBe(2))
  })

  it('a connection has 1,000 subscriptions and the account 5,000', { timeout: SLOW_MS }, async () => {
    const connections: MqttClient[] = []
    for (let n = 0; n < 6; n += 1) connections.push((await join(ANA)).client)
    const granted = async (client: MqttClient | undefined, count: number) => {
      let sum = 0
      for (let n = 0; n < count; n += 100) {
        const topics = Array.from({ length: Math.min(100, count - n) }, (_, nth) => `t/${n + nth}`)
        const answers = (await client?.subscribeAsync(topics).catch(() => [])) ?? []
        sum += answers.filter(({ qos }) => qos === 0).length
      }
      return sum
    }
    const [first, ...others] = connections
    expect(await granted(first, 1_000)).toBe(1_000)
    expect(await granted(first, 1_000)).toBe(1_000)
    await expect(first?.subscribeAsync('one more')).rejects.toThrow()
    for (const client of others.slice(0, 4)) expect(await granted(client, 1_000)).toBe(1_000)
    await expect(others[4]?.subscribeAsync('one more')).rejects.toThrow()
    await others[0]?.unsubscribeAsync('t/1')
    await others[4]?.subscribeAsync('one more')
  })

  it('the 201st connection is refused with CONNACK 3 and a notice, except one that replaces another', {
    timeout: SLOW_MS,
  }, async () => {
    for (let n = 0; n < 200; n += 1) await join(ANA, { clientId: `client-${n}` })
    await expect(join(ANA, { clientId: 'one more' })).rejects.toMatchObject({ code: 3 })
    expect(notices).toMatchObject([{ code: 'connection_refused', clientId: 'one more' }])
    await join(ANA, { clientId: 'client-7' })
    await vi.waitFor(() => expect(spaces.connectionsOf(ANA)).toHaveLength(200))
  })

  it('sign-ins are 250 at once, then refused with CONNACK 3', { timeout: SLOW_MS }, async () => {
    const signIn = async () => {
      const { socket } = await openRaw()
      const answered = once(socket, 'data')
      socket.write(connectPacket())
      const [answer] = await answered
      socket.destroy()
      return answer[3]
    }
    const answers: unknown[] = []
    for (let n = 0; n < 3; n += 1) answers.push(...(await Promise.all(Array.from({ length: 100 }, signIn))))
    expect(answers.slice(0, 250)).toEqual(Array.from({ length: 250 }, () => 0))
    expect(answers).toContain(3)
    expect(notices[0]).toMatchObject({ code: 'connection_refused', detail: 'There are too many sign-ins.' })
  })

  it('reading waits, in order and to the last message, with a notice', { timeout: SLOW_MS }, async () => {
    const { socket } = await openRawSignedIn()
    const seen: number[] = []
    const space = await spaces.open(ANA)
    space.subscribe('n', ({ payload }) => void seen.push(Number(payload)))
    const publish = (n: number) =>
      generate({ cmd: 'publish', topic: 'n', payload: String(n), qos: 0, retain: false, dup: false })
    // Each of these counts like nearly a thousand packets, so the budget is used up however slow the machine is.
    const unsubscriptions = Array.from({ length: 950 }, (_, n) => `${n}/`.padEnd(60, 'x'))
    const costly = generate({ cmd: 'unsubscribe', messageId: 1, unsubscriptions })
    for (let n = 0; n < 15; n += 1) socket.write(Buffer.concat([costly, publish(n)]))
    await vi.waitFor(() => expect(seen).toHaveLength(15))
    expect(seen).toEqual(Array.from({ length: 15 }, (_, n) => n))
    expect(notices[0]).toMatchObject({ code: 'too_fast', clientId: 'raw' })
  })

  it('a client that reads nothing is disconnected, and publishers go on', { timeout: SLOW_MS }, async () => {
    const { socket } = await openRawSignedIn()
    socket.write(generate({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: 'x', qos: 0 }] }))
    const space = await spaces.open(ANA)
    await vi.waitFor(() => expect(space.hasSubscriber('x')).toBe(true))
    socket.pause()
    const { client } = await join()
    for (let n = 0; n < 5; n += 1) client.publish('x', 'x'.repeat(3_000_000))
    await vi.waitFor(() => expect(spaces.connectionsOf(ANA)).toHaveLength(1))
    await client.publishAsync('y', '', { qos: 1 })
  })

  it('deliveries wait: 100 subscribers receive everything, after more than a moment', {
    timeout: SLOW_MS,
  }, async () => {
    const all: Awaited<ReturnType<typeof join>>[] = []
    for (let n = 0; n < 100; n += 1) all.push(await join(ANA))
    for (const { client } of all) await client.subscribeAsync('#')
    const { client } = await join(ANA)
    for (let n = 0; n < 50; n += 1) client.publish('x', String(n))
    const expected = [BIRTH, ...Array.from({ length: 50 }, (_, n) => `x ${n}`)]
    await vi.waitFor(() => expect(all.every(({ received }) => received.length === 51)).toBe(true))
    expect(all[99]?.received).toEqual(expected)
  })
})

describe('[HW4] the end of a login', () => {
  it('closes its connections, also those that are signing in, and publishes their wills', async () => {
    const will = { topic: 'will', payload: Buffer.from('gone'), qos: 1, retain: true } as const
    const { client } = await join(ANA, { will })
    const bor = await join(BOR)
    const isClosed = closed(client)
    spaces.endLogins([ANA])
    await isClosed
    await vi.waitFor(() => expect(spaces.retainedOf(ANA)?.count).toBe(2))
    expect(bor.client.connected).toBe(true)
  })

  it('of a deleted account leaves nothing to write', async () => {
    const will = { topic: 'will/config', payload: Buffer.from('gone'), qos: 1, retain: true } as const
    const { client } = await join(ANA, { will })
    await client.publishAsync('a/config', 'x', { qos: 1, retain: true })
    const isClosed = closed(client)
    spaces.remove(ANA)
    await isClosed
    expect([spaces.find(ANA), spaces.connectionsOf(ANA)]).toEqual([undefined, []])
    await broker.stop()
    expect(kept.get(ANA)).toBe(undefined)
  })
})
