import { createPart } from '#ui/feedback/part.ts'

/** No hand holds anything at first: what is shown then comes after the page. */
export const whileHeld = createPart(() => import('./held-parts.ts'))
