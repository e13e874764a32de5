import { attribute, slice, subscript } from './access.ts'
import { FILTERS } from './filters.ts'
import { FUNCTIONS } from './functions.ts'
import { FILTERS_NOT_RUN, NAMES_NOT_RUN, PREDICATES_NOT_RUN } from './known-names.ts'
import { BadTemplate, type Token, type TokenKind } from './lexer.ts'
import { callMethod } from './methods.ts'
import { type Calculation, type Comparison, calculate, compare, negate, plus } from './operators.ts'
import { PREDICATES } from './predicates.ts'
import type { Call, Run } from './run.ts'
import { dictKey, Float, isTrue, Method, Raised, Stopped, Undefined, type Value } from './values.ts'

export type Expression = (run: Run) => Value

/** An expression, and its number where it is one that is written in the template. */
interface Node {
  evaluate: Expression
  literal?: number
  /** The name, where it is nothing but a name. */
  bare?: string
}

interface Arguments {
  args: Expression[]
  named: [string, Expression][]
}

/** `*` is run only beside a number that is written in the template, and is not above this. */
const MAX_FACTOR = 1000
const MAX_NESTING = 64

const COMPARISONS: readonly string[] = ['==', '!=', '<', '<=', '>', '>=']
const isComparison = (value: string): value is Comparison => COMPARISONS.includes(value)
const isSum = (value: string): value is '+' | '-' => value === '+' || value === '-'
const isProduct = (value: string): value is Exclude<Calculation, '+' | '-'> =>
  value === '*' || value === '/' || value === '//' || value === '%'

const CONSTANTS: ReadonlyMap<string, Value> = new Map<string, Value>([
  ['true', true],
  ['True', true],
  ['false', false],
  ['False', false],
  ['none', null],
  ['None', null],
])

/**
 * Reads the expression of one print or statement into a function, by Jinja's precedence. `refuse` is called with what is valid
 * but not run.
 */
export class ExpressionReader {
  readonly #tokens: readonly Token[]
  readonly #refuse: (detail: string) => void
  #at = 0
  #depth = 0

  constructor(tokens: readonly Token[], refuse: (detail: string) => void) {
    this.#tokens = tokens
    this.#refuse = refuse
  }

  /** The name at the start of a statement. */
  word(): string {
    return this.#expect('name').value
  }

  /** A whole print: a list of expressions with commas is a tuple, which is not run. */
  print(): Expression {
    const { evaluate } = this.#condition()
    if (this.#peek(',')) {
      this.#refuse('makes a tuple')
      while (this.#takes(',') && this.#token().kind !== 'end') this.#condition()
    }
    return evaluate
  }

  /** The condition of an `if`. */
  test(): Expression {
    return this.#or().evaluate
  }

  end(): void {
    const token = this.#token()
    if (token.kind !== 'end') throw new BadTemplate(`unexpected '${token.value}'`)
  }

  #condition(): Node {
    if (++this.#depth > MAX_NESTING) throw new BadTemplate('it is nested too deeply')
    let node = this.#or()
    while (this.#takesWord('if')) {
      const yes = node.evaluate
      const test = this.#or().evaluate
      const no = this.#takesWord('else') ? this.#condition().evaluate : () => new Undefined('if')
      node = { evaluate: (run) => (isTrue(test(run)) ? yes(run) : no(run)) }
    }
    this.#depth--
    return node
  }

  #or(): Node {
    let node = this.#and()
    while (this.#takesWord('or')) {
      const left = node.evaluate
      const right = this.#and().evaluate
      node = {
        evaluate: (run) => {
          const value = left(run)
          return isTrue(value) ? value : right(run)
        },
      }
    }
    return node
  }

  #and(): Node {
    let node = this.#not()
    while (this.#takesWord('and')) {
      const left = node.evaluate
      const right = this.#not().evaluate
      node = {
        evaluate: (run) => {
          const value = left(run)
          return isTrue(value) ? right(run) : value
        },
      }
    }
    return node
  }

  #not(): Node {
    if (!this.#takesWord('not')) return this.#comparison()
    if (++this.#depth > MAX_NESTING) throw new BadTemplate('it is nested too deeply')
    const { evaluate } = this.#not()
    this.#depth--
    return { evaluate: (run) => !isTrue(evaluate(run)) }
  }

  #comparison(): Node {
    const first = this.#sum()
    const rest: [Comparison, Expression][] = []
    for (
      let operator = this.#comparisonOperator();
      operator !== null;
      operator = this.#comparisonOperator()
    ) {
      rest.push([operator, this.#sum().evaluate])
    }
    if (rest.length === 0) return first
    return {
      evaluate: (run) => {
        let left = first.evaluate(run)
        for (const [operator, expression] of rest) {
          const right = expression(run)
          if (!compare(run, operator, left, right)) return false
          left = right
        }
        return true
      },
    }
  }

  #comparisonOperator(): Comparison | null {
    const token = this.#token()
    if (token.kind === 'operator' && isComparison(token.value)) {
      this.#at++
      return token.value
    }
    if (this.#takesWord('in')) return 'in'
    const next = this.#tokens[this.#at + 1]
    if (this.#isWord('not') && next?.kind === 'name' && next.value === 'in') {
      this.#at += 2
      return 'not in'
    }
    return null
  }

  #sum(): Node {
    return this.#calculation(isSum, () => this.#concatenation())
  }

  #concatenation(): Node {
    const node = this.#product()
    while (this.#takes('~')) {
      this.#refuse('joins texts with ~')
      this.#product()
    }
    return node
  }

  #product(): Node {
    return this.#calculation(isProduct, () => this.#power())
  }

  #power(): Node {
    const node = this.#unary(true)
    while (this.#takes('**')) {
      this.#refuse('uses a power')
      this.#unary(true)
    }
    return node
  }

  #calculation<T extends Calculation>(isOne: (value: string) => value is T, operand: () => Node): Node {
    let node = operand()
    for (let token = this.#token(); token.kind === 'operator' && isOne(token.value); token = this.#token()) {
      const operator: Calculation = token.value
      this.#at++
      const left = node
      const right = operand()
      if (operator === '*' && !isSmall(left) && !isSmall(right)) {
        this.#refuse('multiplies by something else than a small number')
      }
      node = { evaluate: (run) => calculate(run, operator, left.evaluate(run), right.evaluate(run)) }
    }
    return node
  }

  #unary(withFilters: boolean): Node {
    if (++this.#depth > MAX_NESTING) throw new BadTemplate('it is nested too deeply')
    let node: Node
    if (this.#takes('-')) {
      const { evaluate, literal } = this.#unary(false)
      node = { evaluate: (run) => negate(evaluate(run)), ...(literal !== undefined && { literal: -literal }) }
    } else if (this.#takes('+')) {
      const { evaluate } = this.#unary(false)
      node = { evaluate: (run) => plus(evaluate(run)) }
    } else node = this.#primary()
    node = this.#postfix(node)
    this.#depth--
    return withFilters ? this.#filtered(node) : node
  }

  #primary(): Node {
    const token = this.#token()
    this.#at++
    switch (token.kind) {
      case 'name':
        return this.#name(token.value)
      case 'text': {
        let text = token.value
        while (this.#token().kind === 'text') text += this.#next().value
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
    if (NAMES_NOT_RUN.has(name)) this.#refuse(`uses ${name.slice(0, 40)}`)
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
    if (this.#takes(')')) {
      this.#refuse('makes a tuple')
      return { evaluate: () => null }
    }
    const node = this.#condition()
    if (this.#peek(',')) {
      this.#refuse('makes a tuple')
      while (this.#takes(',') && !this.#peek(')')) this.#condition()
    }
    this.#mustTake(')')
    return node.literal === undefined
      ? { evaluate: node.evaluate }
      : { evaluate: node.evaluate, literal: node.literal }
  }

  #list(): Node {
    const entries: Expression[] = []
    while (!this.#peek(']')) {
      entries.push(this.#condition().evaluate)
      if (!this.#takes(',')) break
    }
    this.#mustTake(']')
    return { evaluate: (run) => entries.map((entry) => entry(run)) }
  }

  #dict(): Node {
    const entries: [Expression, Expression][] = []
    while (!this.#peek('}')) {
      const key = this.#condition().evaluate
      this.#mustTake(':')
      entries.push([key, this.#condition().evaluate])
      if (!this.#takes(',')) break
    }
    this.#mustTake('}')
    return { evaluate: (run) => dictOf(run, entries) }
  }

  #postfix(start: Node): Node {
    let node = start
    for (;;) {
      if (this.#takes('.')) node = this.#attribute(node)
      else if (this.#takes('[')) node = this.#subscript(node)
      else if (this.#peek('(')) node = this.#call(node)
      else return node
    }
  }

  #attribute({ evaluate }: Node): Node {
    const token = this.#next()
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
    const from = this.#peek(':') ? empty : this.#condition().evaluate
    if (this.#takes(':')) {
      const to = this.#peek(']') || this.#peek(':') ? empty : this.#condition().evaluate
      if (this.#takes(':')) {
        this.#refuse('slices with a step')
        if (!this.#peek(']')) this.#condition()
      }
      this.#mustTake(']')
      return { evaluate: (run) => slice(run, evaluate(run), from(run), to(run)) }
    }
    if (this.#peek(',')) {
      this.#refuse('makes a tuple')
      while (this.#takes(',') && !this.#peek(']')) this.#condition()
    }
    this.#mustTake(']')
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

  #filtered(start: Node): Node {
    let node = start
    for (;;) {
      if (this.#takes('|')) node = this.#filter(node)
      else if (this.#takesWord('is')) node = this.#predicate(node)
      else if (this.#peek('(')) node = this.#call(node)
      else return node
    }
  }

  #filter({ evaluate }: Node): Node {
    const name = this.#dotted()
    const filter = FILTERS.get(name)
    if (filter === undefined) {
      if (!FILTERS_NOT_RUN.has(name)) throw new BadTemplate(`no filter named '${name.slice(0, 40)}'`)
      this.#refuse(`uses the filter ${name}`)
    }
    const given = this.#peek('(') ? this.#arguments() : { args: [], named: [] }
    if (filter === undefined) return { evaluate }
    return { evaluate: (run) => filter(evaluate(run), callOf(run, given)) }
  }

  #predicate({ evaluate }: Node): Node {
    const negated = this.#takesWord('not')
    const name = this.#dotted()
    const predicate = PREDICATES.get(name)
    if (predicate === undefined) {
      if (!PREDICATES_NOT_RUN.has(name)) throw new BadTemplate(`no test named '${name.slice(0, 40)}'`)
      this.#refuse(`uses the test ${name}`)
    }
    const given = this.#predicateArguments()
    if (predicate === undefined) return { evaluate }
    return { evaluate: (run) => predicate(evaluate(run), callOf(run, given)) !== negated }
  }

  #predicateArguments(): Arguments {
    if (this.#peek('(')) return this.#arguments()
    const token = this.#token()
    const starts: readonly TokenKind[] = ['name', 'text', 'whole', 'float']
    const isOperand = starts.includes(token.kind) || this.#peek('[') || this.#peek('{')
    if (!isOperand || ['else', 'or', 'and'].some((word) => this.#isWord(word))) return { args: [], named: [] }
    if (this.#isWord('is')) throw new BadTemplate('two tests in a row')
    return { args: [this.#postfix(this.#primary()).evaluate], named: [] }
  }

  #dotted(): string {
    let name = this.#expect('name').value
    while (this.#takes('.')) name += `.${this.#expect('name').value}`
    return name
  }

  #arguments(): Arguments {
    const given: Arguments = { args: [], named: [] }
    this.#mustTake('(')
    while (!this.#peek(')')) {
      const next = this.#tokens[this.#at + 1]
      if (this.#takes('*') || this.#takes('**')) {
        this.#refuse('unpacks arguments')
        this.#condition()
      } else if (this.#token().kind === 'name' && next?.kind === 'operator' && next.value === '=') {
        const name = this.#next().value
        this.#at++
        given.named.push([name, this.#condition().evaluate])
      } else {
        if (given.named.length > 0) throw new BadTemplate('an argument follows a named one')
        given.args.push(this.#condition().evaluate)
      }
      if (!this.#takes(',')) break
    }
    this.#mustTake(')')
    return given
  }

  #token(): Token {
    return this.#tokens[this.#at] ?? { kind: 'end', value: '' }
  }

  #next(): Token {
    const token = this.#token()
    this.#at++
    return token
  }

  #peek(operator: string): boolean {
    const token = this.#token()
    return token.kind === 'operator' && token.value === operator
  }

  #takes(operator: string): boolean {
    if (!this.#peek(operator)) return false
    this.#at++
    return true
  }

  #mustTake(operator: string): void {
    if (!this.#takes(operator)) throw new BadTemplate(`expected '${operator}'`)
  }

  #isWord(word: string): boolean {
    const token = this.#token()
    return token.kind === 'name' && token.value === word
  }

  #takesWord(word: string): boolean {
    if (!this.#isWord(word)) return false
    this.#at++
    return true
  }

  #expect(kind: TokenKind): Token {
    const token = this.#next()
    if (token.kind !== kind) throw new BadTemplate(`unexpected '${token.value}'`)
    return token
  }
}

const isSmall = ({ literal }: Node): boolean => literal !== undefined && Math.abs(literal) <= MAX_FACTOR

function wholeNode(written: string): Node {
  const number = Number(written.replaceAll('_', ''))
  if (!Number.isSafeInteger(number)) return { evaluate: tooLarge }
  return { evaluate: () => number, literal: number }
}

function tooLarge(): never {
  throw new Stopped('an integer is too large')
}

const callOf = (run: Run, { args, named }: Arguments): Call => ({
  run,
  args: args.map((argument) => argument(run)),
  named: new Map(named.map(([name, argument]) => [name, argument(run)])),
})

function dictOf(run: Run, entries: readonly [Expression, Expression][]): Value {
  const dict = new Map<ReturnType<typeof dictKey>, Value>()
  for (const [key, value] of entries) {
    const given = key(run)
    if (given instanceof Float) throw new Stopped('a key that is a float')
    const name = dictKey(given)
    if (typeof name === 'boolean' || name === 0 || name === 1) {
      const other = typeof name === 'boolean' ? Number(name) : name === 1
      if (dict.has(other)) throw new Stopped('two keys that are equal')
    }
    dict.set(name, value(run))
  }
  return dict
}
