/** A step of a pointer or of a key, as WebDriver and WebDriver BiDi both write it. */
export type Action =
  | { type: 'pointerMove'; x: number; y: number }
  | { type: 'pointerDown' | 'pointerUp'; button: 0 }
  | { type: 'keyDown' | 'keyUp'; value: string }

export type InputSource =
  | { type: 'pointer'; id: string; parameters: { pointerType: 'mouse' }; actions: Action[] }
  | { type: 'key'; id: string; actions: Action[] }

/** A browser of its own, with nothing kept in it, that is driven without Playwright. */
export interface Engine {
  /** Resolves once the page has loaded. */
  visit(url: string): Promise<void>
  /** Calls a function, given by its source, in the page. Arguments and answer are JSON. Throws what it throws. */
  call(source: string, ...args: readonly unknown[]): Promise<unknown>
  perform(sources: readonly InputSource[]): Promise<void>
  /** Makes the page so large, or as near to it as a window of this browser can be. */
  resize(width: number, height: number): Promise<void>
  /** A PNG of what is in sight. */
  screenshot(): Promise<Buffer>
  /** What the page wrote as errors, and what it threw and nobody caught. */
  errors(): Promise<readonly string[]>
  close(): Promise<void>
}
