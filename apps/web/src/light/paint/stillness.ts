const wish = () => matchMedia('(prefers-reduced-motion: reduce)')

/** Whether the person prefers reduced motion. */
export const wantsStillness = (): boolean => wish().matches

/** Calls `listener` when that preference changes. Returns the function that unsubscribes. */
export function onStillnessChange(listener: () => void): () => void {
  const query = wish()
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
