import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, parseAllDocuments, stringify } from 'yaml'

/**
 * Renders our Helm chart with a small part of the template language: define, include, if, not, fields, and the functions below.
 * Everything else throws, so that a template that only Helm understands does not seem to be tested. Returns the objects by kind.
 */
export function renderChart(folder, given = {}) {
  const read = (...path) => readFileSync(join(folder, ...path), 'utf8')
  const values = merge(parse(read('values.yaml')), given)
  const chart = Object.fromEntries(
    Object.entries(parse(read('Chart.yaml'))).map(([key, value]) => [
      `${key[0].toUpperCase()}${key.slice(1)}`,
      value,
    ]),
  )
  const context = {
    Values: values,
    Chart: chart,
    Release: { Name: 'home', Namespace: 'senca', Service: 'Helm' },
  }
  const defined = new Map()
  render(tokensOf(read('templates', '_helpers.tpl')), context, defined)
  const objects = {}
  for (const file of readdirSync(join(folder, 'templates')).sort()) {
    if (file === '_helpers.tpl') continue
    const text = render(tokensOf(read('templates', file)), context, defined)
    if (!file.endsWith('.yaml')) continue
    for (const document of parseAllDocuments(text)) {
      const [error] = document.errors
      if (error !== undefined) throw new Error(`${file}: ${error.message}\n${text}`)
      const object = document.toJS()
      if (object !== null) objects[object.kind] = object
    }
  }
  return objects
}

const merge = (one, other) => {
  const isMap = (value) => value !== null && typeof value === 'object' && !Array.isArray(value)
  const entries = Object.entries(other).map(([key, value]) => [
    key,
    isMap(one[key]) && isMap(value) ? merge(one[key], value) : value,
  ])
  return { ...one, ...Object.fromEntries(entries) }
}

/** Splits a template into texts and actions; a dash removes the white space next to it. */
function tokensOf(text) {
  const tokens = []
  let rest = text
  for (let at = rest.indexOf('{{'); at !== -1; at = rest.indexOf('{{')) {
    const end = rest.indexOf('}}', at)
    if (end === -1) throw new Error(`no end of: ${rest.slice(at, at + 60)}`)
    const action = rest.slice(at + 2, end)
    const before = rest.slice(0, at)
    tokens.push({ text: action.startsWith('-') ? before.trimEnd() : before })
    tokens.push({ action: action.replace(/^-|-$/g, '').trim() })
    rest = rest.slice(end + 2)
    if (action.endsWith('-')) rest = rest.trimStart()
  }
  return [...tokens, { text: rest }]
}

function render(tokens, context, defined) {
  let out = ''
  for (let at = 0; at < tokens.length; at += 1) {
    const { text, action } = tokens[at]
    if (action === undefined) {
      out += text
      continue
    }
    const [, word, rest] = /^(if|define)\s+(.*)$/s.exec(action) ?? []
    if (word === undefined) {
      out += String(evaluate(action, context, defined) ?? '')
      continue
    }
    const end = endOf(tokens, at)
    const inner = tokens.slice(at + 1, end)
    if (word === 'define') defined.set(JSON.parse(rest), inner)
    else if (isTrue(evaluate(rest, context, defined))) out += render(inner, context, defined)
    at = end
  }
  return out
}

function endOf(tokens, start) {
  let depth = 0
  for (let at = start; at < tokens.length; at += 1) {
    const { action = '' } = tokens[at]
    if (/^(if|define|with|range)\s/.test(action)) depth += 1
    if (action === 'end') depth -= 1
    if (depth === 0) return at
  }
  throw new Error('an end is missing')
}

const isTrue = (value) =>
  !(value === undefined || value === null || value === false || value === '' || value === 0) &&
  (typeof value !== 'object' || Object.keys(value).length > 0)

const FUNCTIONS = {
  quote: (value) => JSON.stringify(String(value)),
  default: (fallback, value) => (isTrue(value) ? value : fallback),
  not: (value) => !isTrue(value),
  printf: (format, ...values) => values.reduce((text, value) => text.replace('%s', value), format),
  required: (message, value) => {
    if (isTrue(value)) return value
    throw new Error(message)
  },
  nindent: (count, text) => `\n${text.replace(/^(?=.)/gm, ' '.repeat(count))}`,
  toYaml: (value) => stringify(value).trimEnd(),
  sha256sum: (text) => createHash('sha256').update(text).digest('hex'),
}

/** Evaluates a pipeline: the value before a bar is the last argument of the function after it. */
function evaluate(text, context, defined) {
  let piped = []
  for (const part of text.split(/\s\|\s/)) piped = [call(part.trim(), piped, context, defined)]
  return piped[0]
}

function call(text, piped, context, defined) {
  const [first = '', ...rest] = text.match(/\([^()]*\)|"[^"]*"|\S+/g) ?? []
  const readWord = (word) => {
    if (word.startsWith('(')) return evaluate(word.slice(1, -1), context, defined)
    if (/^"|^\d/.test(word)) return JSON.parse(word)
    if (word === '.') return context
    if (/^(\.\w+)+$/.test(word))
      return word
        .split('.')
        .slice(1)
        .reduce((value, key) => value?.[key], context)
    throw new Error(`not known here: ${word}`)
  }
  const values = [...rest.map(readWord), ...piped]
  if (first === 'include') {
    const [name] = values
    if (!defined.has(name)) throw new Error(`nothing is called ${name}`)
    return render(defined.get(name), context, defined).trim()
  }
  if (Object.hasOwn(FUNCTIONS, first)) return FUNCTIONS[first](...values)
  if (rest.length === 0 && piped.length === 0) return readWord(first)
  throw new Error(`not known here: ${text}`)
}
