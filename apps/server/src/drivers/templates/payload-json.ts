import { BigWhole, type DictKey, Float, type Value } from './values.ts'

/** How deep a payload may be nested. */
export const MAX_DEPTH = 32

const NUMBER = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON has no control characters in a text.
const TEXT = /"[^"\\\0-\x1f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\0-\x1f]*)*"/y

/**
 * Reads JSON as Python does: a number with a point stays a float, and a dict keeps the order of its keys. Null if the text is no
 * JSON or is nested too deeply.
 */
export function readJson(text: string): { value: Value } | null {
  const reader = new Reader(text)
  try {
    const value = reader.value(0)
    return reader.isAtEnd() ? { value } : null
  } catch (error) {
    if (error instanceof NotJson) return null
    throw error
  }
}

class NotJson extends Error {}

class Reader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  isAtEnd(): boolean {
    this.#skipSpace()
    return this.#at === this.#text.length
  }

  value(depth: number): Value {
    if (depth > MAX_DEPTH) throw new NotJson()
    this.#skipSpace()
    switch (this.#text[this.#at]) {
      case '{':
        return this.#dict(depth)
      case '[':
        return this.#list(depth)
      case '"':
        return this.#string()
      case 't':
        return this.#word('true', true)
      case 'f':
        return this.#word('false', false)
      case 'n':
        return this.#word('null', null)
      default:
        return this.#number()
    }
  }

  #dict(depth: number): Value {
    const dict = new Map<DictKey, Value>()
    this.#at++
    if (this.#takes('}')) return dict
    do {
      this.#skipSpace()
      const key = this.#string()
      if (!this.#takes(':')) throw new NotJson()
      dict.set(key, this.value(depth + 1))
    } while (this.#takes(','))
    if (!this.#takes('}')) throw new NotJson()
    return dict
  }

  #list(depth: number): Value {
    const list: Value[] = []
    this.#at++
    if (this.#takes(']')) return list
    do list.push(this.value(depth + 1))
    while (this.#takes(','))
    if (!this.#takes(']')) throw new NotJson()
    return list
  }

  #string(): string {
    const written = this.#match(TEXT)
    return written.includes('\\') ? String(JSON.parse(written)) : written.slice(1, -1)
  }

  #number(): Value {
    const written = this.#match(NUMBER)
    if (/[.eE]/.test(written)) return new Float(Number(written))
    const value = Number(written)
    return Number.isSafeInteger(value) ? value + 0 : new BigWhole(BigInt(written))
  }

  #word<T extends Value>(word: string, value: T): T {
    if (!this.#text.startsWith(word, this.#at)) throw new NotJson()
    this.#at += word.length
    return value
  }

  #takes(character: string): boolean {
    this.#skipSpace()
    if (this.#text[this.#at] !== character) return false
    this.#at++
    return true
  }

  #skipSpace(): void {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at)
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return
      this.#at++
    }
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)?.[0]
    if (found === undefined) throw new NotJson()
    this.#at += found.length
    return found
  }
}
