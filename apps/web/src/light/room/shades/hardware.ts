import {
  downwards,
  fillDownwards,
  fillRect,
  fillSidewards,
  outwards,
  type Surface,
  sidewards,
  strokeLine,
} from '../../paint/brush.ts'
import { css, mix, type Rgb, SOOT, WHITE } from '../../paint/colour.ts'
import type { Rect } from '../../paint/geometry.ts'
import type { Palette } from '../../paint/palette.ts'
import type { RoomFrame } from '../room-frame.ts'
import type { WindowKind } from '../room-scene.ts'

/** The parts of a shade that are always visible: its box and its rails or wires. */
type Hardware = (surface: Surface, place: Place, palette: Palette) => void
type Place = { readonly box: Rect; readonly glass: Rect; readonly unit: number }

/** A rail at each side of the glass. */
function rails({ context }: Surface, { glass }: Place, width: number, colour: Rgb, palette: Palette): void {
  for (const x of [glass.x, glass.x + glass.w - width]) {
    fillSidewards(context, { x, y: glass.y, w: width, h: glass.h }, [
      [0, css(mix(colour, SOOT, 0.4))],
      [0.3, css(mix(colour, palette.bladeHigh, 0.4))],
      [0.55, css(colour)],
      [0.8, css(mix(colour, SOOT, 0.5))],
      [1, css(mix(colour, SOOT, 0.25))],
    ])
  }
}

/** A taut wire or a cord at `share` of the width of the glass. */
function wire({ context }: Surface, { glass }: Place, share: number, palette: Palette, width = 1): void {
  const x = Math.round(glass.x + share * glass.w)
  fillRect(context, { x, y: glass.y, w: width, h: glass.h }, css(mix(palette.bladeLow, SOOT, 0.2), 0.75))
  fillRect(
    context,
    { x: x + width, y: glass.y, w: 0.6, h: glass.h },
    css(mix(palette.bladeHigh, WHITE, 0.4), palette.isDark ? 0.2 : 0.5),
  )
}

function screw({ context }: Surface, x: number, y: number, size: number, palette: Palette): void {
  context.fillStyle = outwards(context, [x, y], size, [
    [0, css(mix(palette.bladeHigh, WHITE, 0.2))],
    [0.7, css(palette.blade)],
    [1, css(mix(palette.bladeLow, SOOT, 0.5))],
  ])
  context.beginPath()
  context.arc(x, y, size, 0, 2 * Math.PI)
  context.fill()
  strokeLine(context, [x - size * 0.6, y], [x + size * 0.6, y], css(SOOT, 0.6), 0.7)
}

const metal = (palette: Palette, high: Rgb, low: Rgb) =>
  [
    [0, css(mix(high, WHITE, palette.isDark ? 0 : 0.2))],
    [0.12, css(high)],
    [0.5, css(mix(high, low, 0.45))],
    [0.9, css(low)],
    [1, css(mix(low, SOOT, 0.5))],
  ] as const

function fillBox({ context }: Surface, box: Rect, palette: Palette, high: Rgb, low: Rgb): void {
  fillDownwards(context, box, metal(palette, high, low))
}

/** The slit in the lower edge of the box, from which the shade comes. */
function slit({ context }: Surface, box: Rect, unit: number): void {
  fillRect(context, { x: box.x, y: box.y + box.h - 2 * unit, w: box.w, h: 2 * unit }, css(SOOT, 0.6))
}

/** A square box with a service lid, and aluminum rails. */
const roller: Hardware = (surface, place, palette) => {
  const { box, unit } = place
  fillBox(surface, box, palette, mix(palette.blade, palette.bladeHigh, 0.5), palette.bladeLow)
  const seam = box.y + box.h * 0.46
  strokeLine(surface.context, [box.x, seam], [box.x + box.w, seam], css(SOOT, 0.45), 1)
  strokeLine(surface.context, [box.x, seam + 1], [box.x + box.w, seam + 1], css(palette.bladeHigh, 0.35), 0.7)
  slit(surface, box, unit)
  rails(surface, place, 5 * unit, palette.blade, palette)
}

/** A narrow head rail, two cords that hold the slats, and a wand that turns them. */
const venetian: Hardware = (surface, place, palette) => {
  const { context } = surface
  const { box, glass, unit } = place
  fillRect(context, box, css(mix(palette.frame, SOOT, 0.2)))
  const rail = { ...box, y: box.y + 2 * unit, h: box.h - 5 * unit }
  fillBox(surface, rail, palette, mix(palette.bladeHigh, WHITE, palette.isDark ? 0 : 0.4), palette.blade)
  for (const share of [0.15, 0.85]) {
    const x = glass.x + share * glass.w
    fillRect(
      context,
      { x: x - 3 * unit, y: rail.y + rail.h - unit, w: 6 * unit, h: 3 * unit },
      css(palette.bladeLow),
    )
  }
  for (const share of [0.15, 0.85]) wire(surface, place, share, palette, 0.8)
  const wand = { x: glass.x + glass.w * 0.07, y: glass.y, w: 2.4 * unit, h: glass.h * 0.46 }
  context.fillStyle = sidewards(context, wand.x, wand.x + wand.w, [
    [0, css(mix(palette.bladeLow, SOOT, 0.1))],
    [0.4, css(mix(palette.bladeHigh, WHITE, 0.4))],
    [1, css(palette.bladeLow)],
  ])
  context.beginPath()
  context.roundRect(wand.x, wand.y - 2, wand.w, wand.h, wand.w / 2)
  context.fill()
}

/** A round cassette, and a steel wire at each side that holds the cloth in the wind. */
const textile: Hardware = (surface, place, palette) => {
  const { context } = surface
  const { box, unit } = place
  fillRect(context, box, css(mix(palette.frame, SOOT, 0.25)))
  context.fillStyle = downwards(context, box.y, box.y + box.h, [
    [0, css(mix(palette.bladeHigh, palette.blade, 0.4))],
    [0.28, css(mix(palette.bladeHigh, WHITE, palette.isDark ? 0.1 : 0.7))],
    [0.6, css(palette.blade)],
    [1, css(mix(palette.bladeLow, SOOT, 0.2))],
  ])
  context.beginPath()
  context.roundRect(box.x + 2 * unit, box.y, box.w - 4 * unit, box.h - unit, (box.h - unit) / 2)
  context.fill()
  wire(surface, place, 0.025, palette, 1.4)
  wire(surface, place, 0.97, palette, 1.4)
}

/** A slim cassette, slim rails with a brush against insects, and a catch at the sill. */
const insect: Hardware = (surface, place, palette) => {
  const { context } = surface
  const { box, glass, unit } = place
  fillRect(context, box, css(mix(palette.frame, SOOT, 0.25)))
  const slim = { ...box, y: box.y + box.h * 0.42, h: box.h * 0.58 }
  fillBox(surface, slim, palette, mix(palette.bladeHigh, WHITE, palette.isDark ? 0.02 : 0.5), palette.blade)
  slit(surface, slim, unit)
  const light = mix(palette.bladeHigh, palette.blade, 0.3)
  rails(surface, place, 4 * unit, light, palette)
  for (const x of [glass.x + 4 * unit, glass.x + glass.w - 5.5 * unit]) {
    context.fillStyle = css(mix(palette.bladeLow, SOOT, 0.4), 0.5)
    for (let y = glass.y; y < glass.y + glass.h; y += 2) context.fillRect(x, y, 1.5 * unit, 1)
  }
  const middle = glass.x + glass.w / 2
  fillRect(
    context,
    { x: middle - 11 * unit, y: glass.y + glass.h - 4 * unit, w: 22 * unit, h: 4 * unit },
    css(mix(palette.bladeLow, palette.blade, 0.4)),
  )
}

/** A heavy riveted box and broad armored rails. */
const falcon: Hardware = (surface, place, palette) => {
  const { box, glass, unit } = place
  const base = mix(palette.blade, palette.bladeLow, 0.5)
  fillBox(surface, box, palette, mix(base, palette.bladeHigh, 0.35), mix(palette.bladeLow, SOOT, 0.15))
  slit(surface, box, unit)
  const broad = 10 * unit
  rails(surface, place, broad, mix(base, palette.bladeLow, 0.4), palette)
  for (const x of [glass.x + broad / 2, glass.x + glass.w - broad / 2]) {
    for (const share of [0.06, 0.5, 0.94]) {
      screw(surface, x, glass.y + share * glass.h, 2.4 * unit, palette)
    }
  }
  for (const share of [0.04, 0.35, 0.65, 0.96]) {
    screw(surface, box.x + share * box.w, box.y + box.h * 0.44, 2.2 * unit, palette)
  }
}

/** A cassette that closes around the rolled cloth; a small part of the valance is always visible. */
const awning: Hardware = (surface, place, palette) => {
  const { context } = surface
  const { box, unit } = place
  fillRect(context, box, css(mix(palette.frame, SOOT, 0.2)))
  const lid = { ...box, h: box.h * 0.62 }
  context.fillStyle = downwards(
    context,
    lid.y,
    lid.y + lid.h,
    metal(palette, palette.bladeHigh, palette.blade),
  )
  context.beginPath()
  context.roundRect(lid.x, lid.y, lid.w, lid.h, [5 * unit, 5 * unit, 1, 1])
  context.fill()
  const stripes = 12
  const light = mix(palette.bladeHigh, WHITE, palette.isDark ? 0.02 : 0.4)
  const dark = mix(palette.blade, palette.leaf, 0.5)
  const [width, top] = [box.w / stripes, lid.y + lid.h]
  for (let index = 0; index < stripes; index++) {
    const x = box.x + index * width
    context.beginPath()
    context.moveTo(x, top)
    context.lineTo(x, top + (box.h - lid.h) * 0.55)
    context.quadraticCurveTo(x + width / 2, box.y + box.h * 1.06, x + width, top + (box.h - lid.h) * 0.55)
    context.lineTo(x + width, top)
    context.closePath()
    context.fillStyle = css(mix(index % 2 === 0 ? dark : light, SOOT, palette.isDark ? 0.3 : 0.14))
    context.fill()
  }
  fillRect(context, { ...lid, y: top, h: 3 * unit }, css(SOOT, 0.3))
}

const HARDWARE: Record<WindowKind, Hardware> = {
  roller_shutter: roller,
  venetian_blind: venetian,
  textile_screen: textile,
  insect_screen: insect,
  falcon,
  awning,
}

/** The box, the rails and the cords of a shade in its window, whatever its position. */
export function paintHardware(
  surface: Surface,
  kind: WindowKind,
  { glass, casing, unit }: RoomFrame,
  palette: Palette,
): void {
  const top = casing.y + Math.round(6 * unit)
  HARDWARE[kind](surface, { box: { x: glass.x, y: top, w: glass.w, h: glass.y - top }, glass, unit }, palette)
}
