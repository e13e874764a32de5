import type { Surface } from '../../paint/brush.ts'
import type { Rect } from '../../paint/geometry.ts'
import type { Palette } from '../../paint/palette.ts'

/** The state of a shade: position 0 (open) to 1 (closed), tilt in degrees. */
export type Hang = { readonly position: number; readonly tilt: number }

/** Draws a shade into the glass of its window. `unit` is 1 on a card and grows with the size of the window. */
export type DrawShade = (surface: Surface, glass: Rect, hang: Hang, palette: Palette, unit: number) => void
