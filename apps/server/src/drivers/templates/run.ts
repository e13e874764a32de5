import { Stopped, type Value } from './values.ts'

/** How many steps a render may take, and how long a text or a list may get. */
export const FUEL = 20_000
const MAX_SIZE = 64 * 1024
const MAX_MS = 10
const STEPS_BETWEEN_TIME_CHECKS = 500

/** One render: its variables, and what it may still use. */
export class Run {
  readonly #variables: ReadonlyMap<string, Value>
  readonly #more: ReadonlyMap<string, Value>
  #fuel = FUEL
  #untilTimeCheck = STEPS_BETWEEN_TIME_CHECKS
  #startedAt: number | null = null

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
    this.#pay(1 + (size >> 4))
    if (size > MAX_SIZE) throw new Stopped('a value is too large')
  }

  /** Takes a step for each entry of a list that is made or read. */
  entries(count: number): void {
    this.#pay(1 + count)
  }

  #pay(steps: number): void {
    this.#fuel -= steps
    this.#untilTimeCheck -= steps
    if (this.#fuel < 0) throw new Stopped('it takes too many steps')
    if (this.#untilTimeCheck >= 0) return
    // Real templates take some ten steps, and never look at the time.
    this.#untilTimeCheck = STEPS_BETWEEN_TIME_CHECKS
    this.#startedAt ??= performance.now()
    if (performance.now() - this.#startedAt > MAX_MS) throw new Stopped('it takes too long')
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
