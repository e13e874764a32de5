import { BadTemplate, type Token, type TokenKind } from './lexer.ts'

/** The tokens of one print or statement, read from the first to the last. */
export class TokenStream {
  readonly #tokens: readonly Token[]
  #at = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  get current(): Token {
    return this.#tokens[this.#at] ?? { kind: 'end', value: '' }
  }

  /** The token behind the current one. */
  get following(): Token | undefined {
    return this.#tokens[this.#at + 1]
  }

  next(): Token {
    const { current } = this
    this.#at++
    return current
  }

  isOperator(operator: string): boolean {
    return this.current.kind === 'operator' && this.current.value === operator
  }

  takes(operator: string): boolean {
    if (!this.isOperator(operator)) return false
    this.#at++
    return true
  }

  mustTake(operator: string): void {
    if (!this.takes(operator)) throw new BadTemplate(`expected '${operator}'`)
  }

  isWord(word: string): boolean {
    return this.current.kind === 'name' && this.current.value === word
  }

  takesWord(word: string): boolean {
    if (!this.isWord(word)) return false
    this.#at++
    return true
  }

  expect(kind: TokenKind): Token {
    const token = this.next()
    if (token.kind !== kind) throw new BadTemplate(`unexpected '${token.value}'`)
    return token
  }
}
