/** Pays for what is read or made. */
export interface Meter {
  step(size?: number): void
}

/**
 * The values of templates, with Python's meaning. An integer is a JavaScript number, a float is a `Float`: both can be whole,
 * and Python prints them differently.
 */
export type Value =
  | null
  | boolean
  | number
  | string
  | Float
  | BigWhole
  | Undefined
  | Method
  | readonly Value[]
  | Dict

export class Float {
  readonly value: number

  constructor(value: number) {
    this.value = value
  }
}

/** An integer that a JavaScript number cannot hold exactly. It is printed and compared, not calculated with. */
export class BigWhole {
  readonly value: bigint

  constructor(value: bigint) {
    this.value = value
  }
}

export class Undefined {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** A method of a value, before it is called. */
export class Method {
  readonly owner: Value
  readonly name: string

  constructor(owner: Value, name: string) {
    this.owner = owner
    this.name = name
  }
}

export type DictKey = string | number | boolean | null
export type Dict = ReadonlyMap<DictKey, Value>

/** Jinja raises here: the payload passes as it is. */
export class Raised extends Error {
  override readonly name = 'Raised'
}

/** The template needs more than it may, or something that is not run: it prints nothing. */
export class Stopped extends Error {
  override readonly name = 'Stopped'
}

export const isDict = (value: Value): value is Dict => value instanceof Map
export const isList = (value: Value): value is readonly Value[] => Array.isArray(value)

export function typeName(value: Value): string {
  if (value === null) return 'NoneType'
  if (typeof value === 'boolean') return 'bool'
  if (typeof value === 'number' || value instanceof BigWhole) return 'int'
  if (typeof value === 'string') return 'str'
  if (value instanceof Float) return 'float'
  if (isDict(value)) return 'dict'
  if (isList(value)) return 'list'
  return value instanceof Undefined ? 'Undefined' : 'method'
}

/** An integer result, which Python would hold whatever its size. */
export function whole(value: number): number {
  if (!Number.isSafeInteger(value)) throw new Stopped('an integer is too large')
  // Python's integers have no negative zero.
  return value === 0 ? 0 : value
}

/** The number of a value that Python calculates with, null for others. */
export function numberOf(value: Value): number | null {
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return value ? 1 : 0
  if (value instanceof Float) return value.value
  if (value instanceof BigWhole) throw new Stopped('an integer is too large')
  return null
}

export function isTrue(value: Value): boolean {
  if (value === null || value instanceof Undefined) return false
  if (typeof value === 'boolean') return value
  if (typeof value === 'number') return value !== 0
  if (typeof value === 'string') return value !== ''
  if (value instanceof Float) return value.value !== 0
  if (isDict(value)) return value.size > 0
  return !isList(value) || value.length > 0
}

/** `==` of Python: numbers and booleans by their value, lists and dicts by their contents. */
export function equals(meter: Meter, left: Value, right: Value): boolean {
  meter.step()
  if (left === right) return true
  if (typeof left === 'string') meter.step(left.length)
  if (left instanceof Undefined) return right instanceof Undefined
  if (left instanceof BigWhole || right instanceof BigWhole) return equalsBig(left, right)
  const a = numberOf(left)
  if (a !== null) return a === numberOf(right)
  if (isList(left) && isList(right)) {
    return (
      left.length === right.length && left.every((entry, index) => equals(meter, entry, right[index] ?? null))
    )
  }
  if (isDict(left) && isDict(right)) {
    if (left.size !== right.size) return false
    for (const [key, value] of left) {
      const other = entryOf(right, key)
      if (other === undefined || !equals(meter, value, other)) return false
    }
    return true
  }
  if (left instanceof Method || right instanceof Method) throw new Stopped('a method is compared')
  return false
}

function equalsBig(left: Value, right: Value): boolean {
  if (left instanceof BigWhole && right instanceof BigWhole) return left.value === right.value
  if (left instanceof Float || right instanceof Float) throw new Stopped('an integer is too large')
  return false
}

/** The key of a dict that is equal: 1, 1.0 and True are one key. */
export function dictKey(value: Value): DictKey {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value
  if (typeof value === 'boolean') return value
  if (value instanceof Float && Number.isSafeInteger(value.value)) return value.value
  if (isList(value) || isDict(value)) throw new Raised(`unhashable type: '${typeName(value)}'`)
  throw new Stopped(`a key of type ${typeName(value)}`)
}

export function entryOf(dict: Dict, key: DictKey): Value | undefined {
  const found = dict.get(key)
  if (found !== undefined || dict.has(key)) return found
  if (typeof key === 'boolean') return dict.get(key ? 1 : 0)
  if (key === 0 || key === 1) return dict.get(key === 1)
  return undefined
}

/** Less than zero if `left` comes first. Texts are ordered by code points. */
export function order(left: Value, right: Value): number {
  if (typeof left === 'string' && typeof right === 'string') return orderTexts(left, right)
  const a = numberOf(left)
  const b = a === null ? null : numberOf(right)
  // A comparison with NaN is false, whichever it is.
  if (a !== null && b !== null) return a < b ? -1 : a > b ? 1 : a === b ? 0 : Number.NaN
  if (isList(left) && isList(right)) throw new Stopped('lists are ordered')
  throw new Raised(`'<' not supported between instances of '${typeName(left)}' and '${typeName(right)}'`)
}

function orderTexts(left: string, right: string): number {
  if (left === right) return 0
  const a = [...left]
  const b = [...right]
  for (let index = 0; index < a.length && index < b.length; index++) {
    const difference = (a[index]?.codePointAt(0) ?? 0) - (b[index]?.codePointAt(0) ?? 0)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}
