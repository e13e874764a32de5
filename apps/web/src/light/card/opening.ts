import {
  downwards,
  fillDownwards,
  fillPolygon,
  fillRect,
  fillSidewards,
  type Surface,
  sidewards,
} from '../paint/brush.ts'
import { css, mix, type Rgb, SOOT, WHITE } from '../paint/colour.ts'
import { clamp, lerp, type Rect } from '../paint/geometry.ts'
import type { Palette } from '../paint/palette.ts'
import { sky } from '../sky/sky.ts'
import { type Aperture, lightOf, type ShadeKind } from '../wall/apertures.ts'
import { WINDOW_BARS } from '../wall/patch-field.ts'
import { paintStripes, revealFaces } from '../wall/reveal.ts'
import { drawAwning } from './shades/awning.ts'
import { drawFalcon } from './shades/falcon.ts'
import { drawInsect } from './shades/insect.ts'
import { drawRoller } from './shades/roller.ts'
import type { DrawShade, Hang } from './shades/shade.ts'
import { drawTextile } from './shades/textile.ts'
import { drawVenetian } from './shades/venetian.ts'

/** The kinds that hang in a window; a pergola is a roof. */
type WindowKind = Exclude<ShadeKind, 'pergola'>

const DRAW: Record<Exclude<WindowKind, 'awning'>, DrawShade> = {
  roller_shutter: drawRoller,
  venetian_blind: drawVenetian,
  textile_screen: drawTextile,
  insect_screen: drawInsect,
  falcon: drawFalcon,
}

/** A window in its wall: the color of the plaster around it, how bright the room is (0..1), and the shade in it. */
export type WindowScene = {
  readonly kind: WindowKind
  readonly hang: Hang
  /** 0..1; a shade of unknown position is drawn faintly. */
  readonly shadeOpacity: number
  /** The light that passes through; empty if that is unknown. */
  readonly apertures: readonly Aperture[]
  readonly ambient: Rgb
  readonly light: number
  readonly view: number
}

type Parts = { readonly hole: Rect; readonly frame: Rect; readonly glass: Rect; readonly unit: number }

function partsOf(hole: Rect): Parts {
  const unit = clamp(hole.h / 148, 1, 2.8)
  const depth = 6 * unit
  const frame = { x: hole.x + depth, y: hole.y + depth, w: hole.w - 2 * depth, h: hole.h - depth - 1 }
  const edge = 2.2 * unit
  const glass = { x: frame.x + edge, y: frame.y + edge, w: frame.w - 2 * edge, h: frame.h - 2 * edge }
  return { hole, frame, glass, unit }
}

/** The depth of the wall around the window: top and left side in shadow, right side and sill in the sun. */
function reveal(
  surface: Surface,
  parts: Parts,
  scene: WindowScene,
  palette: Palette,
  list: readonly Aperture[],
): void {
  const { context } = surface
  const { hole, frame } = parts
  const [right, foot] = [hole.x + hole.w, hole.y + hole.h]
  const [inRight, inFoot] = [frame.x + frame.w, frame.y + frame.h]
  const faces = revealFaces(hole, frame)
  const bounce = palette.isDark ? 0.06 : 0.2 * scene.light
  const head = mix(mix(scene.ambient, SOOT, palette.isDark ? 0.35 : 0.27), palette.jamb, bounce * 0.8)
  const left = mix(mix(scene.ambient, SOOT, palette.isDark ? 0.22 : 0.15), palette.jamb, bounce)
  fillPolygon(
    context,
    faces.head,
    downwards(context, hole.y, frame.y, [
      [0, css(mix(head, scene.ambient, 0.35))],
      [1, css(head)],
    ]),
  )
  fillPolygon(
    context,
    faces.left,
    sidewards(context, hole.x, frame.x, [
      [0, css(mix(left, scene.ambient, 0.4))],
      [1, css(left)],
    ]),
  )
  fillPolygon(context, faces.right, css(mix(scene.ambient, SOOT, 0.06)))
  paintStripes(context, faces.right, {
    near: inRight,
    far: right,
    fall: (right - inRight) * 0.5,
    top: frame.y,
    height: frame.h,
    list,
    colour: (strength) => css(palette.jamb, strength),
  })
  context.save()
  context.globalAlpha = clamp(lightOf(list) * 1.15)
  fillPolygon(
    context,
    [
      [lerp(hole.x, frame.x, 0.1) + hole.w * 0.04, foot],
      [right, foot],
      [inRight, inFoot],
      [frame.x + hole.w * 0.02, inFoot],
    ],
    css(palette.jamb),
  )
  context.restore()
}

/** The glazing bars, at the same places as their shadow in the patch of light. */
function glazingBars(surface: Surface, parts: Parts, palette: Palette): void {
  const { context } = surface
  const { glass, unit } = parts
  const width = 1.8 * unit
  for (const { from, to } of WINDOW_BARS.across) {
    const x = glass.x + ((from + to) / 2) * glass.w - width / 2
    const fill = sidewards(context, x, x + width, [
      [0, css(palette.frame)],
      [0.7, css(mix(palette.frame, palette.bladeHigh, 0.08))],
      [1, css(mix(palette.frame, palette.jamb, 0.35))],
    ])
    fillRect(context, { x, y: glass.y, w: width, h: glass.h }, fill)
  }
  for (const { from, to } of WINDOW_BARS.down) {
    const y = glass.y + ((from + to) / 2) * glass.h - width / 2
    fillRect(context, { x: glass.x, y, w: glass.w, h: width * 0.8 }, css(palette.frame))
  }
}

function sill(surface: Surface, parts: Parts, scene: WindowScene, palette: Palette, light: number): void {
  const { context } = surface
  const { hole, unit } = parts
  const slab = { x: hole.x - 4.5 * unit, y: hole.y + hole.h, w: hole.w + 9 * unit, h: 3.4 * unit }
  context.save()
  context.shadowColor = css(SOOT, palette.isDark ? 0.55 : 0.34)
  context.shadowBlur = 8 * unit * surface.scale
  context.shadowOffsetX = 2 * unit * surface.scale
  context.shadowOffsetY = 4 * unit * surface.scale
  fillRect(context, slab, css(scene.ambient))
  context.restore()
  const top = mix(mix(scene.ambient, WHITE, palette.isDark ? 0.06 : 0.3), palette.jamb, light * 0.7)
  fillDownwards(context, slab, [
    [0, css(top)],
    [0.3, css(mix(scene.ambient, SOOT, 0.05))],
    [1, css(mix(scene.ambient, SOOT, 0.2))],
  ])
}

/** Draws a window with its shade into the hole of a wall. */
export function opening(surface: Surface, hole: Rect, scene: WindowScene, palette: Palette): void {
  const { context } = surface
  const parts = partsOf(hole)
  const { frame, glass, unit } = parts
  const list = scene.apertures
  reveal(surface, parts, scene, palette, list)
  fillRect(context, frame, css(palette.frame))
  sky(surface, glass, palette, scene.view)
  if (scene.kind !== 'falcon') glazingBars(surface, parts, palette)
  context.save()
  context.globalAlpha = scene.shadeOpacity
  if (scene.kind !== 'awning') DRAW[scene.kind](surface, glass, scene.hang, palette, unit)
  context.restore()
  const headShadow = 11 * unit
  fillDownwards(context, { ...glass, h: headShadow }, [
    [0, css(SOOT, 0.42)],
    [1, css(SOOT, 0)],
  ])
  fillSidewards(context, { ...glass, w: 6 * unit }, [
    [0, css(SOOT, 0.26)],
    [1, css(SOOT, 0)],
  ])
  context.strokeStyle = css(mix(palette.frame, palette.jamb, 0.5), 0.55)
  context.lineWidth = 0.5 * unit
  context.strokeRect(glass.x - 0.5, glass.y - 0.5, glass.w + 1, glass.h + 1)
  sill(surface, parts, scene, palette, lightOf(list))
  context.strokeStyle = css(palette.isDark ? palette.ink : SOOT, palette.isDark ? 0.16 : 0.42)
  context.lineWidth = 0.6 * unit
  context.strokeRect(hole.x + 0.25, hole.y + 0.25, hole.w - 0.5, hole.h - 0.25)
  if (scene.kind !== 'awning') return
  context.save()
  context.globalAlpha = scene.shadeOpacity
  drawAwning(surface, hole, scene.hang.position, palette, unit)
  context.restore()
}
