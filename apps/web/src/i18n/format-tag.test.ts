import { afterEach, expect, it, vi } from 'vitest'
import { BOSNIAN_FALLBACK, formatTag } from './format-tag.ts'

it.each([
  ['en', ['sl-SI', 'en-GB'], 'en-GB'],
  ['en', ['de-AT'], 'en'],
  ['de', ['de-AT', 'de-DE'], 'de-AT'],
  ['rs_cyrl', ['sr-RS'], 'sr-RS'],
  ['rs_latn', ['sr-RS', 'sr-Latn-RS'], 'sr-Latn-RS'],
  ['rs_latn', ['sh'], 'sr-Latn'],
  ['rs_cyrl', [], 'sr-Cyrl'],
  ['bs', [], 'bs'],
  ['bs', ['bs-Cyrl', 'bs-BA'], 'bs'],
] as const)('%s in a browser of %j is written as %s', (language, browser, tag) => {
  expect(formatTag(language, browser)).toBe(tag)
})

afterEach(() => {
  vi.restoreAllMocks()
})

it('bs is written as Serbian in Bosnia by a browser that has no Bosnian', () => {
  vi.spyOn(Intl.DateTimeFormat, 'supportedLocalesOf').mockReturnValue([])
  expect(formatTag('bs', ['bs-BA', 'bs'])).toBe(BOSNIAN_FALLBACK)
})

it('bs is written as Serbian in Bosnia by a browser that lists Bosnian without its names', () => {
  const nameless: { format: unknown } = Intl.DateTimeFormat.prototype
  vi.spyOn(nameless, 'format', 'get').mockReturnValue(() => 'M01')
  expect(formatTag('bs', [])).toBe(BOSNIAN_FALLBACK)
})
