import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { readJson } from './payload-json.ts'
import { compileTemplate } from './template.ts'
import type { Value } from './values.ts'

function render(template: string, payload = '', more: Record<string, Value> = {}): string {
  const compiled = compileTemplate(template)
  if (compiled.kind !== 'runs') return `${compiled.kind}: ${compiled.detail}`
  const read = readJson(payload)
  const variables = new Map<string, Value>([['value', payload], ...Object.entries(more)])
  if (read !== null) variables.set('value_json', read.value)
  const rendered = compiled.render(variables)
  return rendered.outcome === 'printed' ? rendered.text : `${rendered.outcome}: ${rendered.reason}`
}

describe('[HW29] a template prints', () => {
  it.each([
    ['plain text', '', 'plain text'],
    ['{{ value }}', ' x ', 'x'],
    ['{{ value_json.state }}', '{"state":"open"}', 'open'],
    ['{{ value_json["a"][0].b }}', '{"a":[{"b":7}]}', '7'],
    ['{{ value_json.events.0.id }}', '{"events":[{"id":7}]}', '7'],
    ['{{ value_json.x }}', '{"x":true}', 'True'],
    ['{{ value_json.x }}', '{"x":null}', 'None'],
    ['{{ value_json.x }}', '{"x":50.0}', '50.0'],
    ['{{ value_json.x }}', '{"x":1e-7}', '1e-07'],
    ['{{ value_json.x }}', '{"x":12345678901234567890}', '12345678901234567890'],
    ['{{ value_json.x }}', '{"x":[1,"a",null,{"b":1.5}]}', "[1, 'a', None, {'b': 1.5}]"],
    ['{{ value_json.missing }}', '{}', ''],
    ['{{ value_json.x }}', '{"x":1,"x":2}', '2'],
    ['{{ value_json.x | round }}', '{"x":49.5}', '50'],
    ['{{ value_json.x | round }}', '{"x":50.5}', '50'],
    ['{{ value_json.x | round(2) }}', '{"x":2.675}', '2.67'],
    ['{{ (value_json.x / 99 * 100) | round(0) }}', '{"x":50}', '51'],
    ['{{ value | multiply(0.01) | int }}', '9900', '99'],
    ['{{ "x" | int }}', '', '0'],
    ['{{ "42.9" | int }}', '', '42'],
    ['{{ -7 // 2 }} {{ -7 % 3 }}', '', '-4 2'],
    ['{{ "on" if value_json.x else "off" }}', '{"x":0}', 'off'],
    [
      '{% if "m" in value_json and value_json["m"] %} {{ value_json["m"] }} {% else %} STOP {% endif %}',
      '{"m":"UP"}',
      'UP',
    ],
    ['{% if value == "a" %}1{% elif value == "b" %}2{% else %}3{% endif %}', 'b', '2'],
    ['{{ {"a": value_json.x, "b": [1]} | to_json }}', '{"x":1}', '{"a":1,"b":[1]}'],
    ['{{ {"b": 1, "a": "<é>"} | tojson }}', '', '{"a": "\\u003c\\u00e9\\u003e", "b": 1}'],
    ['{{ {1: "one"}[value | int] }}', '1', 'one'],
    ['{{ value.split(",")[0:2] | join(",") }}', 'a,b,c', 'a,b'],
    ['{{ value_json.get("x") }}|{{ value_json.get("y", 5) }}', '{"x":1}', '1|5'],
    ['{{ is_number(value) }} {{ is_number("5") }}', 'x', 'False True'],
    ['{{ 1 < 2 < 3 }} {{ not 1 in [1] }} {{ 1 is not defined }}', '', 'True False False'],
    ['{# note #}{% raw %}{{ x }}{% endraw %}', '', '{{ x }}'],
    ['a {{- " b " -}} c', '', 'a b c'],
    ['{{ unknown | default("d") }}', '', 'd'],
    ["{{ 'it' 's' }}", '', 'its'],
    ['{{ min(3, 1.5) }} {{ max([1, 2]) }}', '', '1.5 2'],
    ['{"id":1,"pos":{{ value }}}', '7', '{"id":1,"pos":7}'],
  ])('%s with %j as %j', (template, payload, text) => {
    expect(render(template, payload)).toBe(text)
  })

  it.each([
    '{{ value_json.x }}',
    '{{ value_json.x | is_defined }}',
    '{{ missing.x }}',
    '{{ missing + 1 }}',
    '{{ "x" | round }}',
    '{{ 1 / 0 }}',
    '{{ "a" < 1 }}',
    '{{ none + 1 }}',
    '{{ value() }}',
    '{{ [1] | first | length }}',
  ])('nothing and raises by %s', (template) => {
    expect(render(template, 'text')).toMatch(/^raised: /)
  })

  it.each([
    '{{ value.__class__ }}',
    '{{ value_json.items }}',
    '{{ value_json.items() }}',
    '{{ value.constructor.constructor("return process")() }}',
    '{{ value_json.x * 900 * 900 }}',
    '{{ value.join(value_json.list) }}',
    '{{ value in value }}',
    '{{ [value, value, value, value, value, value] }}',
    '{{ 9007199254740991 + 1 }}',
    '{{ value.format(1) }}',
  ])('nothing the host has by %s', (template) => {
    const payload = JSON.stringify({ x: 'xxxx', list: Array.from({ length: 9000 }, () => 'xxxx') })
    expect(render(template, payload)).not.toMatch(
      /^(raised: )?(?!stopped|raised).*(function|class|process|native)/,
    )
    expect(render(template, payload).length).toBeLessThanOrEqual(4096 + 50)
  })

  it('has no prototype to read', () => {
    expect(
      render('{{ value_json.constructor }}{{ value_json.toString }}{{ value_json["__proto__"] }}', '{}'),
    ).toBe('stopped: it reads what is inside of a value')
    expect(render('{{ value_json.constructor }}{{ value_json.toString }}', '{}')).toBe('')
    expect(render('{{ constructor }}{{ toString }}', '{}')).toBe('')
  })
})

describe('[HW29] the worst templates', () => {
  const big = 'a'.repeat(60_000)
  const wide = JSON.stringify({
    v: Array.from({ length: 10_000 }, (_, index) => index),
    t: big.slice(0, 10_000),
  })

  it.each([
    ['nested lists', `{{ ${'['.repeat(30)}value${']'.repeat(30)} | length }}`, big],
    ['many values', `{{ [${'value,'.repeat(600)}] }}`, big],
    ['many joins', `{{ [${'value_json.v,'.repeat(250)}] | join(value_json.t) }}`, wide],
    ['a join of characters', '{{ value | list | join(value) }}', big],
    ['a replacement of each character', '{{ value | replace("a", value) }}', big],
    ['a chain of replacements', `{{ value${' | replace("a", "aa")'.repeat(100)} }}`, big],
    ['a chain of splits', `{{ value${' | replace("b", "c") | list | join("aa")'.repeat(40)} }}`, big],
    [
      'a long search',
      '{{ value_json.n in value_json.h }}',
      JSON.stringify({ h: big.slice(0, 30_000), n: `b${big.slice(0, 20_000)}` }),
    ],
    ['a strip of many characters', '{{ value.strip(value) }}', big],
    ['a long number', '{{ value | int }}{{ value | float }}', '1'.repeat(60_000)],
    [
      'a comparison of large lists',
      `{{ [${'value_json,'.repeat(150)}] == [${'value_json,'.repeat(150)}] }}`,
      wide,
    ],
    ['a chain of sums', `{{ value${' + value'.repeat(400)} }}`, big],
    ['many conditions', `{{ ${'1 if value else '.repeat(60)}2 }}`, ''],
    [
      'deep conditions',
      `{% if 1 %}${'{% if value %}'.repeat(30)}x${'{% endif %}'.repeat(30)}{% endif %}`,
      big,
    ],
    ['many numbers', `{{ ${'1 + '.repeat(1000)}1 }}`, ''],
  ])('%s end', (_title, template, payload) => {
    // The text is of a bounded length; how long it took is printed by the bench.
    expect(render(template, payload).length).toBeLessThan(5000)
  })
})

const Vectors = z.object({
  templates: z.array(
    z.object({
      id: z.string(),
      template: z.string(),
      cases: z.array(
        z.object({
          payload: z.optional(z.string()),
          variables: z.optional(z.record(z.string(), z.union([z.number(), z.string()]))),
          expect: z.string(),
        }),
      ),
    }),
  ),
})

const FOLDER = process.env.DEVICE_CASES
const vectors =
  FOLDER === undefined
    ? []
    : Vectors.parse(JSON.parse(readFileSync(join(FOLDER, 'templates.json'), 'utf8'))).templates

describe.each(vectors)('$id', ({ template, cases }) => {
  it.each(cases)('prints $expect', ({ payload, variables = {}, expect: expected }) => {
    const isJson = /^[[{]/.test(expected)
    const read = (text: string): unknown => (isJson ? JSON.parse(text) : text)
    expect(read(render(template, payload, variables))).toEqual(read(expected))
  })
})
