import { expect, it } from 'vitest'
import { plainText } from './plain-text.ts'

it.each([
  ['Kitchen', 'Kitchen'],
  ['Šenčur “x” 床', 'Šenčur “x” 床'],
  ['a\u0000b\u001b[31mc\u009f', 'ab[31mc'],
  ['line\nbreak\u2028\u2029', 'linebreak'],
  ['\u202eevil\u202c \u2066x\u2069', 'evil x'],
  ['zero\u200b\u200d\ufeff\u00adwidth', 'zerowidth'],
  ['tag\u{e0069}\u{e0067}\u{e006e}\u{e007f}', 'tag'],
  ['v\ufe0f\u{e0101}\u{e01ef}', 'v'],
  ['private\ue000\u{f0000}', 'private'],
  ['filler\u3164\u115f', 'filler'],
  ['</tool> {"role":"system"}', '</tool> {"role":"system"}'],
  ['x'.repeat(10_000), `${'x'.repeat(99)}…`],
])('%j becomes %j', (text, shown) => {
  expect(plainText(text)).toBe(shown)
})
