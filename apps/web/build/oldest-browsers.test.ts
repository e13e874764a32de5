// @vitest-environment happy-dom
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { oldBrowserScript } from './oldest-browsers.ts'

const NEW = { toSorted: true, colorMix: true, importMaps: true }

/** Runs the script in a browser that speaks these languages and has these functions. Returns what the page says. */
function messageIn(languages: readonly string[], has: typeof NEW): string | null {
  const run = new Function('navigator', 'Array', 'CSS', 'HTMLScriptElement', oldBrowserScript())
  run(
    { languages },
    { prototype: has.toSorted ? { toSorted: true } : {} },
    { supports: () => has.colorMix },
    has.importMaps ? { supports: () => true } : {},
  )
  return document.body.querySelector('[role="alert"]')?.textContent ?? null
}

beforeEach(() => {
  document.body.innerHTML = '<div id="root"></div>'
})

it('says nothing in a browser that is new enough', () => {
  expect(messageIn(['en'], NEW)).toBeNull()
})

it.each(['toSorted', 'colorMix', 'importMaps'] as const)('speaks where %s is missing', (missing) => {
  expect(messageIn(['en'], { ...NEW, [missing]: false })).toContain('This browser is too old for Senca')
})

it.each([
  ['en-GB', 'This browser'],
  ['sl', 'Ta brskalnik'],
  ['hr-HR', 'Ovaj je preglednik'],
  ['bs', 'Ovaj preglednik'],
  ['sr-Latn-RS', 'Ovaj pregledač'],
  ['sr', 'Овај прегледач'],
  ['de-AT', 'Dieser Browser'],
  ['it', 'Questo browser'],
  ['fr', 'This browser'],
])('speaks the language %s', (language, words) => {
  expect(messageIn(['fi', language], { ...NEW, toSorted: false })).toContain(words)
})

it('names the browsers that the README names', () => {
  const readme = readFileSync(join(import.meta.dirname, '../../../README.md'), 'utf8')
  const named = /: (Safari [^:]+) or newer\.$/.exec(messageIn(['en'], { ...NEW, toSorted: false }) ?? '')?.[1]
  expect(named).toBeDefined()
  expect(readme).toContain(named)
})
