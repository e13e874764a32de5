import { connectAsync } from 'mqtt'
import { generate, type IConnectPacket } from 'mqtt-packet'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { closed, startGuardedBroker } from '#testing/doubles/guarded-broker.ts'

let home: Awaited<ReturnType<typeof startGuardedBroker>>
beforeEach(async () => {
  home = await startGuardedBroker()
  return home.stop
})

const connectPacket = (more: Partial<IConnectPacket> = {}): IConnectPacket => ({
  cmd: 'connect',
  protocolId: more.protocolVersion === 3 ? 'MQIsdp' : 'MQTT',
  clientId: 'one',
  clean: true,
  keepalive: 60,
  username: 'one',
  password: Buffer.from('secret-one'),
  ...more,
})

describe('bounds', () => {
  it('[DP1] refuses MQTT 5 with the reason of MQTT 5', async () => {
    const refusal = connectAsync(home.url, home.optionsOf('one', { protocolVersion: 5 }))
    await expect(refusal).rejects.toMatchObject({ code: 0x84 })
    expect(home.presence).toEqual([])
    await home.signIn('one', { protocolVersion: 4 })
  })

  it.each([3, 4] as const)(
    '[DP1] understands a sign-in that comes byte by byte (level %i)',
    async (protocolVersion) => {
      const socket = home.openRaw()
      for (const byte of generate(connectPacket({ protocolVersion }), { protocolVersion })) {
        socket.write(Buffer.from([byte]))
        await new Promise((resolve) => setImmediate(resolve))
      }
      await vi.waitFor(() => expect(home.presence).toEqual(['+one']))
    },
  )

  it('closes a connection that has not signed in after 10 seconds, whatever it has sent', async () => {
    const begun = Date.now()
    const times = await Promise.all(
      [[], [0x10, 0x20, 0x00, 0x04, 0x4d], [0x10, 0x20, 0x00, 0x04, 0x4d, 0x51, 0x54, 0x54, 0x04]].map(
        async (bytes) => {
          const socket = home.openRaw()
          const ended = new Promise((resolve) => socket.once('close', resolve))
          socket.write(Buffer.from(bytes))
          await ended
          return Date.now() - begun
        },
      ),
    )
    for (const time of times) expect(time).toBeGreaterThan(9_000)
    expect(home.presence).toEqual([])
  }, 240_000)

  it('ends a connection that sends noise, of every kind, and goes on', async () => {
    let seed = 7
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return seed % below
    }
    for (let round = 0; round < 60; round += 1) {
      const socket = home.openRaw()
      const ended = new Promise((resolve) => socket.once('close', resolve))
      socket.resume()
      const body = Array.from({ length: 4 + random(60) }, () => random(256))
      const noise = Buffer.from([(1 + random(15)) * 16 + random(16), body.length, ...body])
      socket.end(Buffer.concat([generate(connectPacket()), noise]))
      await ended
    }
    await home.signIn('two')
  })

  it('cuts a packet of more than 64 KiB off and lets one just below through', async () => {
    const { received } = await home.collect('senca/one/state')
    const client = await home.signIn('one')
    await client.publishAsync('senca/one/state', 'x'.repeat(65_000), { qos: 1 })
    const ended = closed(client)
    client.publish('senca/one/state', 'x'.repeat(66_000), { qos: 0 })
    await ended
    expect(received.map(({ text }) => text.length)).toEqual([65_000])
  })

  it('closes a connection that announces a huge first packet', async () => {
    const socket = home.openRaw()
    const ended = new Promise((resolve) => socket.once('close', resolve))
    socket.write(Buffer.from([0x10, 0xff, 0xff, 0xff, 0x7f]))
    await ended
    expect(home.presence).toEqual([])
  })

  it('ends a connection on request, its last will being published', async () => {
    const { received } = await home.collect('senca/one/status')
    const will = { topic: 'senca/one/status', payload: Buffer.from('gone'), qos: 1 as const, retain: true }
    const client = await home.signIn('one', { will })
    await vi.waitFor(() => expect(home.presence).toEqual(['+one']))
    const ended = closed(client)
    home.broker.disconnect('one')
    await ended
    await vi.waitFor(() => expect(received.map(({ text }) => text)).toEqual(['gone']))
    await vi.waitFor(() => expect(home.presence).toEqual(['+one', '-one']))
  })
})
