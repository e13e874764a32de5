type Attributes = Readonly<Record<string, string | number | boolean>>

/** One piece of work in a trace. The code that begins it must end it. */
export interface Span {
  /** Runs work within it: spans that are begun there, or in what it awaits, are below this one. */
  run<T>(work: () => T): T
  /** Names a moment of it. */
  event(name: string): void
  /** It did not succeed, by the code of an error. */
  fail(code: string): void
  end(): void
}

export interface Tracing {
  /** Begins a span below the one that runs now; with `isRoot` a trace of its own. */
  begin(name: string, attributes?: Attributes, how?: { isRoot?: boolean }): Span
}

const NO_SPAN: Span = { run: (work) => work(), event() {}, fail() {}, end() {} }

/** What is used where nobody looks at traces. */
export const NO_TRACING: Tracing = { begin: () => NO_SPAN }

/** Runs work within a span that ends with it; of what it throws only that it threw is said. */
export async function within<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await span.run(work)
  } catch (error) {
    span.fail('internal_error')
    throw error
  } finally {
    span.end()
  }
}
