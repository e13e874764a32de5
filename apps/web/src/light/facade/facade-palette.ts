import { parseHex, type Rgb } from '../paint/colour.ts'
import { type Palette, paletteAt, themeSide } from '../paint/palette.ts'

/** The colors of a house from outside, beside those of its windows. */
export type FacadePalette = Record<'skyTop' | 'skyFoot' | 'hills' | 'wall' | 'roof' | 'ground', Rgb> & {
  readonly windows: Palette
}

/** The colors at an element, read from the tokens of its theme and time of day. */
export function facadePaletteAt(element: Element): FacadePalette {
  const windows = paletteAt(element)
  const style = getComputedStyle(element)
  const colour = (name: string): Rgb =>
    parseHex(themeSide(style.getPropertyValue(`--out-${name}`), windows.isDark))
  return {
    windows,
    skyTop: colour('sky-a'),
    skyFoot: colour('sky-b'),
    hills: colour('hills'),
    wall: colour('wall'),
    roof: colour('roof'),
    ground: colour('ground'),
  }
}
