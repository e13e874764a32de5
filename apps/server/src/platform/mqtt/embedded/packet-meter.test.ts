import { describe, expect, it } from 'vitest'
import { createPacketMeter } from './packet-meter.ts'

const measure = (maxBytes: number, ...chunks: number[][]) => {
  const meter = createPacketMeter({ maxBytes, maxFiltersBytes: 8_192 })
  return chunks.map((chunk) => meter(Uint8Array.from(chunk), Number.POSITIVE_INFINITY).isTooLarge)
}

describe('createPacketMeter', () => {
  it.each([
    ['an empty packet', 10, [[0xc0, 0]], [false]],
    ['a packet of just the limit', 3, [[0x30, 3, 1, 2, 3]], [false]],
    ['a packet over the limit', 3, [[0x30, 4]], [true]],
    ['two packets in one chunk', 3, [[0x30, 1, 9, 0x30, 4]], [true]],
    ['a packet over three chunks', 3, [[0x30], [3, 1], [2, 3, 0x30, 4]], [false, false, true]],
    ['a long length', 200, [[0x30, 0x80, 0x01]], [false]],
    ['a long length over the limit', 200, [[0x30, 0xc9, 0x01]], [true]],
    ['filters of 8 KiB', 65_536, [[0x82, 0x80, 0x40]], [false]],
    ['filters of more than 8 KiB', 65_536, [[0x82, 0x81, 0x40]], [true]],
    ['filters to end of more than 8 KiB', 65_536, [[0xa2, 0x81, 0x40]], [true]],
    ['a length field without an end', 2 ** 40, [[0x30, 0x80, 0x80, 0x80, 0x80]], [true]],
  ])('measures %s', (_name, maxBytes, chunks, expected) => {
    expect(measure(maxBytes, ...chunks)).toEqual(expected)
  })

  it('counts a packet with filters once more for every 64 bytes', () => {
    const meter = createPacketMeter({ maxBytes: 65_536, maxFiltersBytes: 8_192 })
    expect(meter(Uint8Array.from([0x82, 60, ...new Array<number>(60).fill(0)]), 10).packets).toBe(1)
    expect(meter(Uint8Array.from([0x82, 0x80, 0x40]), 10).packets).toBe(129)
  })

  it.each<[string, number, number[][], { length: number; packets: number }[]]>([
    ['all of them', 3, [[0xc0, 0, 0x30, 1, 9]], [{ length: 5, packets: 2 }]],
    ['one of two', 1, [[0xc0, 0, 0x30, 1, 9]], [{ length: 2, packets: 1 }]],
    ['none', 0, [[0xc0, 0]], [{ length: 0, packets: 0 }]],
    [
      'the rest of one that has begun',
      1,
      [
        [0x30, 3, 1],
        [2, 3, 0xc0, 0, 0xc0, 0],
      ],
      [
        { length: 3, packets: 1 },
        { length: 4, packets: 1 },
      ],
    ],
  ])('stops before the first packet beyond so many: %s', (_name, maxPackets, chunks, expected) => {
    const meter = createPacketMeter({ maxBytes: 100, maxFiltersBytes: 8_192 })
    const passed = chunks.map((chunk) => meter(Uint8Array.from(chunk), maxPackets))
    expect(passed).toEqual(expected.map((each) => ({ ...each, isTooLarge: false })))
  })
})
