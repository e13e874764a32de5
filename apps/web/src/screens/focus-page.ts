/**
 * Gives the focus to the heading of the page when what had it is gone, once whatever was closed has given its own back;
 * to the page where it has no heading yet. What has the focus within the page keeps it.
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
