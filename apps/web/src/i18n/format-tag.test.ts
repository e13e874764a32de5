import { expect, it } from 'vitest'
import { formatTag } from './format-tag.ts'

it.each([
  ['en', ['sl-SI', 'en-GB'], 'en-GB'],
  ['en', ['de-AT'], 'en'],
  ['de', ['de-AT', 'de-DE'], 'de-AT'],
  ['rs_cyrl', ['sr-RS'], 'sr-RS'],
  ['rs_latn', ['sr-RS', 'sr-Latn-RS'], 'sr-Latn-RS'],
  ['rs_latn', ['sh'], 'sr-Latn'],
  ['rs_cyrl', [], 'sr-Cyrl'],
  ['bs', [], 'sr-Latn-BA'],
  ['bs', ['bs-BA', 'bs'], 'sr-Latn-BA'],
] as const)('%s in a browser of %j is written as %s', (language, browser, tag) => {
  expect(formatTag(language, browser)).toBe(tag)
})
