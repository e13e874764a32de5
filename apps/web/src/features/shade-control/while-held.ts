import { createPart } from '#ui/feedback/part.ts'

/** The parts that are only shown during a drag, loaded after the page. */
export const whileHeld = createPart(() => import('./held-parts.ts'))
