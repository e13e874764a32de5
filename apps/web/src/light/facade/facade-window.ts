import { type CardScene, drawFixture, lightBehind } from '../card/card-scene.ts'
import { fillRect, outwards, type Surface } from '../paint/brush.ts'
import { css, mix, SOOT } from '../paint/colour.ts'
import type { Rect } from '../paint/geometry.ts'
import { drained } from '../paint/palette.ts'
import { hatch } from '../wall/patch.ts'
import type { FacadePalette } from './facade-palette.ts'
import { drawFrontPergola } from './front-pergola.ts'

/** The heights for which openings are drawn, in CSS pixels: those of a window, and of a door and a pergola, on a card. */
const WINDOW_HEIGHT = 148
const STANDING_HEIGHT = 172

const unitsHigh = (scene: CardScene): number =>
  scene.kind === 'home_door' || scene.kind === 'pergola' ? STANDING_HEIGHT : WINDOW_HEIGHT

/** How far a window's sill, awning, shadow and glow reach beyond its hole, as shares of the hole. */
export const WINDOW_MARGIN = { x: 0.32, y: 0.2 } as const

/**
 * Draws a device in the front of its house: the shade in its window, or the door, as on its card. The canvas is larger than the
 * hole by `WINDOW_MARGIN` and stays transparent around it.
 */
export function drawFacadeWindow(
  { context, scale }: Surface,
  hole: Rect,
  scene: CardScene,
  outside: FacadePalette,
): void {
  const { freshness } = scene
  const palette =
    freshness === 'live' ? outside.windows : drained(outside.windows, freshness === 'stale' ? 0.6 : 1)
  const { list, light } = lightBehind(scene)
  const zoom = hole.h / unitsHigh(scene)
  if (palette.isNight && light > 0 && scene.kind !== 'pergola') glow(context, hole, light, outside)
  context.save()
  context.scale(zoom, zoom)
  const drawn = { x: hole.x / zoom, y: hole.y / zoom, w: hole.w / zoom, h: hole.h / zoom }
  const ambient = mix(outside.wall, SOOT, palette.isNight ? 0.04 : 0)
  if (scene.kind === 'pergola')
    drawFrontPergola(
      { context, scale: scale * zoom },
      drawn,
      { position: scene.position ?? 0.3, opacity: scene.position === null ? 0.35 : 1, light },
      palette,
    )
  else
    drawFixture(
      { context, scale: scale * zoom },
      drawn,
      scene,
      { list, ambient, light, foot: drawn.y + drawn.h },
      palette,
    )
  if (freshness === 'offline') hatch({ context, scale }, drawn, palette.ink, palette.isDark ? 0.3 : 0.34, 7)
  else if (scene.kind !== 'light' && scene.kind !== 'home_door' && scene.position === null)
    hatch({ context, scale }, drawn, palette.ink, palette.isDark ? 0.3 : 0.34, 6)
  context.restore()
}

/** At night a window lights the wall around it, as far as its shade lets the light out. */
function glow(
  context: CanvasRenderingContext2D,
  hole: Rect,
  light: number,
  { windows }: FacadePalette,
): void {
  const middle = [hole.x + hole.w / 2, hole.y + hole.h / 2] as const
  const reach = hole.h * (0.5 + WINDOW_MARGIN.y)
  context.save()
  context.translate(middle[0], middle[1])
  context.scale((hole.w * (0.5 + WINDOW_MARGIN.x)) / reach, 1)
  fillRect(
    context,
    { x: -reach, y: -reach, w: 2 * reach, h: 2 * reach },
    outwards(context, [0, 0], reach, [
      [0, css(windows.sun, 0.5 * light)],
      [0.55, css(windows.sun, 0.3 * light)],
      [1, css(windows.sun, 0)],
    ]),
  )
  context.restore()
}
