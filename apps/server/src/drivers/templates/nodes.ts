import type { Calculation, Comparison } from './operators.ts'
import type { Call, Run } from './run.ts'
import { dictKey, Float, Stopped, type Value } from './values.ts'

export type Expression = (run: Run) => Value

/** An expression, and its number where it is one that is written in the template. */
export interface Node {
  evaluate: Expression
  literal?: number
  /** The name, where it is nothing but a name. */
  bare?: string
}

export interface Arguments {
  args: Expression[]
  named: [string, Expression][]
}

/** `*` is run only beside a number that is written in the template, and is not above this. */
const MAX_FACTOR = 1000
export const MAX_NESTING = 64

const COMPARISONS: readonly string[] = ['==', '!=', '<', '<=', '>', '>=']
export const isComparison = (value: string): value is Comparison => COMPARISONS.includes(value)
export const isSum = (value: string): value is '+' | '-' => value === '+' || value === '-'
export const isProduct = (value: string): value is Exclude<Calculation, '+' | '-'> =>
  value === '*' || value === '/' || value === '//' || value === '%'

export const CONSTANTS: ReadonlyMap<string, Value> = new Map<string, Value>([
  ['true', true],
  ['True', true],
  ['false', false],
  ['False', false],
  ['none', null],
  ['None', null],
])

export const isSmall = ({ literal }: Node): boolean =>
  literal !== undefined && Math.abs(literal) <= MAX_FACTOR

export function wholeNode(written: string): Node {
  const number = Number(written.replaceAll('_', ''))
  if (!Number.isSafeInteger(number)) return { evaluate: tooLarge }
  return { evaluate: () => number, literal: number }
}

function tooLarge(): never {
  throw new Stopped('an integer is too large')
}

export const callOf = (run: Run, { args, named }: Arguments): Call => ({
  run,
  args: args.map((argument) => argument(run)),
  named: new Map(named.map(([name, argument]) => [name, argument(run)])),
})

export function dictOf(run: Run, entries: readonly [Expression, Expression][]): Value {
  const dict = new Map<ReturnType<typeof dictKey>, Value>()
  for (const [key, value] of entries) {
    const given = key(run)
    if (given instanceof Float) throw new Stopped('a key that is a float')
    const name = dictKey(given)
    if (typeof name === 'boolean' || name === 0 || name === 1) {
      const other = typeof name === 'boolean' ? Number(name) : name === 1
      if (dict.has(other)) throw new Stopped('two keys that are equal')
    }
    dict.set(name, value(run))
  }
  return dict
}
