const ARROWS: ReadonlyMap<string, 1 | -1> = new Map([
  ['ArrowUp', 1],
  ['ArrowRight', 1],
  ['ArrowDown', -1],
  ['ArrowLeft', -1],
])
const PAGES: ReadonlyMap<string, 1 | -1> = new Map([
  ['PageUp', 1],
  ['PageDown', -1],
])

/**
 * The step of a key on a slider, like that of a native range input: `small` for an arrow and `large` for a page key, negative to the
 * left and downwards; null for a key that steps nothing.
 */
export function stepOfKey(key: string, small: number, large: number): number | null {
  const arrow = ARROWS.get(key)
  if (arrow !== undefined) return arrow * small
  const page = PAGES.get(key)
  return page === undefined ? null : page * large
}
