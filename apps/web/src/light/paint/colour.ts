import { clamp, lerp } from './geometry.ts'

/** A color as red, green and blue, 0..255. */
export type Rgb = readonly [red: number, green: number, blue: number]

export const WHITE: Rgb = [255, 255, 255]
/** The darkest color of all shadows: a warm black, so that plaster never looks blue-gray. */
export const SOOT: Rgb = [12, 10, 8]

/** Parses `#rgb` or `#rrggbb`; throws a TypeError on anything else. */
export function parseHex(text: string): Rgb {
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim())?.[1]
  if (digits === undefined) throw new TypeError(`Expected a hex colour, got "${text}"`)
  const width = digits.length / 3
  const channel = (index: number): number => {
    const part = digits.slice(index * width, index * width + width)
    return Number.parseInt(width === 1 ? part + part : part, 16)
  }
  return [channel(0), channel(1), channel(2)]
}

/** The color a share `t` (0..1) of the way from `from` to `to`. */
export const mix = (from: Rgb, to: Rgb, t: number): Rgb => [
  lerp(from[0], to[0], t),
  lerp(from[1], to[1], t),
  lerp(from[2], to[2], t),
]

/** The color as a CSS value with opacity 0..1. */
export const css = (colour: Rgb, alpha = 1): string =>
  `rgba(${colour.map((part) => Math.round(clamp(part, 0, 255))).join(',')},${alpha})`

/** Relative luminance, 0..1 (WCAG 2.2). */
function luminance(colour: Rgb): number {
  const linear = (part: number): number => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * linear(colour[0]) + 0.7152 * linear(colour[1]) + 0.0722 * linear(colour[2])
}

/** Contrast ratio of two colors, 1..21 (WCAG 2.2). */
export function contrast(one: Rgb, other: Rgb): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}
