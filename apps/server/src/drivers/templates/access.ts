import { raiseIfUndefined } from './arguments.ts'
import type { Run } from './run.ts'
import {
  dictKey,
  entryOf,
  Float,
  isDict,
  isList,
  Method,
  Raised,
  Stopped,
  typeName,
  Undefined,
  type Value,
} from './values.ts'

const words = (list: string) => new Set(list.split(' '))

/** What a value of Python has beside its entries. A dict with such a key is asked for the method by `a.key`, as in Jinja. */
const ATTRIBUTES = {
  text: words(
    'capitalize casefold center count encode endswith expandtabs find format format_map index isalnum isalpha isascii isdecimal isdigit isidentifier islower isnumeric isprintable isspace istitle isupper join ljust lower lstrip maketrans partition removeprefix removesuffix replace rfind rindex rjust rpartition rsplit rstrip split splitlines startswith strip swapcase title translate upper zfill',
  ),
  list: words('append clear copy count extend index insert pop remove reverse sort'),
  dict: words('clear copy fromkeys get items keys pop popitem setdefault update values'),
  number: words(
    'as_integer_ratio bit_count bit_length conjugate denominator from_bytes imag numerator real to_bytes fromhex hex is_integer',
  ),
}

function attributesOf(value: Value): ReadonlySet<string> | null {
  if (typeof value === 'string') return ATTRIBUTES.text
  if (isDict(value)) return ATTRIBUTES.dict
  if (isList(value)) return ATTRIBUTES.list
  return value === null || value instanceof Undefined ? null : ATTRIBUTES.number
}

/** `owner.name`: an attribute first, then an entry. */
export function attribute(owner: Value, name: string): Value {
  raiseIfUndefined(owner)
  const method = methodOf(owner, name)
  if (method !== null) return method
  const found = entry(owner, name)
  return found === undefined ? new Undefined(name) : found
}

/** `owner[key]`: an entry first, then an attribute. */
export function subscript(run: Run, owner: Value, key: Value): Value {
  raiseIfUndefined(owner)
  run.step(typeof owner === 'string' ? owner.length : 0)
  const found = entry(owner, key)
  if (found !== undefined) return found
  return (typeof key === 'string' ? methodOf(owner, key) : null) ?? new Undefined('entry')
}

function methodOf(owner: Value, name: string): Method | null {
  if (name.startsWith('__')) throw new Stopped('it reads what is inside of a value')
  return attributesOf(owner)?.has(name) ? new Method(owner, name) : null
}

function entry(owner: Value, key: Value): Value | undefined {
  if (isDict(owner)) {
    if (isList(key) || isDict(key) || key instanceof Undefined) return undefined
    if (key instanceof Float && !Number.isSafeInteger(key.value)) return undefined
    return entryOf(owner, dictKey(key))
  }
  if (typeof key !== 'number' && typeof key !== 'boolean') return undefined
  if (typeof owner === 'string') return [...owner].at(Number(key))
  return isList(owner) ? owner.at(Number(key)) : undefined
}

/** `owner[from:to]`. */
export function slice(run: Run, owner: Value, from: Value, to: Value): Value {
  raiseIfUndefined(owner)
  const start = from === null ? 0 : bound(from)
  const end = to === null ? undefined : bound(to)
  if (typeof owner === 'string') {
    run.step(owner.length)
    return [...owner].slice(start, end).join('')
  }
  if (isList(owner)) {
    run.entries(owner.length)
    return owner.slice(start, end)
  }
  throw new Raised(`'${typeName(owner)}' object is not subscriptable`)
}

function bound(value: Value): number {
  if (typeof value !== 'number') throw new Stopped('a bound of a slice is no integer')
  return value
}
