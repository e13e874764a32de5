import { describe, expect, it } from 'vitest'
import { createPacketMeter } from './mqtt-packet-meter.ts'

const accepts = (maxBytes: number, ...chunks: number[][]) => {
  const meter = createPacketMeter(maxBytes)
  return chunks.map((chunk) => meter(Uint8Array.from(chunk)))
}

describe('createPacketMeter', () => {
  it.each([
    ['an empty packet', 10, [[0xc0, 0]], [true]],
    ['a packet of just the limit', 3, [[0x30, 3, 1, 2, 3]], [true]],
    ['a packet over the limit', 3, [[0x30, 4]], [false]],
    ['two packets in one chunk', 3, [[0x30, 1, 9, 0x30, 4]], [false]],
    ['a packet over three chunks', 3, [[0x30], [3, 1], [2, 3, 0x30, 4]], [true, true, false]],
    ['a long length', 200, [[0x30, 0x80, 0x01]], [true]],
    ['a long length over the limit', 200, [[0x30, 0xc9, 0x01]], [false]],
    ['a length field without an end', 2 ** 40, [[0x30, 0x80, 0x80, 0x80, 0x80]], [false]],
  ])('measures %s', (_name, maxBytes, chunks, expected) => {
    expect(accepts(maxBytes, ...chunks)).toEqual(expected)
  })
})
