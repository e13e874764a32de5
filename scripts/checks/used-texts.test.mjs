import { expect, it } from 'vitest'
import { unusedTexts } from './used-texts.mjs'

const source = (text, file = 'page.tsx') => ({ file, text })

it.each([
  ['whole', "t('page.home')"],
  ['as a part of a template', `const home = 'home'\nt(\`page.\${name}\`)`],
  ['as a name that fills a template', `const words = { home: 1 }\nt(\`page.\${name}\`)`],
  ['behind what a template fills in', `const part = 'page'\nt(\`\${part}.home\`)`],
])('a text is used if a source has its key %s', (_, text) => {
  expect(unusedTexts(['page.home'], [source(text)])).toEqual([])
})

it.each([
  ['no source has its key', "t('page.menu')"],
  ['only a comment has it', "// t('page.home')"],
  ['a template matches it, but nothing fills it in', `const name = 'menu'\nt(\`page.\${name}\`)`],
])('a text is not used if %s', (_, text) => {
  expect(unusedTexts(['page.home'], [source(text)])).toEqual(['page.home'])
})

it('plural forms and those of a gender are used by the key without them', () => {
  const keys = ['home.devices_one', 'home.devices_other', 'card.word.open_masculine']
  expect(
    unusedTexts(keys, [source("t('home.devices', { count })\nt('card.word.open', { context })")]),
  ).toEqual([])
})
