import { forgetPalettes } from './palette.ts'

const listeners = new Set<() => void>()
let isListening = false

/** Calls all listeners. For a change of the look that no attribute of the page shows. */
export function paintChanged(): void {
  forgetPalettes()
  for (const listener of listeners) listener()
}

/**
 * Calls `listener` when the theme or the time of day changed. Returns the function that unsubscribes. All canvases share one
 * observer.
 */
export function onPaintChange(listener: () => void): () => void {
  if (!isListening) {
    isListening = true
    new MutationObserver(paintChanged).observe(document.documentElement, {
      attributeFilter: ['data-theme', 'data-time'],
    })
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', paintChanged)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
