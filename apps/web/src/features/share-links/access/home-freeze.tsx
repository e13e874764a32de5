import type { ReactNode } from 'react'
import { createPart, usePart } from '#ui/feedback/part.ts'

/** Loaded later, so that the home screen does not wait for it: few homes are frozen. */
const whileFrozen = createPart(async () => (await import('./while-frozen.tsx')).WhileFrozen)

/** Renders its children while all sharing is frozen. If the part cannot be loaded, the home screen is shown without them. */
export function HomeFreeze({ children }: { children: ReactNode }) {
  const { data: WhileFrozen } = usePart(whileFrozen)
  return WhileFrozen && <WhileFrozen>{children}</WhileFrozen>
}
