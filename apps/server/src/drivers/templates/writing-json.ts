import { printFloat } from './printing.ts'
import {
  BigWhole,
  Float,
  isDict,
  isList,
  type Meter,
  Raised,
  Stopped,
  typeName,
  type Value,
} from './values.ts'

/** Home Assistant's `to_json`: no spaces, and the keys in their order. */
export const writeCompactJson = (meter: Meter, value: Value): string =>
  write(meter, value, { comma: ',', colon: ':', sorted: false, text: JSON.stringify })

/** Jinja's `tojson`: sorted keys, ASCII only, and nothing that ends a script. */
export const writeSafeJson = (meter: Meter, value: Value): string =>
  write(meter, value, { comma: ', ', colon: ': ', sorted: true, text: asciiText }).replace(
    /[<>&']/g,
    (found) => `\\u00${found.charCodeAt(0).toString(16)}`,
  )

interface Style {
  comma: string
  colon: string
  sorted: boolean
  text(text: string): string
}

function write(meter: Meter, value: Value, style: Style): string {
  meter.step(typeof value === 'string' ? value.length : 0)
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return String(value)
  if (typeof value === 'string') return style.text(value)
  if (value instanceof Float) return writeFloat(value.value)
  if (value instanceof BigWhole) return String(value.value)
  if (isDict(value)) {
    const entries = [...value].map(([key, entry]) => [textKey(key), entry] as const)
    if (style.sorted) entries.sort(([a], [b]) => (a < b ? -1 : 1))
    return `{${entries.map(([key, entry]) => style.text(key) + style.colon + write(meter, entry, style)).join(style.comma)}}`
  }
  if (isList(value)) return `[${value.map((entry) => write(meter, entry, style)).join(style.comma)}]`
  throw new Raised(`Object of type ${typeName(value)} is not JSON serializable`)
}

function writeFloat(value: number): string {
  const written = printFloat(value)
  if (/[en]/.test(written)) throw new Stopped('a float of a rare form in JSON')
  return written
}

function textKey(key: Value): string {
  if (typeof key !== 'string') throw new Stopped('a key that is no text in JSON')
  return key
}

const asciiText = (text: string): string =>
  JSON.stringify(text).replace(
    /[\u007f-\uffff]/g,
    (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
