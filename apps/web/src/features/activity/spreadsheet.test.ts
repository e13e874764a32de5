import { expect, it } from 'vitest'
import { spreadsheetText } from './spreadsheet.ts'

const CSV = 'time,device,note\r\n2026-06-21,"Blind, ""south""",a;b\r\n2026-06-22,,\r\n'

it.each(['de', 'it', 'sl', 'hr', 'sr-Latn', 'sr-Cyrl', 'sr-Latn-BA'])('has semicolons in %s', (tag) => {
  expect(spreadsheetText(CSV, tag)).toBe(
    '\ufefftime;device;note\r\n2026-06-21;"Blind, ""south""";"a;b"\r\n2026-06-22;;\r\n',
  )
})

it('has commas in English, and the mark of UTF-8', () => {
  expect(spreadsheetText(CSV, 'en')).toBe(`\ufeff${CSV}`)
})
