/** A rectangle of the page in CSS pixels, from `getBoundingClientRect`. */
export type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>

/** The clear space around the offer. */
const CLEAR = 4
const STEP = 8

const isFree = (box: Box, taken: readonly Box[]): boolean =>
  taken.every(
    ({ left, right, top, bottom }) =>
      box.right + CLEAR <= left ||
      right + CLEAR <= box.left ||
      box.bottom + CLEAR <= top ||
      bottom + CLEAR <= box.top,
  )

/**
 * The top, in CSS pixels, of a place for an offer of this size, horizontally centered in the view. The lists are tried in order;
 * in the first one for which a place exists, nothing is covered. The `current` top is tried first, so that the offer moves only
 * when it must, then the top of the view, then the bottom, then upwards from there. The top is the result if there is no place.
 */
export function freePlace(
  size: { width: number; height: number },
  view: { width: number; height: number },
  lists: readonly (readonly Box[])[],
  current: number | null = null,
): number {
  const left = (view.width - size.width) / 2
  const foot = view.height - size.height - STEP
  const tops = current === null ? [STEP] : [current, STEP]
  for (let top = foot; top > STEP; top -= STEP) tops.push(top)
  for (const taken of lists) {
    const free = tops.find((top) =>
      isFree({ left, right: left + size.width, top, bottom: top + size.height }, taken),
    )
    if (free !== undefined) return free
  }
  return STEP
}
