/** The card, or else the element, that was touched or pressed last. */
let pressed: Element | null = null

const keep = ({ target }: Event) => {
  if (target instanceof Element) pressed = target.closest('article') ?? target
}
for (const type of ['pointerdown', 'keydown']) addEventListener(type, keep, { capture: true, passive: true })

/** Whether an element lies over what was pressed last, about which its message may be. */
export function coversPressed(element: Element): boolean {
  if (pressed === null || !pressed.isConnected || pressed.contains(element)) return false
  const over = element.getBoundingClientRect()
  const under = pressed.getBoundingClientRect()
  return (
    over.left < under.right && over.right > under.left && over.top < under.bottom && over.bottom > under.top
  )
}
