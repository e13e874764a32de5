import { strip } from './arguments.ts'
import { ExpressionReader } from './expressions.ts'
import { STATEMENTS_NOT_RUN } from './known-names.ts'
import { BadTemplate, type Segment, segmentsOf } from './lexer.ts'
import type { Expression } from './nodes.ts'
import { print } from './printing.ts'
import { Run } from './run.ts'
import { isTrue, Raised, Stopped, type Value } from './values.ts'

/** How long a template and what it prints may be. */
export const MAX_TEMPLATE = 4 * 1024
const MAX_OUTPUT = 4 * 1024
const MAX_BLOCKS = 32

/** The variables of a render: a name is looked up in the first map, then in the second. */
type Variables = ReadonlyMap<string, Value>
const NONE: Variables = new Map()

export type Rendered =
  | { outcome: 'printed'; text: string }
  | { outcome: 'raised'; reason: string }
  | { outcome: 'stopped'; reason: string }

/** What a template is: one that runs, a valid one that is not allowed, or none at all. */
export type Compiled =
  | { kind: 'runs'; render(variables: Variables, more?: Variables): Rendered }
  | { kind: 'refused'; detail: string }
  | { kind: 'bad'; detail: string }

/** Compiles a template of Home Assistant. It runs without loops, host objects and other templates, in a bounded number of steps. */
export function compileTemplate(source: string): Compiled {
  if (Buffer.byteLength(source) > MAX_TEMPLATE) return { kind: 'bad', detail: 'the template is over 4 KiB' }
  if (!/\{[{%#]/.test(source)) {
    return { kind: 'runs', render: () => ({ outcome: 'printed', text: source }) }
  }
  try {
    const reader = new TemplateReader(source)
    const block = reader.read()
    if (reader.refused !== null) return { kind: 'refused', detail: reader.refused }
    return { kind: 'runs', render: (variables, more) => render(block, variables, more) }
  } catch (error) {
    if (error instanceof BadTemplate) return { kind: 'bad', detail: error.message }
    throw error
  }
}

type Part = (run: Run, output: Output) => void

function render(block: Part, variables: Variables, more: Variables = NONE): Rendered {
  const output = new Output()
  try {
    block(new Run(variables, more), output)
    return { outcome: 'printed', text: strip(output.text) }
  } catch (error) {
    if (error instanceof Raised) return { outcome: 'raised', reason: error.message }
    if (error instanceof Stopped) return { outcome: 'stopped', reason: error.message }
    throw error
  }
}

class Output {
  text = ''

  add(text: string): void {
    this.text += text
    if (this.text.length > MAX_OUTPUT) throw new Stopped('it prints more than 4 KiB')
  }
}

const inOrder =
  (parts: readonly Part[]): Part =>
  (run, output) => {
    for (const part of parts) part(run, output)
  }

class TemplateReader {
  /** What is valid but not run, the first of it. */
  refused: string | null = null
  readonly #segments: readonly Segment[]
  #at = 0
  #depth = 0

  constructor(source: string) {
    this.#segments = segmentsOf(source)
  }

  read(): Part {
    const block = this.#block([])
    const left = this.#segments[this.#at]
    if (left !== undefined) throw new BadTemplate('a block ends that was not begun')
    return block
  }

  /** Reads up to one of the words, which is left to the caller. */
  #block(until: readonly string[]): Part {
    if (++this.#depth > MAX_BLOCKS) throw new BadTemplate('it is nested too deeply')
    const parts: Part[] = []
    for (let segment = this.#segments[this.#at]; segment !== undefined; segment = this.#segments[this.#at]) {
      if (segment.kind === 'statement' && until.includes(wordOf(segment))) break
      this.#at++
      if (segment.kind === 'data') parts.push(data(segment.text))
      else if (segment.kind === 'print') parts.push(this.#print(segment))
      else parts.push(this.#statement(segment))
    }
    this.#depth--
    return inOrder(parts)
  }

  #print(segment: Segment & { kind: 'print' | 'statement' }): Part {
    const reader = this.#reader(segment)
    const expression = reader.print()
    reader.end()
    return (run, output) => output.add(print(run, expression(run)))
  }

  #statement(segment: Segment & { kind: 'print' | 'statement' }): Part {
    const word = wordOf(segment)
    if (word === 'if') return this.#choice(segment)
    const statement = STATEMENTS_NOT_RUN.get(word)
    if (statement === undefined) throw new BadTemplate(`unknown statement '${word.slice(0, 40)}'`)
    this.#refuse(statement.detail)
    const isBlockOfSet = word === 'set' && !segment.tokens.some(({ value }) => value === '=')
    if (statement.has === 'end' || isBlockOfSet) {
      this.#block([`end${word}`, 'else'])
      while (this.#word() === 'else') {
        this.#at++
        this.#block([`end${word}`, 'else'])
      }
      this.#mustTake(`end${word}`)
    }
    return inOrder([])
  }

  #choice(segment: Segment & { kind: 'print' | 'statement' }): Part {
    const branches: [Expression, Part][] = []
    let last: Part = inOrder([])
    let opening = segment
    for (;;) {
      const reader = this.#reader(opening)
      reader.word()
      const test = reader.test()
      reader.end()
      branches.push([test, this.#block(['elif', 'else', 'endif'])])
      const next = this.#segments[this.#at]
      if (next?.kind !== 'statement' || wordOf(next) !== 'elif') break
      opening = next
      this.#at++
    }
    if (this.#word() === 'else') {
      this.#mustTake('else')
      last = this.#block(['endif'])
    }
    this.#mustTake('endif')
    return (run, output) => {
      const found = branches.find(([test]) => isTrue(test(run)))
      ;(found?.[1] ?? last)(run, output)
    }
  }

  #word(): string | null {
    const segment = this.#segments[this.#at]
    return segment?.kind === 'statement' ? wordOf(segment) : null
  }

  #mustTake(word: string): void {
    const segment = this.#segments[this.#at]
    if (segment?.kind !== 'statement' || wordOf(segment) !== word) {
      throw new BadTemplate(`'${word}' is missing`)
    }
    if (segment.tokens.length > 2 && word !== 'endblock')
      throw new BadTemplate(`unexpected text behind '${word}'`)
    this.#at++
  }

  #reader({ tokens }: Segment & { kind: 'print' | 'statement' }): ExpressionReader {
    return new ExpressionReader(tokens, (detail) => this.#refuse(detail))
  }

  #refuse(detail: string): void {
    this.refused ??= detail
  }
}

const wordOf = ({ tokens }: Segment & { kind: 'print' | 'statement' }): string =>
  tokens[0]?.kind === 'name' ? tokens[0].value : ''

const data =
  (text: string): Part =>
  (_run, output) =>
    output.add(text)
