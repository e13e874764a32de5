import { createChance } from '#testing/chance.ts'
import type { TemplateRequest } from './jinja-oracle.ts'

const PAYLOADS = [
  '{"state":"ON","position":55,"moving":"UP","running":true,"value":99,"name":"blind"}',
  '{"state":null,"position":12.7,"value":0,"list":[1,2.5,"a",null,true],"nested":{"state":"open","0":"zero"}}',
  '{"value":false,"position":"50","name":"Küche 1","list":[],"nested":{},"state":"","big":12345678901234567890}',
  '{"value":1.0,"position":-3,"state":"off","list":[{"state":"on"},{"state":"off"}],"get":"own","items":[1]}',
  '{"value":1e3,"position":0.1,"state":"x\\ny","name":" padded ","nested":{"state":[1,[2]]},"list":["b","a"]}',
  '[1,2,3]',
  '"text"',
  '17',
  '2.50',
  'ON',
  '',
  'not json {',
  'a,b;c=1,2',
  '0x1f',
  '1e400',
  'true',
  'None',
  ' 42 ',
]

const KEYS = [
  'state',
  'state',
  'position',
  'position',
  'value',
  'name',
  'list',
  'nested',
  'moving',
  'missing',
  'items',
  'big',
]
const FILTERS = [
  'int',
  'float',
  'int(7)',
  'float(1.5)',
  'int(default=none)',
  'round',
  'round(1)',
  'round(2)',
  'round(0, "floor")',
  'round(1, "ceil")',
  'round(0, "half")',
  'round(1, default=0)',
  'default("d")',
  'd(0)',
  "default('x', true)",
  'lower',
  'upper',
  'length',
  'count',
  'string',
  'trim',
  'trim("a")',
  'abs',
  'first',
  'last',
  'list',
  'join',
  'join(",")',
  'replace("o", "0")',
  'replace("a", "b", 1)',
  'to_json',
  'tojson',
  'is_defined',
  'multiply(0.5)',
  'multiply(3)',
  'add(1)',
  'multiply(2, default=9)',
  'iif("y", "n")',
  'iif(1, 2, 3)',
  'bool',
  'bool(false)',
  'is_number',
  'reverse',
  'capitalize',
  'sum',
  'max',
  'min',
  'from_json',
  'title',
]
const TESTS = [
  'defined',
  'undefined',
  'none',
  'number',
  'string',
  'integer',
  'float',
  'boolean',
  'mapping',
  'sequence',
  'iterable',
  'true',
  'false',
  'odd',
  'even',
  'divisibleby 2',
  'divisibleby(3)',
  'lower',
  'upper',
  'eq 1',
  'equalto("ON")',
  'gt 5',
  'ge(2)',
  'lt 5',
  'ne none',
  'in [1, "a"]',
  'list',
  'contains("a")',
  'is_number',
]
const METHODS = [
  '.split(",")',
  '.split()',
  '.split(",", 1)',
  '.rsplit(",", 1)',
  '.strip()',
  '.lstrip("a")',
  '.rstrip()',
  '.upper()',
  '.lower()',
  '.replace("a", "bb")',
  '.startswith("a")',
  '.endswith("N")',
  '.get("state")',
  '.get("missing", 5)',
  '.find("b")',
  '.isdigit()',
  '.index(2)',
  '.count(1)',
  '.join(["a", "b"])',
  '.items()',
  '.title()',
]
const LITERALS = [
  '0',
  '1',
  '2',
  '-1',
  '100',
  '99',
  '2.5',
  '0.01',
  '1.0',
  '1e3',
  '1e-7',
  '123456789.123',
  '1_000',
  "'a'",
  '"ON"',
  "''",
  '"50"',
  "'12.7'",
  '"x\\ty"',
  '"it\'s"',
  'true',
  'false',
  'none',
  'True',
  'None',
  '[]',
  '[1, "a", none]',
  '{}',
  '{"a": 1, "b": [true]}',
  '{1: "one", 0: "zero"}',
  '9007199254740991',
]

/** Random templates of the kind that is run, and payloads for them. */
export function createTemplates(seed: number) {
  const { below, pick } = createChance(seed)

  function path(): string {
    let text = below(25) === 0 ? 'unknown' : pick(['value', 'value_json', 'value_json'])
    const parts = text === 'value_json' ? (below(5) === 0 ? 2 : 1) : below(8) === 0 ? 1 : 0
    for (let part = 0; part < parts; part++) {
      const key = pick(KEYS)
      text += pick([
        `.${key}`,
        `.${key}`,
        `.${key}`,
        `.${key}`,
        `.${key}`,
        `.${key}`,
        `["${key}"]`,
        `["${key}"]`,
        `['${key}']`,
        `[${below(3)}]`,
        `.${below(3)}`,
        '[0:2]',
        '[-1]',
      ])
    }
    return text
  }

  function operand(depth: number): string {
    switch (below(depth > 1 ? 4 : 9)) {
      case 0:
        return pick(LITERALS)
      case 1:
      case 2:
      case 3:
        return path()
      case 4:
        return `(${expression(depth + 1)})`
      case 5:
        return `${path()}${pick(METHODS)}`
      case 6:
        return `${pick(['is_number', 'float', 'int', 'max', 'min', 'bool', 'iif'])}(${expression(depth + 1)}${pick(['', '', `, ${operand(depth + 1)}`])})`
      case 7:
        return `[${operand(depth + 1)}, ${operand(depth + 1)}]`
      default:
        return `{${pick(['"k"', "'state'", '1', 'true', '2.0'])}: ${operand(depth + 1)}}`
    }
  }

  function expression(depth: number): string {
    const left = operand(depth)
    switch (below(depth > 1 ? 6 : 14)) {
      case 0:
      case 1:
        return left
      case 2:
      case 3:
      case 4:
        return `${left}${pick([' | ', '|'])}${pick(FILTERS)}${below(3) === 0 ? `|${pick(FILTERS)}` : ''}`
      case 5:
        return `${left} ${pick(['+', '-', '/', '//', '%'])} ${operand(depth + 1)}`
      case 6:
        return `${left} * ${pick(['2', '100', '0.01', '3', '1001'])}`
      case 7:
        return `${left} ${pick(['==', '!=', '<', '<=', '>', '>=', 'in', 'not in'])} ${operand(depth + 1)}`
      case 8:
        return `${left} is ${pick(['', 'not '])}${pick(TESTS)}`
      case 9:
        return `${expression(depth + 1)} if ${expression(depth + 1)} else ${expression(depth + 1)}`
      case 10:
        return `${left} ${pick(['and', 'or'])} ${operand(depth + 1)}`
      case 11:
        return `not ${left}`
      case 12:
        return `-${left}|${pick(FILTERS)}`
      default:
        return `${left} if ${expression(depth + 1)}`
    }
  }

  const print = () => `{{${pick([' ', '', '- '])}${expression(0)}${pick([' ', '', ' -'])}}}`

  function choice(): string {
    const middle = below(3) === 0 ? `{% elif ${operand(0)} %}${content()}` : ''
    const last = below(2) === 0 ? `{%- else -%}${content()}` : ''
    return `{% if ${pick([operand(0), `${operand(0)} == ${operand(0)}`, `${path()} is ${pick(TESTS)}`, `${operand(0)} > 0`])} %}${content()}${middle}${last}{% endif %}`
  }

  function content(): string {
    return pick([
      print,
      print,
      () => pick(['open', ' closed ', '{"position": ', '\n', 'a{b', '{# note #}']),
    ])()
  }

  function template(): string {
    const parts = Array.from({ length: 1 + below(3) }, () => pick([print, print, choice, content])())
    const text = parts.join(pick(['', '', ' ', ',']))
    // Some templates are broken.
    return below(40) === 0 ? text.slice(0, below(text.length)) : text
  }

  return {
    next: (): TemplateRequest => ({
      template: template(),
      payload: below(5) === 0 ? pick(PAYLOADS) : pick(PAYLOADS.slice(0, 5)),
    }),
  }
}
