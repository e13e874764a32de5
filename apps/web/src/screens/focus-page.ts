/**
 * Gives the focus to the heading of the page when what had it is gone, once whatever was closed has given its own back;
 * to the page where it has no heading yet. A field of the page that took the focus keeps it.
 */
export function focusPage(): void {
  requestAnimationFrame(() => {
    const page = document.getElementById('content')
    if (page === null || isField(document.activeElement)) return
    const heading = page.querySelector('h1')
    if (heading !== null) heading.tabIndex = -1
    const target = heading ?? page
    target.focus({ preventScroll: true })
  })
}

const isField = (element: Element | null): boolean =>
  element?.matches('#content :is(input, select, textarea)') === true
