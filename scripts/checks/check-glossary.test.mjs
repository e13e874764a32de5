import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { glossaryProblems, parseGlossary } from './glossary.mjs'

const glossary = parseGlossary(
  readFileSync(join(import.meta.dirname, '../../docs/contributing/glossary.md'), 'utf8'),
)

/** The problems of a single text; missing keys of the glossary are ignored here. */
const problemsOf = (language, key, text) => {
  const texts = [{ language, file: `${language}.json`, key, text }]
  return glossaryProblems({ ...glossary, exceptions: [] }, texts).filter(
    (problem) => !problem.startsWith('docs/'),
  )
}

describe('a text with another word than the glossary', () => {
  it.each([
    [
      'en',
      'card.note',
      'The strike lock is open',
      'en.json: card.note says “strike lock”, wanted “magnet lock” (magnet lock)',
    ],
    ['en', 'login.note', 'Please sign in', 'en.json: login.note says “sign in”, wanted “log in” (log in)'],
    [
      'de',
      'door.note',
      'Der Tür\u00ADöffner',
      'de.json: door.note says “türöffner”, wanted “Magnetschloss” (magnet lock)',
    ],
    ['de', 'links.note', 'Geteilte Links', 'de.json: links.note says “geteilte” (shared link)'],
    [
      'sl',
      'door.note',
      'Luč na kljuki',
      'sl.json: door.note says “kljuki”, wanted “luč na ročaju” (handle light)',
    ],
    [
      'it',
      'card.note',
      'La serratura si è bloccata',
      'it.json: card.note says “si è bloccata”, wanted “inceppata” (jammed)',
    ],
    [
      'rs_cyrl',
      'login.note',
      'Унесите е-маил',
      'rs_cyrl.json: login.note says “e-mail”, wanted “имејл” (e-mail)',
    ],
    ['bs', 'mail.lead', 'Vaš nalog je spreman', 'bs.json: mail.lead says “nalog”, wanted “račun” (account)'],
  ])('%s, %s: %s', (language, key, text, problem) => {
    expect(problemsOf(language, key, text)).toEqual([problem])
  })
})

it.each([
  [
    'sl',
    'card.lockName.magnet',
    'Prijemnik',
    'sl.json: card.lockName.magnet says “Prijemnik”, wanted “električni prijemnik” (magnet lock)',
  ],
  [
    'it',
    'activity.what.milky',
    'Pellicola del vetro: bianca',
    'it.json: activity.what.milky says “Pellicola del vetro: bianca”, wanted “opalina” (milky)',
  ],
  [
    'hr',
    'linkForm.hoursNumber',
    'i još {{count}} puta',
    'hr.json: linkForm.hoursNumber says “i još {{count}} puta”, wanted “termin” (time slot)',
  ],
])('a text without the word of its term, in %s at %s: %s', (language, key, text, problem) => {
  expect(problemsOf(language, key, text)).toEqual([problem])
})

it.each([
  ['an inflected word', 'sl', 'doorSettings.lockType.title', 'Način odklepanja električnega prijemnika'],
  ['a shortened word', 'sl', 'card.lockName.magnet', 'El. prijemnik'],
  ['a word with soft hyphens', 'de', 'card.foil', 'Sicht\u00ADschutz\u00ADfolie: {{state}}'],
  ['a word inside of another', 'de', 'settings.note', 'Einstellungen'],
  ['a variable', 'en', 'links.note', '{{email}}'],
])('%s is no problem', (_name, language, key, text) => {
  expect(problemsOf(language, key, text)).toEqual([])
})

describe('the glossary itself', () => {
  const terms = [glossary.terms.find(({ term }) => term === 'magnet lock')]
  const [words] = terms.map((one) => one.words)

  it('names texts that there are', () => {
    expect(glossaryProblems({ terms, avoided: [], exceptions: [] }, [])[0]).toBe(
      'docs/contributing/glossary.md: magnet lock: there is no text card.lockName.magnet',
    )
  })

  it('has the same Serbian word in both scripts', () => {
    const other = { term: 'x', keys: [], words: { ...words, rs_cyrl: { word: 'магнет', stems: [] } } }
    expect(glossaryProblems({ terms: [other], avoided: [], exceptions: [] }, [])).toEqual([
      'docs/contributing/glossary.md: x: “магнет” is not “električni prihvatnik” in Cyrillic letters',
    ])
  })

  it('has no exception that is not needed', () => {
    const exceptions = [{ key: 'a', language: 'en', word: 'email' }]
    const text = { language: 'en', file: 'en.json', key: 'a', text: 'E-mail is invalid' }
    expect(glossaryProblems({ terms: [], avoided: glossary.avoided, exceptions }, [text])).toEqual([
      'docs/contributing/glossary.md: the exception for a (en) is not needed',
    ])
  })

  it('is refused with a row that lacks a cell', () => {
    const markdown = readFileSync(join(import.meta.dirname, '../../docs/contributing/glossary.md'), 'utf8')
    expect(() => parseGlossary(markdown.replace('| `louvre` |', '|'))).toThrow('7 cells: | louver |')
  })
})
