import fc from 'fast-check'
import type { DescribedCall } from './api-description.ts'
import { RECIPES } from './recipes.ts'
import { nearly, valuesOf, wildValue } from './values.ts'

/** Who makes a call. The holder has a role with all permissions for one device of the owner. */
const CALLERS = ['owner', 'holder', 'guest', 'nobody', 'operator'] as const
export type Caller = (typeof CALLERS)[number]

export interface HttpCase {
  kind: 'http'
  /** The name of the call in the description, such as `POST /auth/login`. */
  name: string
  caller: Caller
  method: string
  path: string
  query: [string, string][]
  headers: Record<string, string>
  /** Text with placeholders. */
  body: string | null
}

const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'
const HEADER_VALUE = /^[\t\x20-\x7e]*$/

/** Replaces unpaired surrogates, which a URL cannot contain. */
const wellFormed = (text: string): string => Buffer.from(text).toString()

const asText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

const formOf = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? new URLSearchParams(
        Object.entries(value).map(([key, each]): [string, string] => [key, asText(each)]),
      ).toString()
    : asText(value)

const rawText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.constantFrom('{', '{"a":', '[]', 'null', '{} {}', '{"a":"\\u0000"}', '{"a":"\\ud800"}', '7', '"text"'),
  fc.integer({ min: 10, max: 20_000 }).map((depth) => '['.repeat(depth)),
  fc.integer({ min: 1, max: 90_000 }).map((length) => `{"name":"${'x'.repeat(length)}"}`),
)

const bodyOf = ({
  method,
  path,
  body,
}: DescribedCall): fc.Arbitrary<{ type: string; text: string | null }> => {
  const described = body === null ? wildValue : valuesOf(body.schema, '')
  const recipe = RECIPES.get(`${method} ${path}`)
  const right = recipe === undefined ? described : fc.oneof(recipe, described)
  const written = (value: unknown) => ({
    type: body?.type ?? JSON_TYPE,
    text: body?.type === FORM_TYPE ? formOf(value) : (JSON.stringify(value) ?? ''),
  })
  return fc.oneof(
    { weight: body === null ? 1 : 6, arbitrary: right.map(written) },
    { weight: 6, arbitrary: nearly(right).map(written) },
    { weight: 1, arbitrary: wildValue.map(written) },
    { weight: body === null ? 12 : 1, arbitrary: fc.constant({ type: '', text: null }) },
    {
      weight: 1,
      arbitrary: fc.record({
        type: fc.constantFrom(
          JSON_TYPE,
          FORM_TYPE,
          'text/plain',
          'multipart/form-data; boundary=x',
          'nonsense',
        ),
        text: rawText,
      }),
    },
  )
}

const queryOf = ({ query }: DescribedCall): fc.Arbitrary<[string, string][]> => {
  const right = query.map(({ name, isRequired, schema }) =>
    fc.option(
      valuesOf(schema, name).map((value): [string, string][] =>
        Array.isArray(value) ? value.map((each) => [name, asText(each)]) : [[name, asText(value)]],
      ),
      { nil: [], freq: isRequired ? 20 : 2 },
    ),
  )
  const wildPair = fc.tuple(
    fc.oneof(
      fc.constantFrom('index', 'token', ...query.map(({ name }) => name)),
      fc.string({ maxLength: 12 }),
    ),
    wildValue.map((value) => asText(value).slice(0, 2_000)),
  )
  return fc
    .tuple(fc.tuple(...right), fc.option(fc.array(wildPair, { maxLength: 3 }), { nil: [], freq: 1 }))
    .map(([pairs, wild]) => [...pairs.flat(), ...wild])
}

const wildHeaders = fc.dictionary(
  fc.constantFrom(
    'origin',
    'referer',
    'accept-language',
    'user-agent',
    'content-type',
    'x-device-link-token',
    'authorization',
    'cookie',
    'sec-fetch-site',
    'if-none-match',
    'range',
    'accept-encoding',
  ),
  wildValue.map((value) => asText(value).slice(0, 1_000)).filter((value) => HEADER_VALUE.test(value)),
  { maxKeys: 3 },
)

const callersOf = ({ access }: DescribedCall): fc.Arbitrary<Caller> => {
  const likely: Caller = access === 'operator' ? 'operator' : 'owner'
  return fc.oneof(
    { weight: 6, arbitrary: fc.constant(likely) },
    { weight: 4, arbitrary: fc.constantFrom(...CALLERS) },
  )
}

const caseOf = (call: DescribedCall): fc.Arbitrary<HttpCase> =>
  fc
    .record({
      caller: callersOf(call),
      inPath: fc.oneof(
        fc.constant('A'.repeat(43)),
        fc.string({ unit: 'binary', minLength: 1, maxLength: 80 }),
      ),
      query: queryOf(call),
      body: bodyOf(call),
      headers: fc.option(wildHeaders, { nil: {}, freq: 1 }),
      // Each case uses its own address, so that rate limits per address do not answer instead of the call.
      address: fc.ipV4(),
      method: fc.oneof(
        { weight: 40, arbitrary: fc.constant(call.method) },
        { weight: 1, arbitrary: fc.constantFrom('PUT', 'PATCH', 'HEAD', 'OPTIONS', 'DELETE') },
      ),
    })
    .map(({ caller, inPath, query, body, headers, address, method }) => ({
      kind: 'http',
      name: `${call.method} ${call.path}`,
      caller,
      method,
      path: call.path.replaceAll(/\{[^}]+\}/g, encodeURIComponent(wellFormed(inPath))),
      query: query.map(([key, value]) => [wellFormed(key), wellFormed(value)]),
      headers: {
        'x-forwarded-for': address,
        ...(body.type === '' ? {} : { 'content-type': body.type }),
        ...headers,
      },
      body: body.text,
    }))

/** Requests for all calls of the description: valid, nearly valid, or arbitrary. */
export const httpCases = (calls: readonly DescribedCall[]): fc.Arbitrary<HttpCase> =>
  fc.oneof(...calls.map(caseOf))
