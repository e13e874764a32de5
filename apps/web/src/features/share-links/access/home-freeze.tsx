import type { ReactNode } from 'react'
import { createPart, usePart } from '#ui/feedback/part.ts'

/** Few homes are frozen, so that the home page is drawn without it. */
const whileFrozen = createPart(async () => (await import('./while-frozen.tsx')).WhileFrozen)

/**
 * Its children for as long as all sharing is frozen. Where its file does not come, the home is shown without them.
 */
export function HomeFreeze({ children }: { children: ReactNode }) {
  const { data: WhileFrozen } = usePart(whileFrozen)
  return WhileFrozen && <WhileFrozen>{children}</WhileFrozen>
}
