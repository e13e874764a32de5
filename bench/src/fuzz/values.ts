import fc from 'fast-check'
import type { Schema } from './api-description.ts'

/** Placeholders that are replaced by the values of the run when a case is sent. */
const PLACEHOLDERS = [
  '{{own device}}',
  '{{own door}}',
  '{{own light}}',
  '{{foreign device}}',
  '{{own link}}',
  '{{foreign link}}',
  '{{own link to change}}',
  '{{own room}}',
  '{{own group}}',
  '{{foreign room}}',
  '{{foreign group}}',
  '{{own scenario}}',
  '{{foreign scenario}}',
  '{{stranger}}',
] as const
export type Placeholder = (typeof PLACEHOLDERS)[number]

const REFERENCE_KEYS: ReadonlySet<string> = new Set([
  'token',
  'devicetoken',
  'devices',
  'deviceIds',
  'targets',
  'groups',
  'deviceLinkToken',
  'id',
  'before',
  'pinned',
])
const WORD_BY_KEY: ReadonlyMap<string, string> = new Map([
  ['claimCode', '{{claim code}}'],
  ['password', '{{own password}}'],
  ['old_password', '{{own password}}'],
  ['new_password', '{{own password}}'],
  ['confirm_password', '{{own password}}'],
])
const EMAIL_KEYS: ReadonlySet<string> = new Set(['email', 'login'])
const ARRAY_MAX = 6
const PERCENT = { min: 0, max: 100, noNaN: true }
const UNIT = { min: 0, max: 1, noNaN: true }

const text = () => fc.string({ unit: 'grapheme', maxLength: 40 })
const reference = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...PLACEHOLDERS) },
  { weight: 1, arbitrary: text() },
)

/** Device commands, which the API description does not specify. */
const deviceCommand = fc.oneof(
  fc.record(
    { command: fc.constant('move'), position: fc.double(PERCENT), inclination: fc.double(PERCENT) },
    { requiredKeys: ['command'] },
  ),
  fc.record({ command: fc.constant('move_to_ventilation') }),
  fc.record(
    {
      command: fc.constantFrom('unlock', 'lock'),
      lockType: fc.constantFrom('motor', 'magnet'),
      unlockDuration: fc.integer({ min: 1, max: 60 }),
    },
    { requiredKeys: ['command', 'lockType'] },
  ),
  fc.record({
    command: fc.constant('light_apply'),
    lightType: fc.constantFrom('door', 'handle', 'light_1', 'light_2'),
    brightness: fc.double(UNIT),
  }),
  fc.record({ command: fc.constant('magic_foil_apply'), opacity: fc.double(UNIT) }),
)

/** Any JSON value. */
export const wildValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
  { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }) },
  {
    weight: 3,
    arbitrary: fc.constantFrom<unknown>(
      null,
      '',
      -1,
      0,
      1e308,
      -1e308,
      Number.MAX_SAFE_INTEGER + 1,
      '\u0000',
      '\ud800',
      '\u202e',
      "'; drop table accounts; --",
      '../../../etc/passwd',
      '%00',
      '{{7*7}}',
      '__proto__',
      'constructor',
      'x'.repeat(5_000),
      '9'.repeat(400),
      [],
      {},
      [[[[[[[[]]]]]]]],
      JSON.parse('{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}'),
      '2026-13-45T99:99:99Z',
      '0000-01-01T00:00:00Z',
      '+275760-09-13T00:00:00.000Z',
    ),
  },
  { weight: 2, arbitrary: reference },
  { weight: 1, arbitrary: fc.array(reference, { maxLength: 120 }) },
)

const soon = fc
  .integer({ min: -40 * 86_400_000, max: 40 * 86_400_000 })
  .map((ms) => new Date(Date.UTC(2026, 10, 20) + ms).toISOString())
const time = fc.oneof(
  { weight: 4, arbitrary: soon },
  { weight: 1, arbitrary: fc.date({ noInvalidDate: true }).map((date) => date.toISOString()) },
)

function textOf(schema: Schema, key: string): fc.Arbitrary<unknown> {
  if (REFERENCE_KEYS.has(key)) return reference
  const word = WORD_BY_KEY.get(key)
  if (word !== undefined)
    return fc.oneof({ weight: 4, arbitrary: fc.constant(word) }, { weight: 1, arbitrary: text() })
  if (EMAIL_KEYS.has(key)) return fc.oneof(fc.constant('{{stranger}}'), fc.emailAddress(), text())
  if (schema.format === 'date-time' || key === 'startsAt' || key === 'expiresAt') return time
  if (key === 'timeZone') return fc.oneof(fc.constantFrom('Europe/Ljubljana', 'UTC', 'Asia/Kolkata'), text())
  if (schema.pattern !== undefined && schema.format === undefined) {
    try {
      return fc.stringMatching(new RegExp(schema.pattern))
    } catch {
      // fast-check does not support every pattern.
    }
  }
  return fc.string({
    unit: 'grapheme',
    minLength: Math.min(schema.minLength ?? 0, 200),
    maxLength: Math.max(schema.minLength ?? 0, Math.min(schema.maxLength ?? 60, 200)),
  })
}

function objectOf(schema: Schema, key: string): fc.Arbitrary<unknown> {
  const properties = Object.entries(schema.properties ?? {})
  const isOpen = schema.additionalProperties !== false && schema.additionalProperties !== undefined
  const known = fc.record(Object.fromEntries(properties.map(([name, of]) => [name, valuesOf(of, name)])), {
    requiredKeys: schema.required ?? [],
  })
  if (!isOpen) return known
  const inner =
    typeof schema.additionalProperties === 'object' && schema.additionalProperties !== null
      ? schema.additionalProperties
      : {}
  const more =
    key === 'commands' || key === 'action'
      ? deviceCommand
      : fc.dictionary(reference.map(String), valuesOf(inner, ''), { maxKeys: 3 })
  return fc.tuple(known, more).map(([one, other]) => ({ ...one, ...other }))
}

/** Values that a schema allows; `key` is the name of the field. */
export function valuesOf(schema: Schema, key: string): fc.Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return fc.oneof(...choices.map((choice) => valuesOf(choice, key)))
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  const { type } = schema
  if (Array.isArray(type)) return fc.oneof(...type.map((one) => valuesOf({ ...schema, type: one }, key)))
  switch (type) {
    case 'string':
      return textOf(schema, key)
    case 'integer':
      // Provisioning ten thousand devices would be a benchmark, so the count is small.
      return fc.integer({
        min: schema.minimum ?? -1_000,
        max: key === 'count' ? 3 : (schema.maximum ?? 1_000),
      })
    case 'number':
      return fc.double({ min: schema.minimum ?? -1e6, max: schema.maximum ?? 1e6, noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(valuesOf(schema.items ?? {}, key), {
        minLength: Math.min(schema.minItems ?? 0, ARRAY_MAX),
        maxLength: Math.min(schema.maxItems ?? ARRAY_MAX, ARRAY_MAX),
      })
    case 'object':
      return objectOf(schema, key)
    default:
      return wildValue
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A copy of a value in which the part selected by `choices` is replaced or removed, or gets an additional key. */
function changed(value: unknown, choices: readonly number[], wild: unknown, how: number): unknown {
  const [choice, ...rest] = choices
  if (choice === undefined) return wild
  if (Array.isArray(value)) {
    if (value.length === 0) return [wild]
    const at = choice % value.length
    return value.map((each, n) => (n === at ? changed(each, rest, wild, how) : each))
  }
  if (!isRecord(value)) return wild
  const keys = Object.keys(value)
  const key = keys[choice % Math.max(1, keys.length)]
  if (how === 0 || key === undefined) return { ...value, [`more${choice}`]: wild }
  if (how === 1) return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key))
  return { ...value, [key]: changed(value[key], rest, wild, how) }
}

/** A value that is valid except for one part. */
export const nearly = (right: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc
    .tuple(right, fc.array(fc.nat(50), { minLength: 1, maxLength: 3 }), wildValue, fc.nat(4))
    .map(([value, choices, wild, how]) => changed(value, choices, wild, how))
