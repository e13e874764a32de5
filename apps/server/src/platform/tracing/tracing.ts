type Attributes = Readonly<Record<string, string | number | boolean>>

/** One unit of work in a trace. The code that begins it must end it. */
export interface Span {
  /** Runs work within the span: spans begun there, also after an await, are its children. */
  run<T>(work: () => T): T
  /** Adds a named event. */
  event(name: string): void
  /** Marks the span as failed with an error code. */
  fail(code: string): void
  end(): void
}

export interface Tracing {
  /** Begins a child of the current span; with `isRoot` begins a new trace. */
  begin(name: string, attributes?: Attributes, how?: { isRoot?: boolean }): Span
}

const NO_SPAN: Span = { run: (work) => work(), event() {}, fail() {}, end() {} }

/** Used if traces are not collected. */
export const NO_TRACING: Tracing = { begin: () => NO_SPAN }

/** Runs work within a span and ends the span. If the work throws, the span is marked as failed without details. */
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
