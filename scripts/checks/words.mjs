// Rules for the words of comments, test titles and documents: the words of the field, not an idiom of our own.
import { tokensOf } from './source-text.mjs'

/** Words that may not be used, and what is written instead. */
export const WORDS = [
  [/tell|tells|telling|told|untold/, 'notify, publish, report, show or distinguish'],
  [/hear|hears|heard/, 'receive or be notified of'],
  [/lend|lends|lending|lent/, 'share or grant'],
  [/farewell/, 'cancellation or last message'],
  [/errand/, 'task'],
  [/underway|under way/, 'in flight or running'],
  [/believe|believes|believed/, 'accept, trust or cache'],
  [/wish|wishes|wished/, 'intent or request'],
  [/fare|fares/, 'health'],
  [/patience/, 'timeout'],
  [/hindrance/, 'what blocks it'],
  [/bury|buries|buried/, 'end or remove'],
  [/stray|strays|strayed|straying/, 'misplaced'],
  [/anew/, 'again or new'],
  [/whoever/, 'the person who or everyone who'],
  [/all the same/, 'anyway'],
  [/(?:fall|falls|fell|fallen|falling) silent/, 'stop reporting'],
  [/(?:take|takes|took|taken|taking) back/, 'delete, remove or withdraw'],
  [/(?:become|becomes|became|comes|came) of/, 'result, outcome or change'],
  [/(?:count|counts|counted) for nothing/, 'be ignored or not valid'],
]

/** A word on its own: neither a part of another nor of a path or of a name with hyphens. */
const alone = (words) => `(?<![\\w/.-])(?:${words})(?![\\w/-]|\\.\\w)`
/** Words of a phrase may be on two lines of a comment. */
const acrossLines = (words) => words.source.replaceAll(' ', String.raw`\s+(?:(?:\*|#|//)\s+)?`)
const ANY_WORD = new RegExp(alone(WORDS.map(([words]) => acrossLines(words)).join('|')), 'gi')

/** Phrases in which such a word may stand, exactly as they are written. Each must be needed. */
export const EXCEPTIONS = []

/**
 * Words that may not be a part of an identifier either, written in small letters: `'told'` refuses `told`, `isTold` and `TOLD_OF`,
 * but not `untoldly`. A word is added once nothing is called by it any more.
 */
export const IDENTIFIER_WORDS = [
  ...['tell', 'tells', 'told', 'untold', 'hear', 'hears', 'heard', 'unhear'],
  ...['lend', 'lends', 'lent', 'lending', 'look', 'looks', 'looked', 'looking', 'said', 'saying'],
  ...[
    'wish',
    'wishes',
    'patience',
    'farewell',
    'errand',
    'underway',
    'hindrance',
    'bury',
    'strays',
    'happening',
  ],
]

/** Names that the contract or the database fixes. */
const FIXED_NAMES = new Set(['said', 'said_factory_reset', 'told', 'told_signs', 'sun_looks'])

/** Files whose words are chosen by others: texts for people, what is history, and licences. */
const LEFT_OUT = /(?:^|\/)(?:locales|mail-texts)\/|(?:^|\/)(?:CHANGELOG|LICENSE|NOTICE)\b/

const SOURCE = /\.(?:[cm]?js|ts|tsx)$/
const HASH_COMMENTS = /(?:\.(?:ya?ml|sh|conf|cfg|service|timer|grit|example)|Dockerfile|Caddyfile|\.ci\/run)$/

const TEST_CALLS = new Set(['it', 'test', 'describe'])
/** Members of test functions that are called with something else before the title. */
const BEFORE_TITLE = new Set(['each', 'for', 'skipIf', 'runIf'])

/** The index of the sign that closes the one at `open`. */
function closingOf(tokens, open) {
  let depth = 0
  for (let index = open; index < tokens.length; index += 1) {
    const { kind, text } = tokens[index]
    if (kind !== 'sign') continue
    if ('([{'.includes(text)) depth += 1
    if (')]}'.includes(text)) depth -= 1
    if (depth === 0) return index
  }
  return tokens.length
}

const isSign = (token, text) => token?.kind === 'sign' && token.text === text

/** Skips the type arguments of a call; `index` is that of their `<`. */
function afterTypes(tokens, index) {
  let depth = 0
  for (let next = index; next < tokens.length; next += 1) {
    if (isSign(tokens[next], '<')) depth += 1
    if (isSign(tokens[next], '>')) depth -= 1
    if (depth === 0) return next + 1
  }
  return tokens.length
}

/** The names of the rows of a table: a row that is a text, or the first text of a row, if it has more than one word. */
function rowNamesOf(tokens) {
  let depth = 0
  return tokens.filter(({ kind, text }, index) => {
    if (kind === 'sign' && '([{'.includes(text)) depth += 1
    if (kind === 'sign' && ')]}'.includes(text)) depth -= 1
    const isName = depth === 1 || (depth === 2 && isSign(tokens[index - 1], '['))
    return isName && kind === 'text' && text.includes(' ')
  })
}

/** The titles of tests and of their steps, and the names of the rows of test tables. */
function titlesOf(tokens) {
  const code = tokens.filter(({ kind }) => kind !== 'comment')
  return code.flatMap((token, start) => {
    if (token.kind !== 'identifier' || !TEST_CALLS.has(token.text) || isSign(code[start - 1], '.')) return []
    let next = start + 1
    let member = null
    while (isSign(code[next], '.')) {
      member = code[next + 1]?.text
      next += 2
    }
    const titles = []
    if (BEFORE_TITLE.has(member)) {
      if (isSign(code[next], '<')) next = afterTypes(code, next)
      const end = closingOf(code, next)
      if (member === 'each' || member === 'for') titles.push(...rowNamesOf(code.slice(next + 1, end)))
      next = end + 1
    }
    const title = code[next + 1]
    return isSign(code[next], '(') && title?.kind === 'text' ? [...titles, title] : titles
  })
}

/** Names of the fields whose texts people read: summaries of calls, and what metrics count. */
const READ_FIELDS = new Set(['summary', 'description', 'help'])
const LOG_LEVELS = new Set(['debug', 'info', 'warn', 'error', 'fatal'])

/** The texts of such fields, and those of log lines: `log.warn({ … }, 'text')`. */
function readTextsOf(tokens) {
  const code = tokens.filter(({ kind }) => kind !== 'comment')
  return code.flatMap((token, at) => {
    if (token.kind !== 'identifier') return []
    if (READ_FIELDS.has(token.text) && isSign(code[at + 1], ':') && code[at + 2]?.kind === 'text')
      return [{ ...code[at + 2], kind: 'description' }]
    const isLog = LOG_LEVELS.has(token.text) && isSign(code[at - 1], '.') && isSign(code[at + 1], '(')
    if (!isLog || !/^(?:log|logger)$/.test(code[at - 2]?.text)) return []
    const end = closingOf(code, at + 1)
    return code
      .slice(at + 1, end)
      .flatMap((one) => (one.kind === 'text' ? [{ ...one, kind: 'log line' }] : []))
  })
}

const matchesOf = (text, pattern) =>
  [...text.matchAll(pattern)].map((match) => ({ text: match[0], index: match.index }))

const blank = (text) => text.replace(/[^\n]/g, ' ')

/** What is between backquotes names something, and so does the address of a link: neither is prose. Its length is kept. */
const withoutCode = (text) =>
  text
    .replace(/(```|~~~)[\s\S]*?\1/g, blank)
    .replace(/`[^`\n]*`/g, blank)
    .replace(/\]\([^)\n]*\)/g, blank)
    .replace(/\bhttps?:\/\/\S+/g, blank)

/**
 * What people read in a file: `{ kind, text, index }`, `kind` being `comment`, `title`, `document`, `description` or `log line`; and its
 * identifiers.
 */
export function proseOf(file, source) {
  const as = (kind, found) => found.map(({ text, index }) => ({ kind, text: withoutCode(text), index }))
  if (file.endsWith('.md')) return as('document', [{ text: source, index: 0 }])
  if (file.endsWith('.css')) return as('comment', matchesOf(source, /\/\*[\s\S]*?\*\//g))
  if (file.endsWith('.html')) return as('comment', matchesOf(source, /<!--[\s\S]*?-->/g))
  if (HASH_COMMENTS.test(file)) return as('comment', matchesOf(source, /(?<=^|\s)#(?=[\s!#]).*/gm))
  if (!SOURCE.test(file)) return []
  const tokens = tokensOf(source, { hasTags: file.endsWith('x') })
  return [
    ...as(
      'comment',
      tokens.filter(({ kind }) => kind === 'comment'),
    ),
    ...as('title', titlesOf(tokens)),
    ...readTextsOf(tokens).flatMap((found) => as(found.kind, [found])),
    ...tokens.filter(({ kind }) => kind === 'identifier'),
  ]
}

/** The words of an identifier, in small letters: `['is', 'moved']` of `isMoved`, `['moved', 'at']` of `MOVED_AT`. */
export const partsOf = (identifier) =>
  (identifier.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+/gu) ?? []).map((part) => part.toLowerCase())

/** What is wrong with the words of a file, one line each. Adds the exceptions that it needed to `needed`. */
export function wordProblems(
  file,
  source,
  { exceptions = EXCEPTIONS, identifierWords = IDENTIFIER_WORDS, needed } = {},
) {
  if (LEFT_OUT.test(file)) return []
  const lineAt = (index) => source.slice(0, index).split('\n').length
  return proseOf(file, source).flatMap(({ kind, text, index }) => {
    if (kind === 'identifier') {
      if (FIXED_NAMES.has(text)) return []
      const word = partsOf(text).find((part) => identifierWords.includes(part))
      return word === undefined
        ? []
        : [`${file}:${lineAt(index)}: “${word}” is a part of the name ${text}: ${insteadOf(word)}`]
    }
    const checked = exceptions.reduce((rest, phrase) => {
      if (rest.includes(phrase)) needed?.add(phrase)
      return rest.replaceAll(phrase, blank)
    }, text)
    return matchesOf(checked, ANY_WORD).map(
      (found) =>
        `${file}:${lineAt(index + found.index)}: “${found.text}” stands in a ${kind}: ${insteadOf(found.text)}`,
    )
  })
}

function insteadOf(word) {
  const found = WORDS.find(([words]) => new RegExp(`^(?:${acrossLines(words)})$`, 'i').test(word))
  return found === undefined ? 'use the word of the field' : `write ${found[1]}`
}
