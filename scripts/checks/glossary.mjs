// Parses docs/contributing/glossary.md and checks the texts of the app against it.
import { toLatin } from './serbian-script.mjs'

/** The columns of the tables by their headings. Words to avoid are listed once for both Serbian scripts. */
const TERM_COLUMNS = [
  'term',
  'en',
  'sl',
  'hr',
  'bs',
  'sr, Latin',
  'sr, Cyrillic',
  'de',
  'it',
  'texts that must have it',
]
const AVOID_COLUMNS = ['term', 'en', 'sl', 'hr', 'bs', 'sr', 'de', 'it']
const EXCEPTION_COLUMNS = ['text', 'language', 'word', 'why']
const LANGUAGE_BY_COLUMN = { 'sr, Latin': 'rs_latn', 'sr, Cyrillic': 'rs_cyrl', sr: 'rs_latn' }
const PLURAL = /_(zero|one|two|few|many|other)$/

const cellsOf = (line) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
const quoted = (cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, word]) => word)

/** The tables of a Markdown text; each row is an object with the column headings as keys. */
function tablesOf(markdown) {
  const tables = []
  let table = null
  for (const line of markdown.split('\n')) {
    if (!line.startsWith('|')) table = null
    else if (table === null) {
      table = { columns: cellsOf(line), rows: [] }
      tables.push(table)
    } else if (!/^\|[-| ]+\|$/.test(line)) {
      const cells = cellsOf(line)
      if (cells.length !== table.columns.length)
        throw new Error(`docs/contributing/glossary.md: ${cells.length} cells: ${line}`)
      table.rows.push(Object.fromEntries(table.columns.map((column, at) => [column, cells[at]])))
    }
  }
  return tables
}

const isTable = (columns) => (table) => table.columns.join() === columns.join()

/** A cell contains a word and, in backticks, the stems that match its inflected or abbreviated forms. */
function wordOf(cell) {
  const word = cell.replace(/\(?`[^`]+`,?\s*\)?/g, '').trim()
  const stems = quoted(cell)
  return { word, stems: stems.length > 0 ? stems : [word] }
}

/** Returns `{ terms, avoided, exceptions }` from the Markdown of docs/contributing/glossary.md. */
export function parseGlossary(markdown) {
  const tables = tablesOf(markdown)
  const rows = (columns) => tables.filter(isTable(columns)).flatMap((table) => table.rows)
  const terms = rows(TERM_COLUMNS).map((row) => ({
    term: row.term,
    keys: quoted(row['texts that must have it']),
    words: Object.fromEntries(
      TERM_COLUMNS.slice(1, -1).map((column) => [LANGUAGE_BY_COLUMN[column] ?? column, wordOf(row[column])]),
    ),
  }))
  const avoided = rows(AVOID_COLUMNS).map((row) => ({
    term: row.term,
    words: Object.fromEntries(
      AVOID_COLUMNS.slice(1).map((column) => [LANGUAGE_BY_COLUMN[column] ?? column, quoted(row[column])]),
    ),
  }))
  const exceptions = rows(EXCEPTION_COLUMNS).map((row) => ({
    key: quoted(row.text)[0],
    language: row.language,
    word: quoted(row.word)[0],
  }))
  if (terms.length === 0 || avoided.length === 0)
    throw new Error('docs/contributing/glossary.md: a table is missing')
  return { terms, avoided, exceptions }
}

const plain = (text) =>
  text
    .replace(/\{\{[^}]*\}\}|<[^>]*>/g, ' ')
    .replace(/\u00AD/g, '')
    .replace(/\u2011/g, '-')
    .replace(/\s+/g, ' ')
    .toLowerCase()

/** The words of a text that begin with a stem; a stem that ends with `$` matches only the whole word. */
function found(text, stem) {
  const isWhole = stem.endsWith('$')
  const letters = (isWhole ? stem.slice(0, -1) : stem)
    .toLowerCase()
    .replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  const rest = isWhole ? String.raw`(?![\p{L}\p{N}])` : String.raw`[\p{L}\p{N}]*`
  return new RegExp(String.raw`(?<![\p{L}\p{N}])${letters}${rest}`, 'u').exec(plain(text))?.[0]
}

const isExcused = (exceptions, { language, key }, word) =>
  exceptions.some((one) => one.key === key && one.language === language && one.word === word)

/** The differences between the texts (`{ language, file, key, text }`) and the glossary, one line each. */
export function glossaryProblems({ terms, avoided, exceptions }, texts) {
  const problems = []
  const keyOf = ({ key }) => key.replace(PLURAL, '')
  for (const { term, words } of terms) {
    const { rs_latn: latin, rs_cyrl: cyrillic } = words
    if (toLatin(cyrillic.word).toLowerCase() !== latin.word.toLowerCase())
      problems.push(
        `docs/contributing/glossary.md: ${term}: “${cyrillic.word}” is not “${latin.word}” in Cyrillic letters`,
      )
  }
  for (const { term, keys, words } of terms) {
    for (const key of keys) {
      const own = texts.filter((text) => keyOf(text) === key)
      if (own.length === 0) problems.push(`docs/contributing/glossary.md: ${term}: there is no text ${key}`)
      for (const text of own) {
        const { word, stems } = words[text.language]
        if (!stems.some((stem) => found(text.text, stem) !== undefined))
          problems.push(`${text.file}: ${text.key} says “${text.text}”, wanted “${word}” (${term})`)
      }
    }
  }
  for (const text of texts) {
    const isCyrillic = text.language === 'rs_cyrl'
    const read = isCyrillic ? toLatin(text.text) : text.text
    for (const { term, words } of avoided) {
      for (const stem of words[isCyrillic ? 'rs_latn' : text.language]) {
        const word = found(read, stem)
        if (word === undefined || isExcused(exceptions, text, stem)) continue
        const wanted = terms.find((one) => one.term === term)?.words[text.language].word
        problems.push(
          `${text.file}: ${text.key} says “${word}”${wanted === undefined ? '' : `, wanted “${wanted}”`} (${term})`,
        )
      }
    }
  }
  for (const { key, language, word } of exceptions) {
    const text = texts.find((one) => one.key === key && one.language === language)
    if (text === undefined || found(text.text, word) === undefined)
      problems.push(`docs/contributing/glossary.md: the exception for ${key} (${language}) is not needed`)
  }
  return problems
}
