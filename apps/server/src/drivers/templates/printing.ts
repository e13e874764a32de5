import {
  BigWhole,
  type Dict,
  Float,
  isDict,
  isList,
  type Meter,
  Method,
  Stopped,
  Undefined,
  type Value,
} from './values.ts'

/** What Python's `str` prints. */
export function print(meter: Meter, value: Value): string {
  if (value instanceof Undefined) return ''
  if (typeof value !== 'string') return represent(meter, value)
  meter.step(value.length)
  return value
}

/** What Python's `repr` prints. */
function represent(meter: Meter, value: Value): string {
  meter.step(typeof value === 'string' ? value.length : 0)
  if (value === null) return 'None'
  if (value === true) return 'True'
  if (value === false) return 'False'
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return representText(value)
  if (value instanceof Float) return printFloat(value.value)
  if (value instanceof BigWhole) return String(value.value)
  if (value instanceof Undefined) return 'Undefined'
  if (isDict(value)) return representDict(meter, value)
  if (isList(value)) return `[${value.map((entry) => represent(meter, entry)).join(', ')}]`
  throw new Stopped(`a ${value instanceof Method ? 'method' : 'value'} is printed`)
}

const representDict = (meter: Meter, dict: Dict): string =>
  `{${[...dict].map(([key, value]) => `${represent(meter, key)}: ${represent(meter, value)}`).join(', ')}}`

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }
/** Characters beyond these that Python may write as an escape. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: Python writes control characters as escapes.
const RARE = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\xa0\xad]|[^\0-\xff]/

function representText(text: string): string {
  if (RARE.test(text)) throw new Stopped('a rare character is printed in a list')
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'"
  const escaped = text.replace(/[\\\n\r\t]/g, (found) => ESCAPES[found] ?? found)
  return quote + (quote === "'" ? escaped.replaceAll("'", "\\'") : escaped) + quote
}

/** Python's form of a float: the shortest digits, with an exponent below 1e-4 and from 1e16 on. */
export function printFloat(value: number): string {
  if (Number.isNaN(value)) return 'nan'
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf'
  if (Object.is(value, -0)) return '-0.0'
  const [digits = '', exponent = '0'] = value.toExponential().split('e')
  const power = Number(exponent)
  if (power < -4 || power >= 16) {
    return `${digits}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`
  }
  const plain = power < 0 ? smallFloat(digits, power) : String(value)
  return plain.includes('.') ? plain : `${plain}.0`
}

function smallFloat(digits: string, power: number): string {
  const sign = digits.startsWith('-') ? '-' : ''
  return `${sign}0.${'0'.repeat(-power - 1)}${digits.replace('-', '').replace('.', '')}`
}
