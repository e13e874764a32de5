import type { Rgb } from '../paint/colour.ts'

/** Lamp light and the lamp itself, the same by day and by night. */
export const WARM: Rgb = [255, 206, 132]
export const LED: Rgb = [255, 243, 212]
/** By day a lamp does not colour the wall, it only lifts it. */
export const LED_WHITE: Rgb = [255, 243, 216]
