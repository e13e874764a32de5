import type { Rgb } from '../paint/colour.ts'

/** The colors of lamp light and of the lamp. By day its light has the color of the lamp, so that the wall is only brighter. */
export const WARM: Rgb = [255, 206, 132]
export const LED: Rgb = [255, 243, 212]
/** The metal of a lamp in a dark room. */
export const BRONZE: Rgb = [148, 134, 114]
