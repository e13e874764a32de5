// Checks that every language has all texts of the English version, with the same variables and the plural forms of its grammar,
// and that the texts are translated. Serbian Cyrillic and Latin must be the same, letter for letter.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readTexts } from './app-texts.mjs'
import { toLatin } from './serbian-script.mjs'

const folder = new URL('../../apps/web/src/i18n/locales/', import.meta.url)
const TAGS = {
  en: 'en',
  sl: 'sl',
  hr: 'hr',
  bs: 'bs',
  rs_latn: 'sr-Latn',
  rs_cyrl: 'sr-Cyrl',
  de: 'de',
  it: 'it',
}
const PLURAL = /_(zero|one|two|few|many|other)$/
/** A language may have a word of its own for nouns of one gender. */
const GENDER = /_masculine$/
const problems = []

const flatten = (texts, prefix = '') =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value]] : flatten(value, `${prefix}${key}.`),
  )

/** The texts that all pages share are in the folder itself, those of a part of the app in a subfolder with its name. */
const places = [
  folder,
  ...readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => new URL(`${name}/`, folder)),
]

function read(name) {
  const texts = new Map()
  for (const place of places) {
    const file = new URL(name, place)
    if (!existsSync(file)) {
      problems.push(`${fileURLToPath(file)}: missing`)
      continue
    }
    for (const [key, text] of flatten(JSON.parse(readFileSync(file, 'utf8')))) {
      if (texts.has(key)) problems.push(`${name}: ${key} is in two files`)
      texts.set(key, text)
    }
  }
  return texts
}

const variables = (text) =>
  [...text.matchAll(/\{\{-?\s*([\w.]+)[^}]*\}\}|<\/?(\w+)>/g)].map((m) => m[1] ?? `<${m[2]}>`).sort()

/** The keys that a language needs, derived from English: plural keys get the plural forms of that language. */
function expectedKeys(english, tag) {
  const forms = new Intl.PluralRules(tag).resolvedOptions().pluralCategories
  const keys = new Set()
  for (const key of english.keys()) {
    if (PLURAL.test(key)) for (const form of forms) keys.add(key.replace(PLURAL, `_${form}`))
    else keys.add(key)
  }
  return keys
}

/**
 * Words that are the same in a language as in English, by key or by text. The list is next to the texts and is reviewed by
 * people.
 */
const sameFile = new URL('same-as-english.json', folder)
const allowed = existsSync(sameFile) ? JSON.parse(readFileSync(sameFile, 'utf8')) : {}

const english = read('en.json')
if (english.size === 0) problems.push('en.json has no texts')
for (const [language, tag] of Object.entries(TAGS)) {
  if (language === 'en') continue
  const own = read(`${language}.json`)
  if (own.size === 0) continue
  const expected = expectedKeys(english, tag)
  for (const key of expected) if (!own.has(key)) problems.push(`${language}: lacks ${key}`)
  for (const key of own.keys())
    if (!expected.has(key.replace(GENDER, ''))) problems.push(`${language}: ${key} is not in English`)
  for (const [key, text] of own) {
    const source = english.get(key) ?? english.get(key.replace(PLURAL, '_other'))
    if (source === undefined) continue
    if (text.trim() === '' && source.trim() !== '') problems.push(`${language}: ${key} is empty`)
    const missing = variables(source).filter((name) => !variables(text).includes(name) && name !== 'count')
    const foreign = variables(text).filter((name) => !variables(source).includes(name))
    if (missing.length + foreign.length > 0)
      problems.push(`${language}: ${key} has other variables than English`)
    const excused = allowed['*']?.includes(source) || allowed[language]?.includes(source)
    if (text === source && /\p{L}{2}/u.test(text.replace(/\{\{[^}]*\}\}/g, '')) && !excused) {
      problems.push(`${language}: ${key} is the same as in English: ${text}`)
    }
  }
}
const texts = await readTexts()
const latinAt = new Map(
  texts.filter(({ language }) => language === 'rs_latn').map(({ key, text }) => [key, text]),
)
for (const { key, text } of texts.filter(({ language }) => language === 'rs_cyrl')) {
  const other = latinAt.get(key)
  if (other !== undefined && toLatin(text) !== other) {
    problems.push(`rs_latn and rs_cyrl differ at ${key}: “${other}” and “${text}”`)
  }
}

// A text of another module has the same variables in every language, and those that say the same thing are the same.
const VARIABLE = /\{\{\w+\}\}|\{\w+\}/g
const variablesIn = (text) => [...new Set(text.match(VARIABLE) ?? [])].sort().join()
const textAt = new Map(texts.map(({ language, key, text }) => [`${language} ${key}`, text]))
const SAME_TEXT = [
  [/^worker\.discreet$/, 'notification.push.discreet.body'],
  [/^defaultName\.(?!insect_screen|pergola)/, 'settings.kind.'],
]
for (const { language, file, key, text } of texts.filter((each) => !each.file.endsWith('.json'))) {
  const source = textAt.get(`en ${key}`)
  if (source === undefined) problems.push(`${file}: ${key} is not in English`)
  else if (variablesIn(source) !== variablesIn(text))
    problems.push(`${file}: ${key} has other variables than English: “${text}”`)
  for (const [pattern, other] of SAME_TEXT) {
    const same = pattern.test(key) ? textAt.get(`${language} ${key.replace(pattern, other)}`) : text
    if (same !== text)
      problems.push(`${file}: ${key} says “${text}”, and ${key.replace(pattern, other)} “${same}”`)
  }
}

// E-mails say the measurements and alarms in the words of the app.
const REASON = /^mail\.safety\.what\./
for (const { language, key, text } of texts.filter((each) => REASON.test(each.key))) {
  const name = key.replace(REASON, '')
  const measured = textAt.get(`${language} weather.measure.${name}`)
  const word = measured ?? textAt.get(`${language} weather.because.${name}`)
  const written =
    measured === undefined || language === 'de' ? word : word.slice(0, 1).toLowerCase() + word.slice(1)
  if (text !== written && text !== word)
    problems.push(`${language}: ${key} says “${text}”, and the app “${word}”`)
}

for (const problem of problems.slice(0, 60)) console.error(problem)
if (problems.length > 60) console.error(`… and ${problems.length - 60} more`)
if (problems.length > 0) process.exit(1)
console.log(
  `languages: ${Object.keys(TAGS).length} complete, ${english.size} texts (${fileURLToPath(folder).split('/').slice(-5, -1).join('/')})`,
)
