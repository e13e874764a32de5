import {
  bind,
  iterate,
  joined,
  plainLetters,
  printed,
  raiseIfUndefined,
  required,
  strip,
  textArgument,
  toFloat,
  toWhole,
  wholeArgument,
} from './arguments.ts'
import { booleanOf, isNumber, least, most } from './functions.ts'
import { calculate } from './operators.ts'
import { readJson } from './payload-json.ts'
import { round } from './rounding.ts'
import type { Call } from './run.ts'
import { Float, isDict, isList, isTrue, numberOf, Raised, Stopped, Undefined, type Value } from './values.ts'
import { writeCompactJson, writeSafeJson } from './writing-json.ts'

export type Filter = (value: Value, call: Call) => Value

const withoutArguments =
  (filter: Filter): Filter =>
  (value, call) => {
    bind(call)
    return filter(value, call)
  }

const defaultFilter: Filter = (value, call) => {
  const [fallback = '', alsoFalse = false] = bind(call, 'default_value', 'boolean')
  return value instanceof Undefined || (isTrue(alsoFalse) && !isTrue(value)) ? fallback : value
}

const lengthFilter = withoutArguments((value, call) => iterate(call, value).length)

const floatFilter: Filter = (value, call) => {
  const [fallback = new Float(0)] = bind(call, 'default')
  const number = toFloat(value)
  return number === null ? fallback : new Float(number)
}

const intFilter: Filter = (value, call) => {
  const [fallback = 0, base = 10] = bind(call, 'default', 'base')
  if (base !== 10) throw new Stopped('a base other than ten')
  return toWhole(value) ?? fallback
}

const roundFilter: Filter = (value, call) => {
  const [precision = 0, method = 'common', fallback] = bind(call, 'precision', 'method', 'default')
  const number = toFloat(value)
  const digits = typeof precision === 'number' || typeof precision === 'boolean' ? Number(precision) : null
  if (number === null || digits === null) return required(fallback)
  return round(number, digits, method)
}

/** Home Assistant's `multiply` and `add`: with a float of the value. */
const withFloat =
  (operator: '*' | '+'): Filter =>
  (value, call) => {
    const [amount, fallback] = bind(call, 'amount', 'default')
    const number = toFloat(value)
    if (number === null || numberOf(required(amount ?? undefined)) === null) return required(fallback)
    return calculate(call.run, operator, new Float(number), required(amount))
  }

const joinFilter: Filter = (value, call) => {
  const [between = '', of] = bind(call, 'd', 'attribute')
  if (of !== undefined && of !== null) throw new Stopped('a join of attributes')
  const texts = iterate(call, value).map((entry) => printed(call, entry))
  return joined(call, texts, printed(call, between))
}

const replaceFilter: Filter = (value, call) => {
  const [old, replacement, count = null] = bind(call, 's', 'new', 'count').slice(0, 3)
  return replaceText(
    call,
    printed(call, value),
    printed(call, required(old)),
    printed(call, required(replacement)),
    count === null ? -1 : wholeArgument(count),
  )
}

export function replaceText(
  call: Call,
  text: string,
  old: string,
  replacement: string,
  count: number,
): string {
  if (old === '') throw new Stopped('an empty text is replaced')
  call.run.search(text, old)
  const parts = text.split(old)
  call.run.entries(parts.length)
  call.run.step(text.length + parts.length * replacement.length)
  if (count < 0 || parts.length - 1 <= count) return parts.join(replacement)
  return [parts.slice(0, count + 1).join(replacement), ...parts.slice(count + 1)].join(old)
}

const absFilter = withoutArguments((value) => {
  const number = numberOf(value)
  if (number === null) throw new Raised('bad operand type for abs()')
  return value instanceof Float ? new Float(Math.abs(number)) : Math.abs(number)
})

const sumFilter: Filter = (value, call) => {
  const [of, start = 0] = bind(call, 'attribute', 'start')
  if (of !== undefined && of !== null) throw new Stopped('a sum of attributes')
  // Python sums floats with a correction of their errors, so only whole numbers are sure to be equal.
  return iterate(call, value).reduce((sum: Value, entry) => {
    if (entry instanceof Float) throw new Stopped('a sum of floats')
    return calculate(call.run, '+', sum, entry)
  }, start)
}

const firstFilter = withoutArguments((value, call) => iterate(call, value)[0] ?? missing(call, value, 0))
const lastFilter = withoutArguments((value, call) => iterate(call, value).at(-1) ?? missing(call, value, -1))

/** An entry that is `None` exists; one that does not exist is undefined. */
function missing(call: Call, value: Value, index: 0 | -1): Value {
  const entries = iterate(call, value)
  return entries.length === 0 ? new Undefined('entry') : (entries.at(index) ?? null)
}

const reverseFilter = withoutArguments((value, call) => {
  if (typeof value !== 'string') throw new Stopped('a list is reversed')
  return [...iterate(call, value)].reverse().join('')
})

const definedFilter = withoutArguments((value) => {
  raiseIfUndefined(value)
  return value
})

const compactJsonFilter: Filter = (value, call) => {
  if (call.args.length + call.named.size > 0) throw new Stopped('to_json with options')
  return writeCompactJson(call.run, value)
}

const safeJsonFilter: Filter = (value, call) => {
  const [indent = null] = bind(call, 'indent')
  if (indent !== null) throw new Stopped('tojson with an indent')
  return writeSafeJson(call.run, value)
}

const fromJsonFilter: Filter = (value, call) => {
  const [fallback] = bind(call, 'default')
  const text = textArgument(value)
  call.run.entries(text.length >> 2)
  const read = readJson(text)
  return read === null ? required(fallback) : read.value
}

const iifFilter: Filter = (value, call) => {
  const [yes = true, no = false, none] = bind(call, 'if_true', 'if_false', 'if_none')
  if (value === null && none !== undefined) return none
  return isTrue(value) ? yes : no
}

const trimFilter: Filter = (value, call) => {
  const [characters = null] = bind(call, 'chars')
  const text = printed(call, value)
  call.run.entries(text.length >> 2)
  return strip(text, characters === null ? null : textArgument(characters))
}

const caseOf =
  (change: (text: string) => string): Filter =>
  (value, call) => {
    bind(call)
    return change(printed(call, value))
  }

const capitalize = (text: string) =>
  plainLetters(text).slice(0, 1).toUpperCase() + text.slice(1).toLowerCase()

/** The filters that are run. Those of Home Assistant are meant where Jinja has one of the same name. */
export const FILTERS: ReadonlyMap<string, Filter> = new Map<string, Filter>([
  ['abs', absFilter],
  ['add', withFloat('+')],
  ['bool', (value, call) => booleanOf({ ...call, args: [value, ...call.args] })],
  ['capitalize', caseOf(capitalize)],
  ['count', lengthFilter],
  ['d', defaultFilter],
  ['default', defaultFilter],
  ['first', firstFilter],
  ['float', floatFilter],
  ['from_json', fromJsonFilter],
  ['iif', iifFilter],
  ['int', intFilter],
  ['is_defined', definedFilter],
  ['is_number', withoutArguments((value) => isNumber(value))],
  ['join', joinFilter],
  ['last', lastFilter],
  ['length', lengthFilter],
  ['list', withoutArguments((value, call) => [...iterate(call, value)])],
  ['lower', caseOf((text) => text.toLowerCase())],
  ['max', withoutArguments((value, call) => most(call.run, listOf(value)))],
  ['min', withoutArguments((value, call) => least(call.run, listOf(value)))],
  ['multiply', withFloat('*')],
  ['replace', replaceFilter],
  ['reverse', reverseFilter],
  ['round', roundFilter],
  ['string', withoutArguments((value, call) => printed(call, value))],
  ['sum', sumFilter],
  ['to_json', compactJsonFilter],
  ['tojson', safeJsonFilter],
  ['trim', trimFilter],
  ['upper', caseOf((text) => text.toUpperCase())],
])

function listOf(value: Value): readonly Value[] {
  if (!isList(value)) throw new Stopped(isDict(value) ? 'the largest of a dict' : 'the largest of no list')
  return value
}
