import { generate } from 'mqtt-packet'
import { expect, it } from 'vitest'
import { encodePublish } from './publish-packet.ts'

const message = { topic: 'senca/šelestenje/command', payload: '{"é":1}', qos: 1, messageId: 65_535 } as const

const expectSameAs = (packet: Parameters<typeof encodePublish>[0]) => {
  const expected = generate({ ...packet, cmd: 'publish', retain: false, dup: false })
  expect(encodePublish(packet).equals(expected)).toBe(true)
}

it.each([0, 1] as const)('a packet with QoS %i has the bytes that the library gives it', (qos) => {
  expectSameAs({ ...message, qos })
})

it.each([0, 100, 127, 128, 16_383, 16_384, 60_000])('so has a packet of %i characters', (length) => {
  expectSameAs({ ...message, payload: 'x'.repeat(length) })
})
