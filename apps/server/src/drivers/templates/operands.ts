import { attribute, slice, subscript } from './access.ts'
import { FILTERS } from './filters.ts'
import { FUNCTIONS } from './functions.ts'
import { FILTERS_NOT_RUN, NAMES_NOT_RUN, PREDICATES_NOT_RUN } from './known-names.ts'
import { BadTemplate, type Token, type TokenKind } from './lexer.ts'
import { callMethod } from './methods.ts'
import {
  type Arguments,
  CONSTANTS,
  callOf,
  dictOf,
  type Expression,
  MAX_NESTING,
  type Node,
  wholeNode,
} from './nodes.ts'
import { PREDICATES } from './predicates.ts'
import { TokenStream } from './token-stream.ts'
import { Float, Method, Raised, Stopped, Undefined } from './values.ts'

/** Reads what stands between operators: values, and what is asked of them by points, brackets, calls, filters and tests. */
export abstract class OperandReader {
  protected readonly tokens: TokenStream
  protected readonly refuse: (detail: string) => void
  protected depth = 0

  constructor(tokens: readonly Token[], refuse: (detail: string) => void) {
    this.tokens = new TokenStream(tokens)
    this.refuse = refuse
  }

  /** Reads an expression with all its operators. */
  protected abstract condition(): Node

  protected enter(): void {
    if (++this.depth > MAX_NESTING) throw new BadTemplate('it is nested too deeply')
  }

  protected primary(): Node {
    const token = this.tokens.current
    this.tokens.next()
    switch (token.kind) {
      case 'name':
        return this.#name(token.value)
      case 'text': {
        let text = token.value
        while (this.tokens.current.kind === 'text') text += this.tokens.next().value
        return { evaluate: () => text }
      }
      case 'whole':
        return wholeNode(token.value)
      case 'float': {
        const number = Number(token.value.replaceAll('_', ''))
        const value = new Float(number)
        return { evaluate: () => value, literal: number }
      }
      default:
    }
    if (token.value === '(') return this.#parentheses()
    if (token.value === '[') return this.#list()
    if (token.value === '{') return this.#dict()
    throw new BadTemplate(token.kind === 'end' ? 'an expression is missing' : `unexpected '${token.value}'`)
  }

  #name(name: string): Node {
    const constant = CONSTANTS.get(name)
    if (constant !== undefined) return { evaluate: () => constant }
    if (NAMES_NOT_RUN.has(name)) this.refuse(`uses ${name.slice(0, 40)}`)
    return {
      bare: name,
      evaluate: (run) => {
        const value = run.variable(name)
        if (value !== undefined) return value
        if (FUNCTIONS.has(name)) throw new Stopped('it uses a function as a value')
        return new Undefined(name)
      },
    }
  }

  #parentheses(): Node {
    if (this.tokens.takes(')')) {
      this.refuse('makes a tuple')
      return { evaluate: () => null }
    }
    const node = this.condition()
    this.skipTuple(() => this.tokens.isOperator(')'))
    this.tokens.mustTake(')')
    return node.literal === undefined
      ? { evaluate: node.evaluate }
      : { evaluate: node.evaluate, literal: node.literal }
  }

  /** Reads the rest of a tuple, which is not run. */
  protected skipTuple(isAtEnd: () => boolean): void {
    while (this.tokens.takes(',')) {
      this.refuse('makes a tuple')
      if (!isAtEnd()) this.condition()
    }
  }

  #list(): Node {
    const entries: Expression[] = []
    while (!this.tokens.isOperator(']')) {
      entries.push(this.condition().evaluate)
      if (!this.tokens.takes(',')) break
    }
    this.tokens.mustTake(']')
    return { evaluate: (run) => entries.map((entry) => entry(run)) }
  }

  #dict(): Node {
    const entries: [Expression, Expression][] = []
    while (!this.tokens.isOperator('}')) {
      const key = this.condition().evaluate
      this.tokens.mustTake(':')
      entries.push([key, this.condition().evaluate])
      if (!this.tokens.takes(',')) break
    }
    this.tokens.mustTake('}')
    return { evaluate: (run) => dictOf(run, entries) }
  }

  protected postfix(start: Node): Node {
    let node = start
    for (;;) {
      if (this.tokens.takes('.')) node = this.#attribute(node)
      else if (this.tokens.takes('[')) node = this.#subscript(node)
      else if (this.tokens.isOperator('(')) node = this.#call(node)
      else return node
    }
  }

  #attribute({ evaluate }: Node): Node {
    const token = this.tokens.next()
    const { value: name } = token
    if (token.kind === 'name') {
      return {
        evaluate: (run) => {
          run.step()
          return attribute(evaluate(run), name)
        },
      }
    }
    if (token.kind !== 'whole') throw new BadTemplate(`expected a name, not '${name}'`)
    const index = wholeNode(name).evaluate
    return { evaluate: (run) => subscript(run, evaluate(run), index(run)) }
  }

  #subscript({ evaluate }: Node): Node {
    const empty: Expression = () => null
    const from = this.tokens.isOperator(':') ? empty : this.condition().evaluate
    if (this.tokens.takes(':')) {
      const to =
        this.tokens.isOperator(']') || this.tokens.isOperator(':') ? empty : this.condition().evaluate
      if (this.tokens.takes(':')) {
        this.refuse('slices with a step')
        if (!this.tokens.isOperator(']')) this.condition()
      }
      this.tokens.mustTake(']')
      return { evaluate: (run) => slice(run, evaluate(run), from(run), to(run)) }
    }
    this.skipTuple(() => this.tokens.isOperator(']'))
    this.tokens.mustTake(']')
    return { evaluate: (run) => subscript(run, evaluate(run), from(run)) }
  }

  #call({ evaluate, bare }: Node): Node {
    const given = this.#arguments()
    const fn = bare === undefined ? undefined : FUNCTIONS.get(bare)
    if (fn !== undefined) return { evaluate: (run) => fn(callOf(run, given)) }
    return {
      evaluate: (run) => {
        const callee = evaluate(run)
        const call = callOf(run, given)
        if (callee instanceof Method) return callMethod(callee, call)
        throw new Raised('it calls what cannot be called')
      },
    }
  }

  protected filtered(start: Node): Node {
    let node = start
    for (;;) {
      if (this.tokens.takes('|')) node = this.#filter(node)
      else if (this.tokens.takesWord('is')) node = this.#predicate(node)
      else if (this.tokens.isOperator('(')) node = this.#call(node)
      else return node
    }
  }

  #filter({ evaluate }: Node): Node {
    const name = this.#dotted()
    const filter = FILTERS.get(name)
    if (filter === undefined) {
      if (!FILTERS_NOT_RUN.has(name)) throw new BadTemplate(`no filter named '${name.slice(0, 40)}'`)
      this.refuse(`uses the filter ${name}`)
    }
    const given = this.tokens.isOperator('(') ? this.#arguments() : { args: [], named: [] }
    if (filter === undefined) return { evaluate }
    return { evaluate: (run) => filter(evaluate(run), callOf(run, given)) }
  }

  #predicate({ evaluate }: Node): Node {
    const negated = this.tokens.takesWord('not')
    const name = this.#dotted()
    const predicate = PREDICATES.get(name)
    if (predicate === undefined) {
      if (!PREDICATES_NOT_RUN.has(name)) throw new BadTemplate(`no test named '${name.slice(0, 40)}'`)
      this.refuse(`uses the test ${name}`)
    }
    const given = this.#predicateArguments()
    if (predicate === undefined) return { evaluate }
    return { evaluate: (run) => predicate(evaluate(run), callOf(run, given)) !== negated }
  }

  #predicateArguments(): Arguments {
    if (this.tokens.isOperator('(')) return this.#arguments()
    const token = this.tokens.current
    const starts: readonly TokenKind[] = ['name', 'text', 'whole', 'float']
    const isOperand =
      starts.includes(token.kind) || this.tokens.isOperator('[') || this.tokens.isOperator('{')
    if (!isOperand || ['else', 'or', 'and'].some((word) => this.tokens.isWord(word)))
      return { args: [], named: [] }
    if (this.tokens.isWord('is')) throw new BadTemplate('two tests in a row')
    return { args: [this.postfix(this.primary()).evaluate], named: [] }
  }

  #dotted(): string {
    let name = this.tokens.expect('name').value
    while (this.tokens.takes('.')) name += `.${this.tokens.expect('name').value}`
    return name
  }

  #arguments(): Arguments {
    const given: Arguments = { args: [], named: [] }
    this.tokens.mustTake('(')
    while (!this.tokens.isOperator(')')) {
      const next = this.tokens.following
      if (this.tokens.takes('*') || this.tokens.takes('**')) {
        this.refuse('unpacks arguments')
        this.condition()
      } else if (this.tokens.current.kind === 'name' && next?.kind === 'operator' && next.value === '=') {
        const name = this.tokens.next().value
        this.tokens.next()
        given.named.push([name, this.condition().evaluate])
      } else {
        if (given.named.length > 0) throw new BadTemplate('an argument follows a named one')
        given.args.push(this.condition().evaluate)
      }
      if (!this.tokens.takes(',')) break
    }
    this.tokens.mustTake(')')
    return given
  }
}
