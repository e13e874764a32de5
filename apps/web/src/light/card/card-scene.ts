import {
  fillDownwards,
  fillRect,
  fillSidewards,
  type Surface,
  sidewards,
  strokeLine,
} from '../paint/brush.ts'
import { css, mix, type Rgb, SOOT, WHITE } from '../paint/colour.ts'
import { lerp, type Rect } from '../paint/geometry.ts'
import { cachedLayer } from '../paint/layers.ts'
import { drained, type Palette } from '../paint/palette.ts'
import { type Aperture, apertures, doorApertures, lightOf, type ShadeKind } from '../wall/apertures.ts'
import { hatch, patch } from '../wall/patch.ts'
import { NO_BARS, type Projection, WINDOW_BARS } from '../wall/patch-field.ts'
import { plaster } from '../wall/plaster.ts'
import { type DoorScene, drawDoor } from './door.ts'
import { drawLamp } from './lamp.ts'
import { opening } from './opening.ts'
import { drawPergola, ROOF_SHARE } from './pergola.ts'

/** How current the state is: live, the last known one, or unknown because the device is offline. */
export type Freshness = 'live' | 'stale' | 'offline'

/** What a card shows of a device. Position and brightness are 0..1, null for unknown; tilt is in degrees. */
export type CardScene = { readonly freshness: Freshness; readonly view: number } & (
  | { readonly kind: ShadeKind; readonly position: number | null; readonly tilt: number }
  | ({ readonly kind: 'home_door' } & DoorScene)
  | { readonly kind: 'light'; readonly brightness: number }
)

/** The corner at which the two walls of a card meet, in CSS pixels from its left edge; the same as --card-corner. */
export const CORNER = 118
/** In a narrow card the window is smaller, to leave width for the buttons; the same values as in card-shell.module.css. */
export const NARROW = { below: 346, corner: 84 }

/** The maximum size of the opening in a large picture, so that it keeps its shape on wide screens. */
const LARGE = { corner: 148 }

/** Where the two walls meet, and how many pixels on the second wall correspond to one pixel on the first. */
interface Fold {
  readonly corner: number
  readonly reach: number
}

/** In a large picture the opening gets half of the width, so that all of its light fits on the other half. */
function foldOf(card: Rect, scene: CardScene, palette: Palette, isLarge: boolean): Fold {
  const { reach } = palette
  // A door is narrow, and its card contains much text.
  const isNarrow = card.w < NARROW.below || scene.kind === 'home_door'
  if (!isLarge) return { corner: isNarrow ? NARROW.corner : CORNER, reach }
  // A lamp lights the wall that it hangs on, so there is no second wall.
  if (scene.kind === 'light') return { corner: 0, reach }
  const corner = Math.min(LARGE.corner, Math.max(NARROW.corner, card.w / 2))
  const room = (card.w - corner) * 0.94
  return { corner, reach: Math.min(reach, room / (corner - holeOf(scene, card, corner).x)) }
}

/** An exponent for the light on the wall: small openings look brighter than their area. */
const EYE = 0.8
/** What the day gives the wall of a lamp that is off. */
const DAYLIGHT = 0.6
/** A shade of unknown position is drawn at the start position of its slider. */
const UNKNOWN_POSITION = 0.3
const UNKNOWN_OPACITY = 0.35

function aperturesOf(scene: CardScene): Aperture[] {
  if (scene.freshness === 'offline' || scene.kind === 'light') return []
  if (scene.kind === 'home_door') return doorApertures(scene.milk, scene.isOpen)
  return scene.position === null ? [] : apertures(scene.kind, scene.position, scene.tilt)
}

/** What a scene lets through, and how much light that is (0..1), as it looks. */
export function lightBehind(scene: CardScene): { list: readonly Aperture[]; light: number } {
  const list = aperturesOf(scene)
  return { list, light: Math.min(1, lightIn(scene, list)) ** EYE }
}

function lightIn(scene: CardScene, list: readonly Aperture[]): number {
  if (scene.freshness === 'offline') return 0
  switch (scene.kind) {
    case 'light':
      return scene.brightness * 0.8
    case 'home_door':
      return lerp(0.3, 0.16, scene.milk) + 0.3 * scene.doorLight + (scene.isOpen ? 0.3 : 0)
    default:
      return scene.position === null ? 0.22 : lightOf(list)
  }
}

/** The projection of the hole in the left wall onto the right wall. */
function foldedProjection(hole: Rect, { corner, reach }: Fold, palette: Palette): Projection {
  return {
    width: hole.w * reach,
    height: hole.h,
    column: (x) => {
      const distance = x / reach
      return {
        u: (corner - distance - hole.x) / hole.w,
        head: hole.y + palette.slope * distance,
        penumbra: 0.5 + (palette.penumbra * 1.5 * x) / 100,
        strength: 1 - (palette.isDark ? 0.4 : 0.22) * Math.min(1, Math.max(0, (x - 60) / (reach * 100))),
      }
    },
  }
}

/**
 * The shading that is the same for any light: darker on the left wall, which stands against the light, lighter from the corner to
 * the right, the texture of the plaster, and the corner itself. It never changes, so it is drawn once.
 */
function relief(surface: Surface, card: Rect, corner: number, palette: Palette): void {
  const { isDark } = palette
  const size = { width: card.w, height: card.h, scale: surface.scale }
  const picture = cachedLayer(`relief ${isDark} ${corner}`, size, (context) => {
    fillRect(
      context,
      { ...card, w: corner },
      sidewards(context, 0, corner, [
        [0, css(SOOT, isDark ? 0.14 : 0.05)],
        [0.88, css(SOOT, isDark ? 0.26 : 0.1)],
        [1, css(SOOT, isDark ? 0.46 : 0.18)],
      ]),
    )
    fillSidewards(context, { ...card, x: corner, w: card.w - corner }, [
      [0, css(SOOT, 0.07)],
      [0.16, css(SOOT, 0)],
      [0.7, css(SOOT, 0)],
      [1, css(SOOT, 0.06)],
    ])
    fillDownwards(context, card, [
      [0, css(SOOT, isDark ? 0.12 : 0.045)],
      [0.35, css(SOOT, 0)],
      [0.8, css(WHITE, isDark ? 0.01 : 0.03)],
      [1, css(WHITE, 0)],
    ])
    plaster(context, card, isDark ? 0.1 : 0.14)
    if (corner === 0) return
    const seam = css(isDark ? palette.ink : SOOT, isDark ? 0.1 : 0.2)
    strokeLine(context, [corner + 0.5, 0], [corner + 0.5, card.h], seam, 0.75)
  })
  if (picture) surface.context.drawImage(picture, card.x, card.y, card.w, card.h)
}

/** A lamp that is offline is drawn switched off. */
const brightnessOf = (scene: { freshness: Freshness; brightness: number }): number =>
  scene.freshness === 'offline' ? 0 : scene.brightness

const holeOf = (scene: CardScene, card: Rect, corner: number): Rect => {
  const share = corner / CORNER
  const across = (x: number, w: number) => ({ x: x * share, w: w * share })
  if (scene.kind === 'home_door') return { ...across(30, 58), y: 20, h: card.h - 20 }
  if (scene.kind === 'pergola') return { ...across(16, 86), y: 22, h: card.h - 44 }
  return { ...across(22, 74), y: 20, h: card.h - 44 }
}

/** The light around an opening: what it lets through, the wall, and where the ground is. */
interface Surroundings {
  readonly list: readonly Aperture[]
  readonly ambient: Rgb
  readonly light: number
  readonly foot: number
}

/** Draws what is in the hole of a wall: a window with its shade, a door, a pergola or a lamp. */
export function drawFixture(
  surface: Surface,
  hole: Rect,
  scene: CardScene,
  { list, ambient, light, foot }: Surroundings,
  palette: Palette,
): void {
  if (scene.kind === 'light') {
    drawLamp(surface, [hole.x + hole.w / 2, hole.y + hole.h * 0.47], hole, brightnessOf(scene), palette)
    return
  }
  if (scene.kind === 'home_door') {
    drawDoor(surface, hole, ambient, scene, palette)
    return
  }
  const opacity = scene.position === null ? UNKNOWN_OPACITY : 1
  const position = scene.position ?? UNKNOWN_POSITION
  if (scene.kind === 'pergola') {
    drawPergola(surface, { ...hole, h: foot - hole.y }, position, opacity, palette)
    return
  }
  const hang = { position, tilt: scene.tilt }
  const shown = {
    kind: scene.kind,
    hang,
    shadeOpacity: opacity,
    apertures: list,
    ambient,
    light,
    view: scene.view,
  }
  opening(surface, hole, shown, palette)
}

/**
 * Draws a card: two walls of a room, the opening on the left and its light on the right. `isLarge` draws the card for a whole
 * page.
 */
export function drawCard(
  surface: Surface,
  card: Rect,
  scene: CardScene,
  daylight: Palette,
  isLarge = false,
): void {
  const palette =
    scene.freshness === 'live' ? daylight : drained(daylight, scene.freshness === 'stale' ? 0.6 : 1)
  const { list, light: inside } = lightBehind(scene)
  const light = scene.kind === 'light' && !palette.isNight ? Math.max(DAYLIGHT, inside) : inside
  const tone = mix(palette.shade, palette.lit, light)
  const ambient = palette.isDark ? tone : mix(tone, WHITE, 0.1)
  const fold = foldOf(card, scene, palette, isLarge)
  const { corner } = fold
  const wall = { ...card, x: corner, w: card.w - corner }
  // A lamp hangs on the first wall, or on the only one.
  const hole = scene.kind === 'light' ? { ...card, w: corner || card.w } : holeOf(scene, card, corner)
  fillRect(surface.context, card, css(ambient))
  const hasBars = scene.kind !== 'home_door' && scene.kind !== 'pergola' && scene.kind !== 'falcon'
  patch(
    surface,
    wall,
    foldedProjection(hole, fold, palette),
    {
      apertures: list,
      bars: hasBars ? WINDOW_BARS : NO_BARS,
      colour: palette.sun,
      strength: palette.sunStrength,
      halo: 0.4,
    },
    1,
  )
  relief(surface, card, corner, palette)
  drawFixture(surface, hole, scene, { list, ambient, light, foot: card.h }, palette)
  if (scene.freshness === 'offline') hatch(surface, card, palette.ink, palette.isDark ? 0.11 : 0.13)
  else if (scene.kind !== 'light' && scene.kind !== 'home_door' && scene.position === null) {
    const unknown = scene.kind === 'pergola' ? { ...hole, h: (card.h - hole.y) * ROOF_SHARE } : hole
    hatch(surface, unknown, palette.ink, palette.isDark ? 0.3 : 0.34, 6)
  }
}
