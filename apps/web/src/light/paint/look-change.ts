import { forgetPalettes } from './palette.ts'

const listeners = new Set<() => void>()
let isListening = false

function tellAll(): void {
  forgetPalettes()
  for (const listener of listeners) listener()
}

/**
 * Calls `listener` when the theme or the time of day changed. Returns the function that unsubscribes. All canvases share one
 * observer.
 */
export function onLookChange(listener: () => void): () => void {
  if (!isListening) {
    isListening = true
    new MutationObserver(tellAll).observe(document.documentElement, {
      attributeFilter: ['data-theme', 'data-time'],
    })
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', tellAll)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
