import { downwards, fillDownwards, fillRect, fillSidewards, type Surface } from '../../paint/brush.ts'
import { css, mix, type Rgb, SOOT, WHITE } from '../../paint/colour.ts'
import { clamp, radians } from '../../paint/geometry.ts'
import { type Layer, scratch } from '../../paint/layers.ts'
import type { Palette } from '../../paint/palette.ts'
import { ROOM_SLATS } from '../room-scene.ts'
import { type DrawHanging, weightBar } from './bar.ts'

/** Slats are a little deeper than their distance, like real ones, so that they can close. */
const SLAT_DEPTH = 1.16
const CORDS = [0.15, 0.85] as const
const SUN_DEGREES = 24

/** The colors of the visible face of a slat: the upper face in the light of the sky, the lower face in its own shade. */
function faceOf(tilt: number, palette: Palette): readonly [near: Rgb, middle: Rgb, far: Rgb] {
  const struck = Math.abs(Math.sin(radians(tilt + SUN_DEGREES)))
  if (tilt >= 0) {
    const shade = mix(palette.blade, palette.bladeLow, 0.1 + 0.5 * struck)
    return [mix(shade, palette.bladeHigh, 0.3), shade, mix(shade, palette.bladeLow, 0.4)]
  }
  const light = mix(palette.bladeHigh, WHITE, palette.isDark ? 0.02 : 0.2 + 0.3 * struck)
  return [light, mix(light, palette.bladeHigh, 0.5), mix(light, palette.blade, 0.34)]
}

/** One slat, drawn once per frame into its own canvas and then copied to every place. */
function slat(scale: number, width: number, high: number, tilt: number, palette: Palette): Layer | null {
  const layer = scratch('slat of a room', Math.ceil(width * scale), Math.ceil(high * scale) + 2)
  if (!layer) return null
  const { context } = layer
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.clearRect(0, 0, layer.canvas.width, layer.canvas.height)
  context.setTransform(scale, 0, 0, scale, 0, 0)
  const [near, middle, far] = faceOf(tilt, palette)
  context.fillStyle = downwards(context, 0, high, [
    [0, css(near)],
    [0.42, css(middle)],
    [1, css(far)],
  ])
  context.beginPath()
  context.roundRect(0, 0, width, high, Math.min(high / 2, 2))
  context.fill()
  fillSidewards(context, { x: 0, y: 0, w: width, h: high }, [
    [0, css(SOOT, 0.2)],
    [0.16, css(SOOT, 0.02)],
    [0.7, css(WHITE, 0)],
    [1, css(palette.bladeHigh, palette.isDark ? 0.12 : 0.3)],
  ])
  const edge = Math.min(1.2, high / 3)
  fillRect(
    context,
    { x: 1, y: 0, w: width - 2, h: edge },
    css(mix(palette.bladeHigh, WHITE, palette.isDark ? 0.12 : 0.7), 0.95),
  )
  fillRect(
    context,
    { x: 1, y: high - edge, w: width - 2, h: edge },
    css(mix(palette.bladeLow, SOOT, 0.4), 0.8),
  )
  if (palette.isNight) {
    fillDownwards(context, { x: 0, y: 0, w: width, h: high }, [
      [0, css(palette.jamb, 0.55)],
      [0.24, css(palette.jamb, 0.12)],
      [0.7, css(palette.jamb, 0.04)],
      [1, css(palette.jamb, 0.4)],
    ])
  }
  return layer
}

function cords(surface: Surface, x: number, top: number, foot: number, palette: Palette): void {
  const { context } = surface
  context.fillStyle = css(mix(palette.bladeLow, SOOT, 0.1), 0.8)
  context.fillRect(x, top, 1, Math.max(0, foot - top))
  context.fillStyle = css(mix(palette.bladeHigh, WHITE, 0.4), palette.isDark ? 0.16 : 0.4)
  context.fillRect(x + 1, top, 0.6, Math.max(0, foot - top))
}

/** A venetian blind: slats turned in their cords; the slats that are not lowered lie on the bottom rail. */
export const drawVenetian: DrawHanging = (surface, hanging, palette) => {
  const { context, scale } = surface
  const { glass, foot, position, tilt, unit } = hanging
  const pitch = glass.h / ROOM_SLATS
  const down = Math.floor(position * ROOM_SLATS + 1e-6)
  const inset = 3 * unit
  const width = glass.w - 2 * inset
  const high = Math.max(1.8, Math.abs(Math.sin(radians(tilt))) * pitch * SLAT_DEPTH)
  const one = slat(scale, width, high, tilt, palette)
  const [wide, tall] = [Math.ceil(width * scale), Math.ceil(high * scale)]
  if (one) {
    for (let index = 0; index < down; index++) {
      const y = glass.y + (index + 0.5) * pitch - high / 2
      const under = clamp(high * 0.4, 1, 5)
      context.fillStyle = css(SOOT, 0.16)
      context.fillRect(glass.x + inset + 1, y + high, width - 2, under)
      context.drawImage(one.canvas, 0, 0, wide, tall, glass.x + inset, y, wide / scale, tall / scale)
    }
  }
  const rail = 7 * unit
  const leaf = 0.55 * unit
  for (let index = 0; index < ROOM_SLATS - down; index++) {
    const y = foot - rail - (index + 1) * leaf
    context.fillStyle = css(index % 2 === 0 ? palette.bladeHigh : palette.bladeLow)
    context.fillRect(glass.x + inset, y, width, leaf)
  }
  weightBar(context, { ...glass, x: glass.x + inset, w: width }, foot, rail, palette)
  for (const share of CORDS)
    cords(surface, Math.round(glass.x + share * glass.w), glass.y, foot - rail, palette)
}
