import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { SKY_LOOPS } from './sky-loops.ts'

const FOLDER = new URL('sky-loops/', import.meta.url)
const NAMES = ['dawn', 'day', 'dusk', 'night', 'night-open']
const SECONDS = 16

const read = (name: string, ending: string): Buffer => readFileSync(new URL(`${name}.${ending}`, FOLDER))

/** The boxes of an MP4 file, or of one of its boxes, in their order. */
function boxesOf(bytes: Buffer): { type: string; body: Buffer }[] {
  const boxes = []
  for (let at = 0; at + 8 <= bytes.length; at += bytes.readUInt32BE(at)) {
    const size = bytes.readUInt32BE(at)
    if (size < 8) throw new Error(`A box of ${size} bytes at ${at}`)
    boxes.push({ type: bytes.toString('latin1', at + 4, at + 8), body: bytes.subarray(at + 8, at + size) })
  }
  return boxes
}

function boxOf(bytes: Buffer, type: string): Buffer {
  const found = boxesOf(bytes).find((box) => box.type === type)
  if (!found) throw new Error(`No box ${type}`)
  return found.body
}

/** The value of a variable-length EBML number and its length in bytes; an id keeps its marker. */
function numberAt(bytes: Buffer, at: number, keepsMarker: boolean): { value: number; length: number } {
  const first = bytes[at] ?? 0
  const length = Math.clz32(first) - 23
  let value = keepsMarker ? first : first & (0xff >> length)
  for (let index = 1; index < length; index++) value = value * 256 + (bytes[at + index] ?? 0)
  return { value, length }
}

/** The first element with this id in the EBML data `bytes`. */
function elementOf(bytes: Buffer, wanted: number): Buffer {
  for (let at = 0; at < bytes.length; ) {
    const id = numberAt(bytes, at, true)
    const size = numberAt(bytes, at + id.length, false)
    const start = at + id.length + size.length
    if (id.value === wanted) return bytes.subarray(start, start + size.value)
    at = start + size.value
  }
  throw new Error(`No element ${wanted.toString(16)}`)
}

const EBML = {
  segment: 0x18538067,
  info: 0x1549a966,
  scale: 0x2ad7b1,
  duration: 0x4489,
  tracks: 0x1654ae6b,
  entry: 0xae,
  codec: 0x86,
} as const

test('every loop that a page can ask for is there, and nothing else', () => {
  const asked = Object.values(SKY_LOOPS).flatMap((loops) => Object.values(loops))
  expect(new Set(asked.map(({ name }) => name))).toEqual(new Set(NAMES))
  for (const { name, webm, mp4, still } of asked) {
    expect([webm, mp4, still].map((address) => address.split('/').at(-1))).toEqual([
      `${name}.webm`,
      `${name}.mp4`,
      `${name}.webp`,
    ])
  }
  const files = NAMES.flatMap((name) => [`${name}.mp4`, `${name}.webm`, `${name}.webp`])
  expect(readdirSync(FOLDER).sort()).toEqual(files.sort())
})

describe.each(NAMES)('the loop of %s', (name) => {
  test('is light', () => {
    expect(read(name, 'webm').length).toBeLessThanOrEqual(120_000)
    expect(read(name, 'mp4').length).toBeLessThanOrEqual(180_000)
    expect(read(name, 'webp').length).toBeLessThanOrEqual(12_000)
  })

  test('is VP9 of its length in WebM', () => {
    const segment = elementOf(read(name, 'webm'), EBML.segment)
    const info = elementOf(segment, EBML.info)
    const duration = elementOf(info, EBML.duration)
    const units = duration.length === 8 ? duration.readDoubleBE() : duration.readFloatBE()
    const seconds = (units * elementOf(info, EBML.scale).readUIntBE(0, 3)) / 1e9
    expect(seconds).toBeCloseTo(SECONDS, 1)
    const track = elementOf(elementOf(segment, EBML.tracks), EBML.entry)
    expect(elementOf(track, EBML.codec).toString('latin1')).toBe('V_VP9')
  })

  test('is H.264 of its length in MP4, ready to play before it is whole', () => {
    const file = read(name, 'mp4')
    const order = boxesOf(file).map(({ type }) => type)
    expect(order.indexOf('moov')).toBeLessThan(order.indexOf('mdat'))
    const movie = boxOf(file, 'moov')
    const header = boxOf(movie, 'mvhd')
    expect(header.readUInt32BE(16) / header.readUInt32BE(12)).toBeCloseTo(SECONDS, 1)
    expect(movie.includes('avc1')).toBe(true)
    expect(movie.includes('soun')).toBe(false)
  })

  test('has a still of its size', () => {
    const still = read(name, 'webp')
    expect(still.toString('latin1', 8, 15)).toBe('WEBPVP8')
    expect([still.readUInt16LE(26), still.readUInt16LE(28)]).toEqual([960, 720])
  })
})
