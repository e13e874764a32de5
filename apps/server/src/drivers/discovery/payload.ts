import { isUtf8 } from 'node:buffer'
import { readJson } from '../templates/payload-json.ts'
import type { Value } from '../templates/values.ts'

const MAX_BYTES = 64 * 1024

export type Encoding = 'utf8' | 'latin1' | 'ascii'

/** Python's names of the encodings that are read. */
const ENCODINGS: ReadonlyMap<string, Encoding> = new Map([
  ['utf-8', 'utf8'],
  ['utf8', 'utf8'],
  ['utf_8', 'utf8'],
  ['latin-1', 'latin1'],
  ['latin1', 'latin1'],
  ['latin_1', 'latin1'],
  ['iso-8859-1', 'latin1'],
  ['iso8859-1', 'latin1'],
  ['ascii', 'ascii'],
  ['us-ascii', 'ascii'],
])

export const encodingOf = (name: string): Encoding | null => ENCODINGS.get(name.toLowerCase()) ?? null

/** A received payload, which several entities read: it is decoded and parsed once. */
export class Payload {
  readonly #bytes: Buffer
  readonly #texts = new Map<Encoding, string | null>()
  #variables: ReadonlyMap<string, Value> | undefined

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  /** Null if the bytes are too many, or no text of this encoding. */
  text(encoding: Encoding): string | null {
    const known = this.#texts.get(encoding)
    if (known !== undefined) return known
    const text = this.#decode(encoding)
    this.#texts.set(encoding, text)
    return text
  }

  #decode(encoding: Encoding): string | null {
    if (this.#bytes.length > MAX_BYTES) return null
    if (encoding === 'utf8' && !isUtf8(this.#bytes)) return null
    if (encoding === 'ascii' && this.#bytes.some((byte) => byte > 0x7f)) return null
    return this.#bytes.toString(encoding === 'ascii' ? 'latin1' : encoding)
  }

  /** `value`, and `value_json` where the text is JSON. */
  variables(text: string): ReadonlyMap<string, Value> {
    if (this.#variables !== undefined && this.#variables.get('value') === text) return this.#variables
    const variables = new Map<string, Value>([['value', text]])
    const read = readJson(text)
    if (read !== null) variables.set('value_json', read.value)
    this.#variables = variables
    return variables
  }
}
