import { raiseIfUndefined } from './arguments.ts'
import type { Run } from './run.ts'
import {
  dictKey,
  entryOf,
  equals,
  Float,
  isDict,
  isList,
  numberOf,
  order,
  Raised,
  Stopped,
  typeName,
  Undefined,
  type Value,
  whole,
} from './values.ts'

export type Calculation = '+' | '-' | '*' | '/' | '//' | '%'

/** Calculates as Python does: true division gives a float, `//` and `%` round down. */
export function calculate(run: Run, operator: Calculation, left: Value, right: Value): Value {
  if (operator === '%' && typeof left === 'string') throw new Stopped('a text is formatted')
  raiseIfUndefined(left)
  raiseIfUndefined(right)
  const a = numberOf(left)
  const b = numberOf(right)
  if (a === null || b === null) return calculateOthers(run, operator, left, right)
  const result = withNumbers(operator, a, b)
  if (operator === '/' || left instanceof Float || right instanceof Float) return new Float(result)
  return whole(result)
}

function withNumbers(operator: Calculation, a: number, b: number): number {
  switch (operator) {
    case '+':
      return a + b
    case '-':
      return a - b
    case '*':
      return a * b
    default:
      if (b === 0) throw new Raised('division by zero')
  }
  if (operator === '/') return a / b
  const rest = a % b
  const isOnOtherSide = rest !== 0 && rest < 0 !== b < 0
  if (operator === '%') {
    if (rest === 0) return b < 0 ? -0 : 0
    return isOnOtherSide ? rest + b : rest
  }
  const quotient = (a - rest) / b - (isOnOtherSide ? 1 : 0)
  if (quotient === 0) return a / b < 0 ? -0 : 0
  const down = Math.floor(quotient)
  return quotient - down > 0.5 ? down + 1 : down
}

function calculateOthers(run: Run, operator: Calculation, left: Value, right: Value): Value {
  if (operator === '+' && typeof left === 'string' && typeof right === 'string') {
    run.step(left.length + right.length)
    return left + right
  }
  if (operator === '+' && isList(left) && isList(right)) {
    run.entries(left.length + right.length)
    return [...left, ...right]
  }
  if (operator === '*') return repeat(run, left, right)
  throw new Raised(`unsupported operand types: '${typeName(left)}' and '${typeName(right)}'`)
}

function repeat(run: Run, left: Value, right: Value): Value {
  const [text, times] = typeof left === 'string' || isList(left) ? [left, right] : [right, left]
  if (typeof times !== 'number' && typeof times !== 'boolean') throw new Raised('cannot multiply')
  if (isList(text)) throw new Stopped('a list is repeated')
  if (typeof text !== 'string') throw new Raised('cannot multiply')
  const count = Math.max(0, Number(times))
  run.step(text.length * count)
  return text.repeat(count)
}

export function negate(value: Value): Value {
  raiseIfUndefined(value)
  const number = numberOf(value)
  if (number === null) throw new Raised(`bad operand type: '${typeName(value)}'`)
  return value instanceof Float ? new Float(-number) : whole(-number)
}

export function plus(value: Value): Value {
  raiseIfUndefined(value)
  const number = numberOf(value)
  if (number === null) throw new Raised(`bad operand type: '${typeName(value)}'`)
  return value instanceof Float ? value : number
}

export type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>=' | 'in' | 'not in'

export function compare(run: Run, operator: Comparison, left: Value, right: Value): boolean {
  run.step()
  switch (operator) {
    case '==':
      return equals(run, left, right)
    case '!=':
      return !equals(run, left, right)
    case 'in':
      return contains(run, right, left)
    case 'not in':
      return !contains(run, right, left)
    default:
  }
  raiseIfUndefined(left)
  raiseIfUndefined(right)
  const difference = order(left, right)
  if (operator === '<') return difference < 0
  if (operator === '<=') return difference <= 0
  return operator === '>' ? difference > 0 : difference >= 0
}

export function contains(run: Run, container: Value, value: Value): boolean {
  if (container instanceof Undefined) return false
  if (typeof container === 'string') {
    if (typeof value !== 'string') throw new Raised(`'in <string>' requires string, not ${typeName(value)}`)
    run.search(container, value)
    return container.includes(value)
  }
  if (isDict(container)) {
    if (value instanceof Float && !Number.isSafeInteger(value.value)) return false
    if (value instanceof Undefined) return false
    return entryOf(container, dictKey(value)) !== undefined
  }
  if (!isList(container)) throw new Raised(`argument of type '${typeName(container)}' is not iterable`)
  run.step(container.length)
  return container.some((entry) => equals(run, entry, value))
}
