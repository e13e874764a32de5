import { print } from './printing.ts'
import type { Call } from './run.ts'
import { Float, isDict, isList, numberOf, Raised, Stopped, Undefined, type Value, whole } from './values.ts'

/** The arguments of a call by the names of its parameters, as Python binds them. Absent ones are undefined. */
export function bind(call: Call, ...names: string[]): (Value | undefined)[] {
  if (call.args.length > names.length) throw new Raised('too many arguments')
  for (const name of call.named.keys()) {
    const index = names.indexOf(name)
    if (index === -1 || index < call.args.length) throw new Raised(`unexpected argument '${name}'`)
  }
  return names.map((name, index) => (index < call.args.length ? call.args[index] : call.named.get(name)))
}

/** An argument that has to be there. */
export function required(value: Value | undefined): Value {
  if (value === undefined) throw new Raised('an argument is missing')
  return value
}

export function raiseIfUndefined(value: Value): void {
  if (value instanceof Undefined) throw new Raised(`'${value.name}' is undefined`)
}

/** What Python iterates over: the characters of a text, the entries of a list, the keys of a dict. */
export function iterate(call: Pick<Call, 'run'>, value: Value): readonly Value[] {
  if (value instanceof Undefined) return []
  if (typeof value === 'string') call.run.entries(value.length)
  const entries =
    typeof value === 'string' ? [...value] : isDict(value) ? [...value.keys()] : isList(value) ? value : null
  if (entries === null) throw new Raised('the value is not iterable')
  call.run.entries(entries.length)
  return entries
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: Python's white space has these.
const SPACE = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/

const SPACES = new RegExp(`${SPACE.source}+`)

/** The words between white space. */
export const wordsOf = (text: string): string[] => (strip(text) === '' ? [] : strip(text).split(SPACES))

/** Python's `strip`, of white space or of the characters given. */
export function strip(
  text: string,
  characters: string | null = null,
  side: 'both' | 'left' | 'right' = 'both',
) {
  const taken = characters === null ? null : new Set(characters)
  const isTaken = (character: string) => (taken === null ? SPACE.test(character) : taken.has(character))
  let start = 0
  let end = text.length
  if (side !== 'right') while (start < end && isTaken(text[start] ?? '')) start++
  if (side !== 'left') while (end > start && isTaken(text[end - 1] ?? '')) end--
  return text.slice(start, end)
}

const MAX_DIGITS = 400
const FLOAT = /^[+-]?(?:\d+(?:_\d+)*\.?(?:\d+(?:_\d+)*)?|\.\d+(?:_\d+)*)(?:[eE][+-]?\d+(?:_\d+)*)?$/
const WORDS: Record<string, number> = {
  inf: Number.POSITIVE_INFINITY,
  infinity: Number.POSITIVE_INFINITY,
  nan: Number.NaN,
}

/** The number that Python's `float` reads from a text, null if it reads none. */
export function readFloat(text: string): number | null {
  const written = strip(text)
  if (written.length > MAX_DIGITS) throw new Stopped('a number is too long')
  if (FLOAT.test(written)) return Number(written.replaceAll('_', ''))
  const word = WORDS[written.replace(/^[+-]/, '').toLowerCase()]
  if (word !== undefined) return written.startsWith('-') ? -word : word
  if (/\p{Nd}/u.test(written.replace(/[\0-\x7f]/g, ''))) throw new Stopped('digits of another script')
  return null
}

/** Python's `float(value)`: null where it raises a TypeError or a ValueError. */
export function toFloat(value: Value): number | null {
  raiseIfUndefined(value)
  return typeof value === 'string' ? readFloat(value) : numberOf(value)
}

/** Python's `int(value)` with Jinja's detour over `float`: null where both fail. */
export function toWhole(value: Value): number | null {
  raiseIfUndefined(value)
  if (typeof value === 'string' && value.length <= MAX_DIGITS && /^[+-]?\d+(?:_\d+)*$/.test(strip(value))) {
    return whole(Number(strip(value).replaceAll('_', '')))
  }
  const number = toFloat(value)
  if (number === null || Number.isNaN(number)) return null
  if (Number.isFinite(number)) return whole(Math.trunc(number))
  if (typeof value === 'string') return null
  throw new Raised('cannot convert float infinity to integer')
}

export const float = (value: number): Float => new Float(value)

/** A whole number as an argument. */
export function wholeArgument(value: Value): number {
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return value ? 1 : 0
  throw new Raised('an integer is expected')
}

export function textArgument(value: Value): string {
  if (typeof value === 'string') return value
  throw new Raised('a text is expected')
}

/** Upper and lower case by letters that mean the same in Python. */
export function plainLetters(text: string): string {
  if (/[^\0-\x7f]/.test(text)) throw new Stopped('letters beyond ASCII')
  return text
}

export const printed = (call: Pick<Call, 'run'>, value: Value): string => print(call.run, value)

/** Joins texts that were paid for, and pays for what stands between them. */
export function joined(call: Pick<Call, 'run'>, texts: readonly string[], between: string): string {
  call.run.step(texts.length * between.length)
  return texts.join(between)
}
