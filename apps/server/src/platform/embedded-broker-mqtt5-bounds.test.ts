import { generate, type Packet } from 'mqtt-packet'
import { describe, expect, it, vi } from 'vitest'
import { COMMAND, connectPacket, STATE, useBroker } from '#testing/mqtt5-clients.ts'
import { createMqtt5Session } from './mqtt5-session.ts'

const door = useBroker()

describe('bounds of MQTT 5', () => {
  const published = (heard: Packet[]) => heard.flatMap((packet) => (packet.cmd === 'publish' ? [packet] : []))
  const subscribe: Packet = {
    cmd: 'subscribe',
    messageId: 1,
    subscriptions: [{ topic: COMMAND, qos: 1, nl: false, rap: false, rh: 0 }],
  }

  it('never have more in flight than the client takes, and hold nothing else up', async () => {
    const { say, heard } = await door.openRaw()
    say(connectPacket({ properties: { receiveMaximum: 2 } }), subscribe)
    await vi.waitFor(() => expect(heard).toHaveLength(2))
    for (const text of ['1', '2', '3', '4']) await door.broker.publish(COMMAND, text)
    say({ cmd: 'pingreq' })
    await vi.waitFor(() => expect(heard.at(-1)?.cmd).toBe('pingresp'))
    expect(published(heard).map(({ payload }) => payload.toString())).toEqual(['1', '2'])
    const [first, second] = published(heard)
    say({ cmd: 'puback', messageId: first?.messageId ?? 0, reasonCode: 0 })
    await vi.waitFor(() => expect(published(heard)).toHaveLength(3))
    say({ cmd: 'puback', messageId: second?.messageId ?? 0, reasonCode: 0x80 })
    await vi.waitFor(() =>
      expect(published(heard).map(({ payload }) => payload.toString())).toEqual(['1', '2', '3', '4']),
    )
  })

  it('leave out what the client held up for four seconds', () => {
    let nowMs = 0
    const session = createMqtt5Session(() => nowMs)
    const deliver = (messageId: number) =>
      session.fromBroker({
        cmd: 'publish',
        topic: COMMAND,
        payload: `${messageId}`,
        qos: 1,
        messageId,
        dup: false,
        retain: false,
      })
    const acknowledge = (messageId: number) =>
      session.fromClient({ cmd: 'puback', messageId, reasonCode: 0 }).toClient
    session.fromClient(connectPacket({ properties: { receiveMaximum: 1 } }))
    session.fromBroker({ cmd: 'connack', returnCode: 0, sessionPresent: false })
    expect(deliver(1)).toHaveLength(1)
    expect(deliver(2)).toEqual([])
    nowMs = 3_000
    expect(deliver(3)).toEqual([])
    nowMs = 4_000
    expect(acknowledge(1)).toMatchObject([{ cmd: 'publish', messageId: 3 }])
  })

  it('leave out what is larger than the client takes', async () => {
    const { say, heard } = await door.openRaw()
    say(connectPacket({ properties: { maximumPacketSize: 100 } }), subscribe)
    await vi.waitFor(() => expect(heard).toHaveLength(2))
    await door.broker.publish(COMMAND, 'x'.repeat(200))
    await door.broker.publish(COMMAND, 'small')
    await vi.waitFor(() => expect(published(heard).map(({ payload }) => `${payload}`)).toEqual(['small']))
  })

  it('cut a packet of more than 64 KiB off and let one just below through', async () => {
    const states = await door.collect(STATE)
    const client = await door.signIn('one')
    await client.publishAsync(STATE, 'x'.repeat(65_000), { qos: 1 })
    const { say, heard, ended } = await door.openRaw()
    say({ ...connectPacket(), ...{ clientId: 'two', username: 'two', password: Buffer.from('secret-two') } })
    await vi.waitFor(() => expect(heard).toHaveLength(1))
    say({
      cmd: 'publish',
      topic: 'senca/two/state',
      payload: 'x'.repeat(66_000),
      qos: 0,
      dup: false,
      retain: false,
    })
    await ended
    expect(states.map((text) => text.length)).toEqual([65_000])
  })

  it('cut off who reads nothing', async () => {
    const { socket, say, heard } = await door.openRaw()
    say(connectPacket(), {
      ...subscribe,
      subscriptions: [{ topic: COMMAND, qos: 0, nl: false, rap: false, rh: 0 }],
    })
    await vi.waitFor(() => expect(heard).toHaveLength(2))
    socket.pause()
    const flood = async () => {
      for (let count = 0; count < 400; count += 1) await door.broker.publish(COMMAND, 'x'.repeat(60_000))
    }
    await flood()
    await vi.waitFor(() => expect(door.presence).toEqual(['+one', '-one']), 9_000)
  }, 20_000)

  it.each([3, 4, 5] as const)('understand a sign-in that comes byte by byte (level %i)', async (level) => {
    const socket = door.connectTcp()
    door.keepSocket(socket)
    const packet: Packet = {
      ...connectPacket(),
      cmd: 'connect',
      clientId: 'one',
      protocolId: level === 3 ? 'MQIsdp' : 'MQTT',
      protocolVersion: level,
    }
    for (const byte of generate(packet, { protocolVersion: level })) {
      socket.write(Buffer.from([byte]))
      await new Promise((resolve) => setImmediate(resolve))
    }
    await vi.waitFor(() => expect(door.presence).toEqual(['+one']))
  })

  it('cut off who has not signed in after 10 seconds, whatever it has said', async () => {
    const begun = Date.now()
    const times = await Promise.all(
      [
        [],
        [0x10, 0x20, 0x00, 0x04, 0x4d],
        [0x10, 0x20, 0x00, 0x04, 0x4d, 0x51, 0x54, 0x54, 0x05],
        [0x10, 0x20, 0x00, 0x04, 0x4d, 0x51, 0x54, 0x54, 0x04],
      ].map(async (bytes) => {
        const { socket, ended } = await door.openRaw()
        socket.write(Buffer.from(bytes))
        await ended
        return Date.now() - begun
      }),
    )
    for (const time of times) {
      expect(time).toBeGreaterThan(9_000)
      expect(time).toBeLessThan(12_000)
    }
  }, 15_000)
})
