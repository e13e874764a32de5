import { connect, connectAsync, type MqttClient } from 'mqtt'
import type { IConnackPacket, Packet } from 'mqtt-packet'
import { describe, expect, it, vi } from 'vitest'
import {
  COMMAND,
  connectPacket,
  reasonOfEnd,
  STATE,
  STATUS,
  useBroker,
  will,
} from '#testing/mqtt5-clients.ts'

const door = useBroker()

describe('[DP1] signing in by MQTT 5', () => {
  it('is answered with what the broker keeps and cannot do', async () => {
    const client = connect(
      door.urlOf(),
      door.optionsOf('one', { properties: { sessionExpiryInterval: 3600 } }),
    )
    door.keep(client)
    const connack = await new Promise<IConnackPacket>((resolve) => client.once('connect', resolve))
    expect(connack).toMatchObject({
      reasonCode: 0,
      sessionPresent: false,
      properties: {
        sessionExpiryInterval: 0,
        retainAvailable: true,
        maximumPacketSize: 65_536,
        topicAliasMaximum: 0,
        sharedSubscriptionAvailable: false,
        subscriptionIdentifiersAvailable: false,
      },
    })
    await vi.waitFor(() => expect(door.presence).toEqual(['+one']))
  })

  it.each([
    ['a wrong password', 'one', { password: 'secret-two' }],
    ['another user name', 'one', { username: 'two' }],
    ['an unknown id', 'three', {}],
  ])('[DP2] refuses %s with a reason', async (_name, id, options) => {
    const refusal = connectAsync(door.urlOf(), door.optionsOf(id, options))
    await expect(refusal).rejects.toMatchObject({ code: 0x87 })
    expect(door.presence).toEqual([])
  })

  it.each([
    ['another way of signing in', { properties: { authenticationMethod: 'SCRAM-SHA-1' } }, 0x8c],
    ['a client that takes nothing', { properties: { receiveMaximum: 0 } }, 0x82],
  ])('refuses %s with a reason', async (_name, more, reasonCode) => {
    const { say, heard, ended } = await door.openRaw()
    say(connectPacket(more))
    await ended
    expect(heard).toEqual([expect.objectContaining({ cmd: 'connack', reasonCode })])
  })

  it('[DP4] tells the first connection that a second has replaced it, and drops its will', async () => {
    const wills = await door.collect(STATUS)
    const first = await door.signIn('one', { will })
    const reason = reasonOfEnd(first)
    const second = await door.signIn('one', { protocolVersion: 4 })
    expect(await reason).toBe(0x8e)
    await second.publishAsync(STATUS, 'here', { qos: 1 })
    await vi.waitFor(() => expect(door.presence).toEqual(['+one', '+one']))
    expect(wills).toEqual(['here'])
  })
})

describe('the end of an MQTT 5 connection', () => {
  it.each<[string, (client: MqttClient) => unknown, string[]]>([
    ['a cut', (client) => client.stream.destroy(), ['gone']],
    ['a goodbye with the will', (client) => client.end(false, { reasonCode: 0x04 }), ['gone']],
    ['a goodbye for an error of its own', (client) => client.end(false, { reasonCode: 0x80 }), ['gone']],
    ['a normal goodbye', (client) => client.end(), []],
  ])('by %s', async (_name, end, expected) => {
    const wills = await door.collect(STATUS)
    const client = await door.signIn('one', {
      will: { ...will, properties: { willDelayInterval: 60, contentType: 'text/plain' } },
    })
    await vi.waitFor(() => expect(door.presence).toEqual(['+one']))
    end(client)
    await vi.waitFor(() => expect(door.presence).toEqual(['+one', '-one']))
    await vi.waitFor(() => expect(wills).toEqual(expected))
  })

  it('comes after all that was said before it', async () => {
    const states = await door.collect(STATE)
    const { say, heard, ended } = await door.openRaw()
    const publish = (payload: string): Packet => ({
      cmd: 'publish',
      topic: STATE,
      payload,
      qos: 0,
      dup: false,
      retain: false,
    })
    say(connectPacket({ will }))
    await vi.waitFor(() => expect(heard).toHaveLength(1))
    say(publish('1'), publish('2'), { cmd: 'disconnect', reasonCode: 0x04 })
    await ended
    await vi.waitFor(() => expect(states).toEqual(['1', '2']))
  })

  it('by the server is told', async () => {
    const asked = reasonOfEnd(await door.signIn('one'))
    door.broker.disconnect('one')
    expect(await asked).toBe(0x98)
    const stopped = reasonOfEnd(await door.signIn('two'))
    await vi.waitFor(() => expect(door.broker.isConnected('two')).toBe(true))
    await door.broker.stop()
    expect(await stopped).toBe(0x8b)
  })

  it.each<[string, Packet, number]>([
    [
      'an alias for a topic',
      {
        cmd: 'publish',
        topic: STATE,
        payload: 'x',
        qos: 0,
        dup: false,
        retain: false,
        properties: { topicAlias: 1 },
      },
      0x94,
    ],
    ['a further sign-in', connectPacket(), 0x82],
    ['AUTH', { cmd: 'auth', reasonCode: 0x18 }, 0x82],
    ['an answer that only a server gives', { cmd: 'pingresp' }, 0x82],
    [
      'a number for a subscription',
      {
        cmd: 'subscribe',
        messageId: 1,
        subscriptions: [{ topic: COMMAND, qos: 1, nl: false, rap: false, rh: 0 }],
        properties: { subscriptionIdentifier: 7 },
      },
      0xa1,
    ],
  ])('follows %s, the will being published', async (_name, packet, reasonCode) => {
    const wills = await door.collect(STATUS)
    const { say, heard, ended } = await door.openRaw()
    say(connectPacket({ will }))
    await vi.waitFor(() => expect(heard).toHaveLength(1))
    say(packet)
    await ended
    expect(heard.slice(1)).toEqual([expect.objectContaining({ cmd: 'disconnect', reasonCode })])
    await vi.waitFor(() => expect(wills).toEqual(['gone']))
  })

  it.each([
    ['flags that are reserved', [0x62 | 0x01, 0x02, 0x00, 0x01]],
    ['a property that does not exist', [0x30, 0x06, 0x00, 0x01, 0x61, 0x02, 0x7f, 0x00]],
    ['properties longer than the packet', [0x30, 0x05, 0x00, 0x01, 0x61, 0x7f, 0x01]],
    ['a topic longer than the packet', [0x30, 0x04, 0xff, 0xff, 0x61, 0x00]],
    ['no packet identifier', [0x82, 0x00]],
    ['a reason that does not exist', [0x40, 0x03, 0x00, 0x01, 0x55]],
  ])('follows %s', async (_name, bytes) => {
    const { socket, say, heard, ended } = await door.openRaw()
    say(connectPacket())
    await vi.waitFor(() => expect(heard).toHaveLength(1))
    socket.write(Buffer.from(bytes))
    await ended
    expect(heard[1]).toMatchObject({ cmd: 'disconnect' })
    await door.signIn('two')
  })

  it('follows noise of every kind, and never ends the server', async () => {
    let seed = 7
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return seed % below
    }
    for (let round = 0; round < 60; round += 1) {
      const { socket, say, heard, ended } = await door.openRaw()
      say(connectPacket())
      await vi.waitFor(() => expect(heard).toHaveLength(1), { interval: 2 })
      const body = Array.from({ length: 4 + random(60) }, () => random(256))
      socket.write(Buffer.from([(1 + random(15)) * 16 + random(16), body.length, ...body]))
      socket.end()
      await ended
    }
    await door.signIn('two')
  })
})

describe('topics by MQTT 5', () => {
  it.each([0, 1, 2] as const)('carry messages of QoS %i both ways', async (qos) => {
    const states = await door.collect(STATE)
    const client = await door.signIn('one')
    const commands: string[] = []
    client.on('message', (_topic, payload) => commands.push(payload.toString()))
    const granted = await client.subscribeAsync(COMMAND, { qos })
    expect(granted).toEqual([expect.objectContaining({ qos })])
    await client.publishAsync(STATE, 'up', {
      qos,
      properties: { contentType: 'text/plain', userProperties: { a: ['b', 'c'] }, messageExpiryInterval: 9 },
    })
    await client.publishAsync(STATE, 'down', { qos })
    await door.broker.publish(COMMAND, 'move')
    await vi.waitFor(() => expect([...states, ...commands]).toEqual(['up', 'down', 'move']))
  })

  it('keep what is retained', async () => {
    const client = await door.signIn('one')
    await client.publishAsync(STATE, 'kept', { qos: 1, retain: true })
    expect(await door.collect('senca/+/state')).toEqual(['kept'])
    const commands: { text: string; retain: boolean }[] = []
    client.on('message', (_topic, payload, { retain }) => commands.push({ text: payload.toString(), retain }))
    await door.broker.publish(COMMAND, 'old', { retain: true })
    await client.subscribeAsync(COMMAND, { qos: 1 })
    await vi.waitFor(() => expect(commands).toEqual([{ text: 'old', retain: true }]))
  })

  it.each(['#', 'senca/#', 'senca/two/command', '$SYS/#', '$share/g/senca/two/command'])(
    '[DP3] refuse one the filter %s',
    async (filter) => {
      const { say, heard } = await door.openRaw()
      say(connectPacket(), {
        cmd: 'subscribe',
        messageId: 5,
        subscriptions: [filter, COMMAND].map((topic) => ({ topic, qos: 1, nl: false, rap: false, rh: 0 })),
      })
      await vi.waitFor(() =>
        expect(heard[1]).toMatchObject({ cmd: 'suback', messageId: 5, granted: [0x87, 1] }),
      )
    },
  )

  it.each(['senca/two/state', '$SYS/x', 'senca/two/command'])(
    '[DP3] never carry a message of one to %s',
    async (topic) => {
      const heard = [...(await door.collect('#')), ...(await door.collect('$SYS/x'))]
      const client = await door.signIn('one')
      const reason = reasonOfEnd(client)
      client.publish(topic, 'x', { qos: 0 })
      expect(await reason).toBe(0x87)
      expect(heard).toEqual([])
    },
  )

  it('are left, each filter with a reason of its own', async () => {
    const client = await door.signIn('one')
    const commands: string[] = []
    client.on('message', (_topic, payload) => commands.push(payload.toString()))
    await client.subscribeAsync(COMMAND, { qos: 1 })
    const packet = await client.unsubscribeAsync([COMMAND, 'never/subscribed'])
    expect(packet).toMatchObject({ cmd: 'unsuback', granted: [0, 0] })
    await door.broker.publish(COMMAND, 'late')
    await client.publishAsync(STATE, 'x', { qos: 1 })
    expect(commands).toEqual([])
  })
})
