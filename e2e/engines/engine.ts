/** An action of a pointer or a key, in the format that WebDriver and WebDriver BiDi share. */
type Action =
  | { type: 'pointerMove'; x: number; y: number }
  | { type: 'pointerDown' | 'pointerUp'; button: 0 }
  | { type: 'keyDown' | 'keyUp'; value: string }

type InputSource =
  | { type: 'pointer'; id: string; parameters: { pointerType: 'mouse' }; actions: Action[] }
  | { type: 'key'; id: string; actions: Action[] }

/** A browser with an empty profile that is driven without Playwright. */
export interface Engine {
  /** Resolves when the page has loaded. */
  visit(url: string): Promise<void>
  /** Calls a function, given as source code, in the page. Arguments and result are JSON. Throws what the function throws. */
  call(source: string, ...args: readonly unknown[]): Promise<unknown>
  perform(sources: readonly InputSource[]): Promise<void>
  /** Resizes the page to this size, or as close as the window of this browser allows. */
  resize(width: number, height: number): Promise<void>
  /** A PNG of the visible part of the page. */
  screenshot(): Promise<Buffer>
  /** The errors in the console of the page, and its uncaught exceptions. */
  errors(): Promise<readonly string[]>
  close(): Promise<void>
}
