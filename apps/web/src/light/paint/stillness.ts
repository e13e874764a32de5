const intent = () => matchMedia('(prefers-reduced-motion: reduce)')

/** Whether the person prefers reduced motion. */
export const wantsStillness = (): boolean => intent().matches

/** Calls `listener` when that preference changes. Returns the function that unsubscribes. */
export function onStillnessChange(listener: () => void): () => void {
  const query = intent()
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
