/** Gives the focus to the page when what had it is gone, once whatever was closed has given its own back. */
export function focusPage(): void {
  requestAnimationFrame(() => document.getElementById('content')?.focus({ preventScroll: true }))
}
