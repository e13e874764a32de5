import { describe, expect, it } from 'vitest'
import { tokensOf } from './source-text.mjs'
import { partsOf, proseOf, wordProblems } from './words.mjs'

const proseIn = (source, file = 'a.ts') =>
  proseOf(file, source)
    .filter(({ kind }) => kind !== 'identifier')
    .map(({ kind, text }) => `${kind}: ${text}`)
const identifiersIn = (source, file = 'a.ts') =>
  tokensOf(source, { hasTags: file.endsWith('x') })
    .filter(({ kind }) => kind === 'identifier')
    .map(({ text }) => text)
const problemsIn = (source, options = {}, file = 'a.ts') => wordProblems(file, source, options)

describe('comments are found', () => {
  it.each([
    ['behind code', 'a() // one', ['comment: // one']],
    ['of several lines', '/** one\n * two */ a', ['comment: /** one\n * two */']],
    ['behind an address in a text', "a('https://a.b/c') // one", ['comment: // one']],
    ['not within a text', String.raw`a("// no", 'it\'s /* no */')`, []],
    ['not within a regular expression', 'a.replace(/\\/\\/ no|[/*]/g, b)', []],
    ['not within a regular expression after a keyword', 'return /"\\/\\/ no/.test(a)', []],
    ['behind divisions', 'a / b / c // one', ['comment: // one']],
    ['behind a division of a call and of a template', `f(a) / \`\${b}\` / 2 // one`, ['comment: // one']],
    ['not within a template', `\`// no \${a} /* no */\``, []],
    ['within the code of a template', `\`a \${b /* one */ + \`\${c}\`} // no\``, ['comment: /* one */']],
    ['behind braces within a template', `\`\${{ a: 1 }.a} // no\` // one`, ['comment: // one']],
    ['behind an escaped backquote', '`a \\` // no` // one', ['comment: // one']],
  ])('%s', (_name, source, expected) => expect(proseIn(source)).toEqual(expected))

  it.each([
    ['not in the text between tags', '<p>it’s // no, don’t</p>', []],
    ['behind a quotation mark between tags', "<p>don't</p> // one", ['comment: // one']],
    ['in braces between tags', '<p>{/* one */} // no</p>', ['comment: /* one */']],
    ['behind a tag that encloses nothing', '<a href="https://a.b" {...c} /> // one', ['comment: // one']],
    ['within a tag in an attribute', '<a b={<i>// no</i>}>{c}</a> // one', ['comment: // one']],
    ['behind a fragment', '<><b /> // no</> // one', ['comment: // one']],
    ['behind type parameters', 'const f = <T,>(a: T) => a // one', ['comment: // one']],
    ['behind a comparison', 'a < b // one', ['comment: // one']],
  ])('%s', (_name, source, expected) => expect(proseIn(source, 'a.tsx')).toEqual(expected))

  it.each([
    ['a.css', 'a { b: url(//c) } /* one */', ['comment: /* one */']],
    ['a.yml', "a: 'b#c' # one", ['comment: # one']],
    ['a.html', '<p>a</p><!-- one -->', ['comment: <!-- one -->']],
    ['a.svg', '<!-- no -->', []],
  ])('in %s', (file, source, expected) => expect(proseIn(source, file)).toEqual(expected))
})

it.each([
  ['of a test', "it('one', () => {})", ['one']],
  ['in a template', `test(\`one \${a} two\`, b)`, ['one … two']],
  ['of a step and a group', "test.describe('one', () => test.step('two', a))", ['one', 'two']],
  ['of a skipped test', "describe.skipIf(a('no'))('one', b)", ['one']],
  ['with the rows of a table', "it.each([['one two', 'no'], ['no']])('three', a)", ['one two', 'three']],
  [
    'with types',
    "it.each<[string, () => void]>([['one two', a]] as const)('three', b)",
    ['one two', 'three'],
  ],
  ['and not of methods', "a.test('no'); it(b); describe", []],
])('titles are found %s', (_name, source, expected) =>
  expect(proseIn(source)).toEqual(expected.map((title) => `title: ${title}`)),
)

describe('identifiers are found', () => {
  it.each([
    ['beside texts and expressions', "const a1 = { 'b': c.d } / e", ['const', 'a1', 'c', 'd', 'e']],
    ['within templates', `\`a \${b.c(\`\${d}\`)}\``, ['b', 'c', 'd']],
    ['not within regular expressions', 'a = /b[/]c/g', ['a']],
  ])('%s', (_name, source, expected) => expect(identifiersIn(source)).toEqual(expected))

  it('in tags, and not between them', () =>
    expect(identifiersIn('<A.b c="d" e={f}>g</A.b>', 'a.tsx')).toEqual(['A.b', 'c', 'e', 'f']))

  it.each([
    ['isTold', ['is', 'told']],
    ['TOLD_OF', ['told', 'of']],
    ['XMLText2', ['xml', 'text']],
    ['#lentTo', ['lent', 'to']],
  ])('%s has the parts %j', (name, parts) => expect(partsOf(name)).toEqual(parts))
})

describe('a word that may not be used', () => {
  it('is found with its line and what is written instead', () =>
    expect(problemsIn('a\n/* one\n * who was Told of it. */')).toEqual([
      'a.ts:3: “Told” stands in a comment: write notify, publish, report, show or distinguish',
    ]))

  it('is found in titles and documents', () => {
    expect(problemsIn("it('is heard', a)")).toEqual([
      'a.ts:1: “heard” stands in a title: write receive or be notified of',
    ])
    expect(problemsIn('It lends.', {}, 'a.md')).toEqual([
      'a.md:1: “lends” stands in a document: write share or grant',
    ])
  })

  it('is found in the description of a call, in the help of a metric and in a log line', () => {
    expect(problemsIn("a({ summary: 'It is told' })\nb({ help: `heard` })")).toEqual([
      'a.ts:1: “told” stands in a description: write notify, publish, report, show or distinguish',
      'a.ts:2: “heard” stands in a description: write receive or be notified of',
    ])
    expect(problemsIn("a.log.warn({ told }, 'told')")).toEqual([
      'a.ts:1: “told” stands in a log line: write notify, publish, report, show or distinguish',
    ])
    expect(problemsIn("console.warn('told')\nlogin.info('told')")).toEqual([])
  })

  it('is found as a phrase, also over two lines of a comment', () => {
    expect(problemsIn('/**\n * It comes all\n * the same. */')).toHaveLength(1)
    expect(problemsIn('// all the same')).toEqual([
      'a.ts:1: “all the same” stands in a comment: write anyway',
    ])
  })

  it.each([
    ['in a text of the code', "a('told')"],
    ['between backquotes', '// `told` and `a.told`'],
    ['in the name of a file', '// lent-devices.test.ts and a/told'],
    ['as a part of another', '// heartily, silent, hearing-aid, teller'],
    ['as a name that the contract or the database fixes', 'health.said'],
  ])('is allowed %s', (_name, source) => expect(problemsIn(source)).toEqual([]))

  it.each(['web/src/locales/en.ts', 'a/mail-texts/en.ts', 'CHANGELOG.md', 'LICENSE'])(
    'is allowed in %s',
    (file) => expect(problemsIn('// told', {}, file)).toEqual([]),
  )

  it('is allowed in blocks of code and addresses of a document', () =>
    expect(problemsIn('```\ntold\n```\n[a](0110-not-told.md) https://a.b/told', {}, 'a.md')).toEqual([]))

  it('is allowed in an exact phrase, which is noted as needed', () => {
    const needed = new Set()
    const options = { exceptions: ['truth be told', 'we heard'], needed }
    expect(problemsIn('// truth be told', options)).toEqual([])
    expect([...needed]).toEqual(['truth be told'])
    expect(problemsIn('// we are told', options)).toHaveLength(1)
  })

  it('is found in identifiers that are in their list, as a whole part', () => {
    const options = { identifierWords: ['told'] }
    expect(problemsIn('isTold(untoldly, TOLD_AT, a.b)', options)).toEqual([
      'a.ts:1: “told” is a part of the name isTold: write notify, publish, report, show or distinguish',
      'a.ts:1: “told” is a part of the name TOLD_AT: write notify, publish, report, show or distinguish',
    ])
  })
})
