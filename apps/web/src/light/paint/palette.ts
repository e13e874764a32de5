import { mix, parseHex, type Rgb } from './colour.ts'

/** The colors and angles of one time of day in one theme, read from the tokens. */
export type Palette = {
  readonly key: string
  readonly isDark: boolean
  readonly isNight: boolean
  readonly lit: Rgb
  readonly shade: Rgb
  readonly sun: Rgb
  readonly sunStrength: number
  readonly skyTop: Rgb
  readonly skyFoot: Rgb
  readonly ridge: Rgb
  readonly jamb: Rgb
  readonly blade: Rgb
  readonly bladeHigh: Rgb
  readonly bladeLow: Rgb
  readonly frame: Rgb
  readonly leaf: Rgb
  readonly ink: Rgb
  readonly slope: number
  readonly reach: number
  readonly penumbra: number
  readonly oak: Rgb
  /** For each pixel of height that light falls from: its distance into the room, and its shift to the side. */
  readonly floorDepth: number
  readonly floorDrift: number
}

/** One side of `light-dark(a, b)`; any other value is returned unchanged. */
export function themeSide(value: string, isDark: boolean): string {
  const pair = /^light-dark\(\s*([^,]+?)\s*,\s*([^)]+?)\s*\)$/.exec(value.trim())
  return (isDark ? pair?.[2] : pair?.[1]) ?? value.trim()
}

const cache = new Map<string, Palette>()

function isDarkAt(style: CSSStyleDeclaration): boolean {
  const scheme = style.getPropertyValue('color-scheme')
  if (scheme === 'dark' || scheme === 'light') return scheme === 'dark'
  return matchMedia('(prefers-color-scheme: dark)').matches
}

let inForce = new WeakMap<Element, Palette>()

/** Must be called when the theme or the time of day changed. */
export function forgetPalettes(): void {
  inForce = new WeakMap()
}

/** The palette at an element; the same object until the theme or the time of day changes. */
export function paletteAt(element: Element): Palette {
  const palette = inForce.get(element) ?? readPalette(element)
  inForce.set(element, palette)
  return palette
}

function readPalette(element: Element): Palette {
  const style = getComputedStyle(element)
  const isDark = isDarkAt(style)
  const key = `${isDark ? 'dark' : 'light'} ${style.getPropertyValue('--wall-lit')}${style.getPropertyValue('--slope')}`
  const known = cache.get(key)
  if (known) return known
  const colour = (name: string): Rgb => parseHex(themeSide(style.getPropertyValue(`--${name}`), isDark))
  const figure = (name: string): number => Number.parseFloat(style.getPropertyValue(`--${name}`))
  const palette: Palette = {
    key,
    isDark,
    isNight: figure('night') === 1,
    lit: colour('wall-lit'),
    shade: colour('wall-shade'),
    sun: colour('sun'),
    sunStrength: figure('sun-a'),
    skyTop: colour('sky-a'),
    skyFoot: colour('sky-b'),
    ridge: colour('ridge'),
    jamb: colour('jamb'),
    blade: colour('blade'),
    bladeHigh: colour('blade-hi'),
    bladeLow: colour('blade-lo'),
    frame: colour('frame'),
    leaf: colour('leaf'),
    ink: colour('ink'),
    slope: figure('slope'),
    reach: figure('reach'),
    penumbra: figure('pen'),
    oak: colour('oak'),
    floorDepth: figure('floor-depth'),
    floorDrift: figure('floor-drift'),
  }
  cache.set(key, palette)
  return palette
}

const DRAINED_LIGHT: Rgb = [196, 194, 190]
const DRAINED_DARK: Rgb = [30, 31, 34]

/** The palette with its saturation reduced by `share` (0..1), for states that may be outdated. */
export function drained(palette: Palette, share: number): Palette {
  const key = `${palette.key} drained ${share}`
  const known = cache.get(key)
  if (known) return known
  const wall = mix(palette.shade, palette.isDark ? DRAINED_DARK : DRAINED_LIGHT, 0.8)
  const fade = (colour: Rgb): Rgb => mix(colour, wall, 0.55 * share)
  const made: Palette = {
    ...palette,
    key,
    lit: mix(palette.lit, wall, share),
    shade: mix(palette.shade, wall, share),
    sun: mix(palette.sun, mix(palette.lit, wall, share), 0.35 * share),
    skyTop: fade(palette.skyTop),
    skyFoot: fade(palette.skyFoot),
    ridge: fade(palette.ridge),
    jamb: fade(palette.jamb),
    leaf: fade(palette.leaf),
    oak: mix(palette.oak, wall, 0.8 * share),
    blade: fade(palette.blade),
    bladeHigh: fade(palette.bladeHigh),
  }
  cache.set(key, made)
  return made
}
