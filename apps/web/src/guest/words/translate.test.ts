import { GUEST_LANGUAGE_CODES, LANGUAGES } from '@senca/contract'
import i18next from 'i18next'
import { describe, expect, it } from 'vitest'
import type { TextTree } from './translate.ts'
import { translator } from './translate.ts'

const texts = import.meta.glob<TextTree>('./texts/*.ts', { import: 'texts', eager: true })

function textsOf(tree: TextTree, path = ''): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[path + key, value]] : textsOf(value, `${path}${key}.`),
  )
}

describe.each(GUEST_LANGUAGE_CODES)('in %s', (code) => {
  const { tag } = LANGUAGES[code]
  const tree = texts[`./texts/${code}.ts`] ?? {}

  it('every text equals that of i18next', async () => {
    const i18n = i18next.createInstance()
    await i18n.init({
      lng: tag,
      resources: { [tag]: { translation: tree } },
      interpolation: { escapeValue: false },
    })
    const say = translator(tree, tag)
    const texts = textsOf(tree)
    expect(texts.length).toBeGreaterThan(100)
    for (const [key, text] of texts) {
      const variables = [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => [name, `<${name}>`])
      const values = Object.fromEntries(variables)
      expect([key, say(key, values)]).toEqual([key, i18n.t(key, { ...values, defaultValue: 'missing' })])
    }
  })
})

describe('a text', () => {
  const say = translator(
    { bag_one: '{{count}} vreča', bag_two: '{{count}} vreči', bag_other: '{{count}} vreč' },
    'sl',
  )

  it('takes the plural form of its language', () => {
    expect([1, 2, 5, 101].map((count) => say('bag', { count }))).toEqual([
      '1 vreča',
      '2 vreči',
      '5 vreč',
      '101 vreča',
    ])
  })

  it('that is missing is its key', () => {
    expect(say('no.such.text')).toBe('no.such.text')
  })
})
