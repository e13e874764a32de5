import { bind, plainLetters, printed, required } from './arguments.ts'
import { isNumber } from './functions.ts'
import { type Comparison, calculate, compare, contains } from './operators.ts'
import type { Call } from './run.ts'
import { Float, isDict, isList, Stopped, typeName, Undefined, type Value } from './values.ts'

/** A test of Jinja: `value is odd`. */
export type Predicate = (value: Value, call: Call) => boolean

const plain =
  (predicate: (value: Value, call: Call) => boolean): Predicate =>
  (value, call) => {
    bind(call)
    return predicate(value, call)
  }

const comparing =
  (operator: Comparison): Predicate =>
  (value, call) =>
    compare(call.run, operator, value, required(bind(call, 'other')[0]))

const isZero = (value: Value): boolean => (value instanceof Float ? value.value : value) === 0

const remainder = (call: Call, value: Value, by: Value): Value => calculate(call.run, '%', value, by)

const isLength = (value: Value): boolean => {
  if (value instanceof Undefined) throw new Stopped('an undefined value is tested for its kind')
  return typeof value === 'string' || isList(value) || isDict(value)
}

const ofType = (...names: string[]) => plain((value) => names.includes(typeName(value)))

const isWholeNumber = (value: Value, call: Call, rest: number): boolean => {
  const left = remainder(call, value, 2)
  return rest === 0 ? isZero(left) : (left instanceof Float ? left.value : left) === 1
}

/** `islower` and `isupper` of Python: a letter at least, and none of the other case. */
const hasCase = (text: string, other: RegExp, own: RegExp): boolean => !other.test(text) && own.test(text)

export const PREDICATES: ReadonlyMap<string, Predicate> = new Map<string, Predicate>([
  ['==', comparing('==')],
  ['eq', comparing('==')],
  ['equalto', comparing('==')],
  ['!=', comparing('!=')],
  ['ne', comparing('!=')],
  ['<', comparing('<')],
  ['lt', comparing('<')],
  ['lessthan', comparing('<')],
  ['<=', comparing('<=')],
  ['le', comparing('<=')],
  ['>', comparing('>')],
  ['gt', comparing('>')],
  ['greaterthan', comparing('>')],
  ['>=', comparing('>=')],
  ['ge', comparing('>=')],
  ['in', (value, call) => contains(call.run, required(bind(call, 'seq')[0]), value)],
  ['contains', (value, call) => contains(call.run, value, required(bind(call, 'value')[0]))],
  ['boolean', ofType('bool')],
  ['defined', plain((value) => !(value instanceof Undefined))],
  ['undefined', plain((value) => value instanceof Undefined)],
  ['divisibleby', (value, call) => isZero(remainder(call, value, required(bind(call, 'num')[0])))],
  ['even', plain((value, call) => isWholeNumber(value, call, 0))],
  ['odd', plain((value, call) => isWholeNumber(value, call, 1))],
  ['false', plain((value) => value === false)],
  ['true', plain((value) => value === true)],
  ['float', ofType('float')],
  ['integer', ofType('int')],
  ['is_number', plain((value) => isNumber(value))],
  ['iterable', plain((value) => value instanceof Undefined || isLength(value))],
  ['list', ofType('list')],
  ['lower', plain((value, call) => hasCase(plainLetters(printed(call, value)), /[A-Z]/, /[a-z]/))],
  ['upper', plain((value, call) => hasCase(plainLetters(printed(call, value)), /[a-z]/, /[A-Z]/))],
  ['mapping', ofType('dict')],
  ['none', ofType('NoneType')],
  ['number', ofType('int', 'float', 'bool')],
  ['sequence', plain(isLength)],
  ['string', ofType('str')],
])
