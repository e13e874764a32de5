import type { Rgb } from '../paint/colour.ts'

/** The colors of lamp light and of the lamp, the same by day and by night. */
export const WARM: Rgb = [255, 206, 132]
export const LED: Rgb = [255, 243, 212]
/** By day a lamp only makes the wall brighter and does not color it. */
export const LED_WHITE: Rgb = [255, 243, 216]
