/** The card, or else the element, that was touched or pressed last. */
let pressed: Element | null = null

const keep = ({ target }: Event) => {
  if (target instanceof Element) pressed = target.closest('article') ?? target
}
for (const type of ['pointerdown', 'keydown']) addEventListener(type, keep, { capture: true, passive: true })

/** Whether an element lies over what was pressed last, about which its message may be. */
export function coversPressed(element: Element): boolean {
  if (pressed === null || !pressed.isConnected || pressed.contains(element)) return false
  const { left, right, top, bottom } = element.getBoundingClientRect()
  const under = pressed.getBoundingClientRect()
  return left < under.right && right > under.left && top < under.bottom && bottom > under.top
}
