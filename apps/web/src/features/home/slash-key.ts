const WRITES = 'input, textarea, select, [contenteditable="true"]'

/** Calls `onSlash` when "/" is typed, except in a field or while a dialog is open. Returns the function that stops listening. */
export function followSlash(onSlash: () => void): () => void {
  const listen = (event: KeyboardEvent) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
    if (document.querySelector('[role="dialog"]') !== null) return
    if (event.target instanceof Element && event.target.closest(WRITES) !== null) return
    event.preventDefault()
    onSlash()
  }
  document.addEventListener('keydown', listen)
  return () => document.removeEventListener('keydown', listen)
}
