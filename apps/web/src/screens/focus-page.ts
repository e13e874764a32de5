/**
 * Moves the focus to the heading of the page if nothing has the focus, or to the page itself if it has no heading yet. Waits
 * until a closed dialog has returned its focus. An element of the page that has the focus keeps it.
 */
export function focusPage(): void {
  requestAnimationFrame(() => {
    const page = document.getElementById('content')
    const focused = document.activeElement
    if (page === null || (focused !== page && page.contains(focused))) return
    const heading = page.querySelector('h1')
    if (heading !== null) heading.tabIndex = -1
    const target = heading ?? page
    target.focus({ preventScroll: true })
  })
}
