/** The template is not valid Jinja. */
export class BadTemplate extends Error {
  override readonly name = 'BadTemplate'
}

export type TokenKind = 'name' | 'text' | 'whole' | 'float' | 'operator' | 'end'

export interface Token {
  kind: TokenKind
  /** The name, the operator, the digits, or the text without quotes and escapes. */
  value: string
}

/** A part of a template: text as it is, or the tokens of an expression or of a statement. */
export type Segment = { kind: 'data'; text: string } | { kind: 'print' | 'statement'; tokens: Token[] }

const SPACE = /\s*/y
const TOKENS: readonly [TokenKind, RegExp][] = [
  ['float', /(?:\d+_)*\d+(?:(?:\.(?:\d+_)*\d+)?[eE][+-]?(?:\d+_)*\d+|\.(?:\d+_)*\d+)/y],
  ['whole', /0[bB](?:_?[01])+|0[oO](?:_?[0-7])+|0[xX](?:_?[\dA-Fa-f])+|[1-9](?:_?\d)*|0(?:_?0)*/y],
  ['name', /[\p{L}_][\p{L}\p{N}_]*/uy],
  ['text', /'(?:[^'\\]|\\[\s\S])*'|"(?:[^"\\]|\\[\s\S])*"/y],
  ['operator', /\/\/|\*\*|==|!=|>=|<=|[-+/*%~[\](){}><=.:|,;]/y],
]
const RAW_END = /\{%([-+]?)\s*endraw\s*([-+]?)%\}/g

/** Splits a template by Jinja's default marks. */
export function segmentsOf(source: string): Segment[] {
  const text = source.replace(/\r\n|\r/g, '\n').replace(/\n$/, '')
  const segments: Segment[] = []
  let at = 0
  let trimNext = false
  const addData = (data: string, trimEnd: boolean) => {
    const left = trimNext ? data.replace(/^\s+/, '') : data
    const kept = trimEnd ? left.replace(/\s+$/, '') : left
    if (kept !== '') segments.push({ kind: 'data', text: kept })
  }
  while (at < text.length) {
    const start = nextMark(text, at)
    if (start === -1) break
    const sign = text[start + 2]
    addData(text.slice(at, start), sign === '-')
    const inside = start + (sign === '-' || sign === '+' ? 3 : 2)
    if (text[start + 1] === '#') {
      const end = text.indexOf('#}', inside)
      if (end === -1) throw new BadTemplate('a comment does not end')
      trimNext = text[end - 1] === '-'
      at = end + 2
      continue
    }
    const isPrint = text[start + 1] === '{'
    const read = readTokens(text, inside, isPrint ? '}}' : '%}')
    trimNext = read.trims
    at = read.end
    if (!isPrint && read.tokens[0]?.value === 'raw' && read.tokens.length === 2) {
      const raw = readRaw(text, at)
      addData(raw.text, raw.trimsBefore)
      trimNext = raw.trimsAfter
      at = raw.end
      continue
    }
    segments.push({ kind: isPrint ? 'print' : 'statement', tokens: read.tokens })
  }
  if (at < text.length) addData(text.slice(at), false)
  return segments
}

function nextMark(text: string, from: number): number {
  for (let at = text.indexOf('{', from); at !== -1; at = text.indexOf('{', at + 1)) {
    const next = text[at + 1]
    if (next === '{' || next === '%' || next === '#') return at
  }
  return -1
}

function readRaw(text: string, from: number) {
  RAW_END.lastIndex = from
  const found = RAW_END.exec(text)
  if (found === null) throw new BadTemplate('a raw block does not end')
  return {
    text: text.slice(from, found.index),
    trimsBefore: found[1] === '-',
    trimsAfter: found[2] === '-',
    end: RAW_END.lastIndex,
  }
}

const CLOSING: Record<string, string> = { '(': ')', '[': ']', '{': '}' }

function readTokens(text: string, from: number, mark: string) {
  const tokens: Token[] = []
  const open: string[] = []
  let at = from
  for (;;) {
    SPACE.lastIndex = at
    at += SPACE.exec(text)?.[0].length ?? 0
    if (open.length === 0) {
      const sign = text[at] === '-' || text[at] === '+' ? 1 : 0
      if (text.startsWith(mark, at + sign)) {
        tokens.push({ kind: 'end', value: mark })
        return { tokens, trims: sign === 1 && text[at] === '-', end: at + sign + 2 }
      }
    }
    const token = readToken(text, at, tokens.at(-1))
    at += token.length
    if (token.kind === 'operator') {
      const closing = CLOSING[token.value]
      if (closing !== undefined) open.push(closing)
      else if (')]}'.includes(token.value) && open.pop() !== token.value) {
        throw new BadTemplate(`unexpected '${token.value}'`)
      }
    }
    tokens.push({ kind: token.kind, value: token.value })
  }
}

function readToken(text: string, at: number, before: Token | undefined): Token & { length: number } {
  for (const [kind, pattern] of TOKENS) {
    // `events.0.id`: after a point digits are an index, never a float.
    if (kind === 'float' && before?.kind === 'operator' && before.value === '.') continue
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0]
    if (found === undefined) continue
    return { kind, value: kind === 'text' ? unescaped(found.slice(1, -1)) : found, length: found.length }
  }
  throw new BadTemplate(at >= text.length ? 'an expression does not end' : `unexpected '${text[at]}'`)
}

const ESCAPED: Record<string, string> = {
  '\\': '\\',
  "'": "'",
  '"': '"',
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
  a: '\u0007',
  '\n': '',
}

const ESCAPE = /\\(?:x([\dA-Fa-f]{2})|u([\dA-Fa-f]{4})|U([\dA-Fa-f]{8})|([0-7]{1,3})|([\s\S]))/g

/** Python's escapes. An unknown one stays as it is written. */
const unescaped = (written: string): string =>
  written.replace(ESCAPE, (found, x, u, long, octal, single) => {
    const code = x ?? u ?? long
    if (code !== undefined) return characterOf(Number.parseInt(code, 16))
    if (octal !== undefined) return characterOf(Number.parseInt(octal, 8))
    if (single === 'x' || single === 'u' || single === 'U' || single === 'N') {
      throw new BadTemplate(`unexpected escape '${found}'`)
    }
    return ESCAPED[single] ?? found
  })

function characterOf(code: number): string {
  if (code > 0x10ffff) throw new BadTemplate('an escape is no character')
  return String.fromCodePoint(code)
}
