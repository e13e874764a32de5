import {
  bind,
  iterate,
  joined,
  plainLetters,
  required,
  strip,
  textArgument,
  wholeArgument,
  wordsOf,
} from './arguments.ts'
import { replaceText } from './filters.ts'
import { contains } from './operators.ts'
import type { Call } from './run.ts'
import {
  type Dict,
  dictKey,
  entryOf,
  equals,
  isDict,
  isList,
  type Method,
  Raised,
  Stopped,
  type Value,
} from './values.ts'

type Of<T> = (owner: T, call: Call) => Value

const stripped =
  (side: 'both' | 'left' | 'right'): Of<string> =>
  (owner, call) => {
    const [characters = null] = bind(call, 'chars')
    call.run.entries(owner.length >> 2)
    return strip(owner, characters === null ? null : textArgument(characters), side)
  }

const caseOf =
  (change: (text: string) => string): Of<string> =>
  (owner, call) => {
    bind(call)
    return change(owner)
  }

const matches =
  (test: (text: string, part: string) => boolean): Of<string> =>
  (owner, call) => {
    const part = textArgument(required(positional(call, 1)[0]))
    call.run.search(owner, part)
    return test(owner, part)
  }

/** Arguments that Python takes by their place only. */
function positional(call: Call, count: number): readonly Value[] {
  if (call.named.size > 0 || call.args.length > count) throw new Raised('unexpected arguments')
  return call.args
}

function split(owner: string, call: Call, fromEnd: boolean): Value {
  const [by = null, most = -1] = bind(call, 'sep', 'maxsplit')
  const count = wholeArgument(most)
  if (by === null) {
    if (count >= 0) throw new Stopped('a split by white space with a limit')
    return wordsOf(owner)
  }
  if (by === '') throw new Raised('empty separator')
  const separator = textArgument(by)
  call.run.search(owner, separator)
  const parts = owner.split(separator)
  if (count < 0 || parts.length - 1 <= count) return parts
  return fromEnd
    ? [parts.slice(0, parts.length - count).join(separator), ...parts.slice(parts.length - count)]
    : [...parts.slice(0, count), parts.slice(count).join(separator)]
}

const TEXT: Record<string, Of<string>> = {
  capitalize: caseOf((text) => plainLetters(text).slice(0, 1).toUpperCase() + text.slice(1).toLowerCase()),
  endswith: matches((text, part) => text.endsWith(part)),
  find: (owner, call) => {
    const part = textArgument(required(positional(call, 1)[0]))
    call.run.search(owner, part)
    return plainLetters(owner).indexOf(part)
  },
  isdigit: caseIs(/^\d+$/),
  join: (owner, call) =>
    joined(call, iterate(call, required(positional(call, 1)[0])).map(textArgument), owner),
  lower: caseOf((text) => text.toLowerCase()),
  lstrip: stripped('left'),
  replace: (owner, call) => {
    const [old, replacement, count = -1] = positional(call, 3)
    return replaceText(
      call,
      owner,
      textArgument(required(old)),
      textArgument(required(replacement)),
      wholeArgument(count),
    )
  },
  rsplit: (owner, call) => split(owner, call, true),
  rstrip: stripped('right'),
  split: (owner, call) => split(owner, call, false),
  startswith: matches((text, part) => text.startsWith(part)),
  strip: stripped('both'),
  upper: caseOf((text) => text.toUpperCase()),
}

function caseIs(pattern: RegExp): Of<string> {
  return (owner, call) => {
    positional(call, 0)
    return pattern.test(plainLetters(owner))
  }
}

const DICT: Record<string, Of<Dict>> = {
  get: (owner, call) => {
    const [key, fallback = null] = positional(call, 2)
    return entryOf(owner, dictKey(required(key))) ?? fallback
  },
}

const LIST: Record<string, Of<readonly Value[]>> = {
  count: (owner, call) => {
    const [value] = positional(call, 1)
    return owner.filter((entry) => equals(call.run, entry, required(value))).length
  },
  index: (owner, call) => {
    const value = required(positional(call, 1)[0])
    if (!contains(call.run, owner, value)) throw new Raised('the value is not in the list')
    return owner.findIndex((entry) => equals(call.run, entry, value))
  },
}

/** Calls a method of a value, as far as it is run. */
export function callMethod(method: Method, call: Call): Value {
  const { owner, name } = method
  call.run.step(typeof owner === 'string' || isList(owner) ? owner.length : 0)
  const run =
    typeof owner === 'string'
      ? TEXT[name]?.(owner, call)
      : isDict(owner)
        ? DICT[name]?.(owner, call)
        : isList(owner)
          ? LIST[name]?.(owner, call)
          : undefined
  if (run === undefined) throw new Stopped(`it calls ${name}()`)
  if (typeof run === 'string') call.run.step(run.length)
  return run
}
