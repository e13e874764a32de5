import { describe, expect, it } from 'vitest'
import { IMPROV_COMMANDS, readFrame, writeFrame } from './frames.ts'

const bytes = (text: string) => new Uint8Array(text.split(' ').map((byte) => Number.parseInt(byte, 16)))

describe('a frame', () => {
  it('is command, length, texts with their lengths, and the sum of it all [DP45]', () => {
    expect(writeFrame({ command: IMPROV_COMMANDS.wifi, texts: ['Home', 'pä'] })).toEqual(
      bytes('01 09 04 48 6f 6d 65 03 70 c3 a4 71'),
    )
    expect(writeFrame({ command: IMPROV_COMMANDS.scan, texts: [] })).toEqual(bytes('04 00 04'))
  })

  it('is read as it was written', () => {
    for (const frame of [
      { command: 0xf0, texts: ['ABCD-EFGH', 'senca.example.org', '8883', '1'] },
      { command: 0x04, texts: [] },
      { command: 0x04, texts: ['Dom 🏠', '-61', 'YES'] },
    ])
      expect(readFrame(writeFrame(frame))).toEqual(frame)
  })

  it.each([
    ['nothing', ''],
    ['a wrong sum', '04 00 05'],
    ['cut off', '01 09 04 48'],
    ['with more behind it', '04 00 04 00'],
    ['a text that is longer than the frame', '04 02 09 41 50'],
  ])('is nothing where it is %s', (_what, text) => {
    expect(readFrame(text === '' ? new Uint8Array() : bytes(text))).toBeNull()
  })

  it('holds no more than a length can say', () => {
    expect(writeFrame({ command: 0xf0, texts: ['a'.repeat(254)] })).toHaveLength(258)
    expect(() => writeFrame({ command: 0xf0, texts: ['a'.repeat(255)] })).toThrow(RangeError)
  })
})
