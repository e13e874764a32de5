import { bind, iterate, required, toFloat, toWhole } from './arguments.ts'
import type { Call, Run } from './run.ts'
import { Float, isTrue, numberOf, order, Raised, Stopped, Undefined, type Value } from './values.ts'

export type TemplateFunction = (call: Call) => Value

export function isNumber(value: Value): boolean {
  const number = toFloat(value)
  return number !== null && Number.isFinite(number)
}

const YES = ['1', 'true', 'yes', 'on', 'enable']
const NO = ['0', 'false', 'no', 'off', 'disable']

/** Home Assistant's `bool`. */
export function booleanOf(call: Call): Value {
  const [given, fallback] = bind(call, 'value', 'default')
  const value = required(given)
  if (typeof value === 'boolean') return value
  if (typeof value === 'string') {
    const word = value.toLowerCase().trim()
    if (YES.includes(word)) return true
    if (NO.includes(word)) return false
  } else {
    const number = numberOf(value)
    if (number !== null) return number !== 0
  }
  return required(fallback)
}

export const most = (run: Run, values: readonly Value[]): Value => extreme(run, values, 1)
export const least = (run: Run, values: readonly Value[]): Value => extreme(run, values, -1)

function extreme(run: Run, values: readonly Value[], sign: 1 | -1): Value {
  run.step(values.length)
  const [first = new Undefined('entry'), ...others] = values
  // Jinja compares texts of a list without their case.
  if (values.some((value) => numberOf(value) === null))
    throw new Stopped('the largest of others than numbers')
  return others.reduce((best, value) => (sign * order(value, best) > 0 ? value : best), first)
}

function entriesOf(call: Call): readonly Value[] {
  if (call.named.size > 0) throw new Stopped('min or max with options')
  if (call.args.length === 0) throw new Raised('min or max expects an argument')
  if (call.args.length > 1) return call.args
  const entries = iterate(call, required(call.args[0]))
  if (entries.length === 0) throw new Stopped('the largest of nothing')
  return entries
}

function floatOf(call: Call): Value {
  const [value, fallback] = bind(call, 'value', 'default')
  const number = toFloat(required(value))
  return number === null ? required(fallback) : new Float(number)
}

function wholeOf(call: Call): Value {
  const [value, fallback, base = 10] = bind(call, 'value', 'default', 'base')
  if (base !== 10) throw new Stopped('a base other than ten')
  return toWhole(required(value)) ?? required(fallback)
}

function choose(call: Call): Value {
  const [value, yes = true, no = false, none] = bind(call, 'value', 'if_true', 'if_false', 'if_none')
  if (value === null && none !== undefined) return none
  return isTrue(required(value)) ? yes : no
}

/** The functions that are run. */
export const FUNCTIONS: ReadonlyMap<string, TemplateFunction> = new Map([
  ['bool', booleanOf],
  ['float', floatOf],
  ['iif', choose],
  ['int', wholeOf],
  ['is_number', (call: Call) => isNumber(required(bind(call, 'value')[0]))],
  ['max', (call: Call) => most(call.run, entriesOf(call))],
  ['min', (call: Call) => least(call.run, entriesOf(call))],
])
