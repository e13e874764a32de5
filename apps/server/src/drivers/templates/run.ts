import { Stopped, type Value } from './values.ts'

/** How many steps a render may take, and how long a text or a list may get. */
export const FUEL = 20_000
const MAX_SIZE = 64 * 1024

/** One render: its variables, and what it may still use. */
export class Run {
  readonly #variables: ReadonlyMap<string, Value>
  readonly #more: ReadonlyMap<string, Value>
  #fuel = FUEL

  constructor(variables: ReadonlyMap<string, Value>, more: ReadonlyMap<string, Value>) {
    this.#variables = variables
    this.#more = more
  }

  variable(name: string): Value | undefined {
    const value = this.#variables.get(name)
    return value === undefined ? this.#more.get(name) : value
  }

  /** Takes one step, and one more for each 16 characters or entries that are read or made. */
  step(size = 0): void {
    this.#fuel -= 1 + (size >> 4)
    if (size > MAX_SIZE) throw new Stopped('a value is too large')
    if (this.#fuel < 0) throw new Stopped('it takes too many steps')
  }

  /** Pays for a search, which compares every place with every character of the part at worst. */
  search(text: string, part: string): void {
    this.step(text.length + Math.ceil((text.length * part.length) / 256))
  }
}

export interface Call {
  run: Run
  args: readonly Value[]
  named: ReadonlyMap<string, Value>
}
