import { BadTemplate } from './lexer.ts'
import { type Expression, isComparison, isProduct, isSmall, isSum, type Node } from './nodes.ts'
import { OperandReader } from './operands.ts'
import { type Calculation, type Comparison, calculate, compare, negate, plus } from './operators.ts'
import { isTrue, Undefined } from './values.ts'

/**
 * Reads the expression of one print or statement into a function, by Jinja's precedence. `refuse` is called with what is valid
 * but not run.
 */
export class ExpressionReader extends OperandReader {
  /** The name at the start of a statement. */
  word(): string {
    return this.tokens.expect('name').value
  }

  /** A whole print: a list of expressions with commas is a tuple, which is not run. */
  print(): Expression {
    const { evaluate } = this.condition()
    this.skipTuple(() => this.tokens.current.kind === 'end')
    return evaluate
  }

  /** The condition of an `if`. */
  test(): Expression {
    return this.#or().evaluate
  }

  end(): void {
    const token = this.tokens.current
    if (token.kind !== 'end') throw new BadTemplate(`unexpected '${token.value}'`)
  }

  protected condition(): Node {
    this.enter()
    let node = this.#or()
    while (this.tokens.takesWord('if')) {
      const yes = node.evaluate
      const test = this.#or().evaluate
      const no = this.tokens.takesWord('else') ? this.condition().evaluate : () => new Undefined('if')
      node = { evaluate: (run) => (isTrue(test(run)) ? yes(run) : no(run)) }
    }
    this.depth--
    return node
  }

  #or(): Node {
    return this.#either('or', () => this.#and())
  }

  #and(): Node {
    return this.#either('and', () => this.#not())
  }

  /** Both give one of their operands: `or` the first that is true, `and` the first that is not. */
  #either(word: 'or' | 'and', operand: () => Node): Node {
    let node = operand()
    while (this.tokens.takesWord(word)) {
      const left = node.evaluate
      const right = operand().evaluate
      node = {
        evaluate: (run) => {
          const value = left(run)
          return isTrue(value) === (word === 'or') ? value : right(run)
        },
      }
    }
    return node
  }

  #not(): Node {
    if (!this.tokens.takesWord('not')) return this.#comparison()
    this.enter()
    const { evaluate } = this.#not()
    this.depth--
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
    const token = this.tokens.current
    if (token.kind === 'operator' && isComparison(token.value)) {
      this.tokens.next()
      return token.value
    }
    if (this.tokens.takesWord('in')) return 'in'
    const next = this.tokens.following
    if (this.tokens.isWord('not') && next?.kind === 'name' && next.value === 'in') {
      this.tokens.next()
      this.tokens.next()
      return 'not in'
    }
    return null
  }

  #sum(): Node {
    return this.#calculation(isSum, () => this.#concatenation())
  }

  #concatenation(): Node {
    const node = this.#product()
    while (this.tokens.takes('~')) {
      this.refuse('joins texts with ~')
      this.#product()
    }
    return node
  }

  #product(): Node {
    return this.#calculation(isProduct, () => this.#power())
  }

  #power(): Node {
    const node = this.#unary(true)
    while (this.tokens.takes('**')) {
      this.refuse('uses a power')
      this.#unary(true)
    }
    return node
  }

  #calculation<T extends Calculation>(isOne: (value: string) => value is T, operand: () => Node): Node {
    let node = operand()
    for (
      let token = this.tokens.current;
      token.kind === 'operator' && isOne(token.value);
      token = this.tokens.current
    ) {
      const operator: Calculation = token.value
      this.tokens.next()
      const left = node
      const right = operand()
      if (operator === '*' && !isSmall(left) && !isSmall(right)) {
        this.refuse('multiplies by something else than a small number')
      }
      node = { evaluate: (run) => calculate(run, operator, left.evaluate(run), right.evaluate(run)) }
    }
    return node
  }

  #unary(withFilters: boolean): Node {
    this.enter()
    let node: Node
    if (this.tokens.takes('-')) {
      const { evaluate, literal } = this.#unary(false)
      node = { evaluate: (run) => negate(evaluate(run)), ...(literal !== undefined && { literal: -literal }) }
    } else if (this.tokens.takes('+')) {
      const { evaluate } = this.#unary(false)
      node = { evaluate: (run) => plus(evaluate(run)) }
    } else node = this.primary()
    node = this.postfix(node)
    this.depth--
    return withFilters ? this.filtered(node) : node
  }
}
