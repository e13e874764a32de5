const wish = () => matchMedia('(prefers-reduced-motion: reduce)')

/** Whether somebody asks for pages that do not move. */
export const wantsStillness = (): boolean => wish().matches

/** Calls `listener` when that changes; gives back what undoes it. */
export function onStillnessChange(listener: () => void): () => void {
  const query = wish()
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
