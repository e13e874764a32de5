import { describe, expect, it } from 'vitest'
import { deviceNameSchema, nameKeyOf } from './names.ts'

describe('device names', () => {
  it.each([
    ['Living room', 'Living room'],
    ['  Dnevna soba  ', 'Dnevna soba'],
    ['Улазна врата', 'Улазна врата'],
    ['Front  door', 'Front door'],
    [`Front${' '.repeat(30)}door`, 'Front door'],
    ['Front\u00a0\u3000 door', 'Front door'],
    ['č'.normalize('NFD').repeat(20), 'č'.repeat(20)],
    ['🪟'.repeat(20), '🪟'.repeat(20)],
    ['👩‍🔧', '👩‍🔧'],
    ['❤\ufe0f lamp', '❤\ufe0f lamp'],
    ['🏴󠁧󠁢󠁥󠁮󠁧󠁿 lamp', '🏴󠁧󠁢󠁥󠁮󠁧󠁿 lamp'],
    ['می\u200cخواهم', 'می\u200cخواهم'],
  ])('%o is kept as %o', (given, name) => expect(deviceNameSchema.parse(given)).toBe(name))

  it.each([
    ['a zero-width space', '\u200b'],
    ['a byte order mark', '\ufeff'],
    ['a word joiner', '\u2060'],
    ['a soft hyphen', '\u00ad'],
    ['a mark of direction', '\u200f'],
    ['an override of direction', '\u202e'],
    ['an isolate', '\u2067'],
    ['a line separator', '\u2028'],
    ['a filler', '\u3164'],
    ['a tag without a flag', '\u{e0041}'],
  ])('%s inside is refused', (_name, unseen) => {
    expect(deviceNameSchema.safeParse(`Kit${unseen}chen`).success).toBe(false)
  })

  it.each(['', '   ', 'x'.repeat(21), 'two\nlines', 'bell\u0007', '\u200b', '\u2800 \u3164', '\u202e\u2060'])(
    '%o is refused',
    (given) => {
      expect(deviceNameSchema.safeParse(given).success).toBe(false)
    },
  )
})

describe('names as they are compared', () => {
  it.each([
    ['Straße', 'STRASSE'],
    ['İstanbul', 'istanbul'],
    ['ΟΔΟΣ', 'οδος'],
    ['οδοσ', 'οδος'],
    ['ſofa', 'Sofa'],
    ['Kitchen', 'kitchen'],
    ['Front  door', 'front door'],
    ['Front\u00a0 door', 'Front door'],
    ['ﬁlm', 'Film'],
    ['Kit\u200dchen', 'Kitchen'],
    ['č'.normalize('NFD'), 'Č'],
    ['улаз', 'УЛАЗ'],
  ])('%o and %o are one', (one, other) => expect(nameKeyOf(one)).toBe(nameKeyOf(other)))

  it.each([
    ['Küche', 'Kuche'],
    ['Soba 1', 'Soba 2'],
    ['šipka', 'sipka'],
  ])('%o and %o are two', (one, other) => expect(nameKeyOf(one)).not.toBe(nameKeyOf(other)))
})
