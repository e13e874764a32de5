import {
  fillDownwards,
  fillRect,
  fillSidewards,
  outwards,
  type Surface,
  sidewards,
  strokeLine,
} from '../paint/brush.ts'
import { css, mix, type Rgb, SOOT, WHITE } from '../paint/colour.ts'
import type { Rect } from '../paint/geometry.ts'
import { cachedLayer } from '../paint/layers.ts'
import type { Palette } from '../paint/palette.ts'
import { sky } from '../sky/sky.ts'
import { OPEN_LEAF } from '../wall/apertures.ts'
import { paintCrack } from '../wall/door-crack.ts'
import { BOARDS_FROM, cylinderY, doorBar, doorGlass, milkTone, paintGleams } from '../wall/door-shape.ts'
import { LED, WARM } from './lamp-light.ts'

/** The visible state of a door. A value that was never reported is false. */
export type DoorScene = {
  readonly isOpen: boolean
  readonly isLocked: boolean
  /** A lock reported that it is unlocked. */
  readonly isUnlocked: boolean
  /** How milky the foil is: 0 is clear, 1 is milky. */
  readonly milk: number
  /** Brightness of the two lights, 0..1. */
  readonly doorLight: number
  readonly handleLight: number
}

const WARM_EDGE: Rgb = [255, 190, 104]
/** The brightness of each board; values above zero are lighter. */
const BOARDS = [0.02, -0.05, 0.04, -0.02, 0.06, -0.04, 0.02] as const
const FRAME = 4

const glassOf = (leaf: Rect): Rect => doorGlass(leaf, 0.2)

function boards(context: CanvasRenderingContext2D, leaf: Rect, palette: Palette): void {
  fillSidewards(context, leaf, [
    [0, css(mix(palette.leaf, SOOT, 0.22))],
    [0.5, css(palette.leaf)],
    [1, css(mix(palette.leaf, palette.jamb, 0.24))],
  ])
  const first = leaf.x + leaf.w * BOARDS_FROM
  const width = (leaf.x + leaf.w - first) / BOARDS.length
  for (const [index, tone] of BOARDS.entries()) {
    const x = first + width * index
    fillRect(
      context,
      { x, y: leaf.y, w: width, h: leaf.h },
      css(tone > 0 ? palette.bladeHigh : SOOT, Math.abs(tone) * 1.6),
    )
    // The grain of the wood: a few long lines, the same on every door.
    for (const vein of [0.31, 0.68]) {
      const at = x + width * (vein + 0.12 * Math.sin(index * 5 + vein * 9))
      strokeLine(context, [at, leaf.y], [at + 0.4, leaf.y + leaf.h], css(SOOT, 0.07), 0.4)
    }
    strokeLine(context, [x, leaf.y], [x, leaf.y + leaf.h], css(SOOT, 0.38), 0.5)
  }
  fillDownwards(context, leaf, [
    [0, css(WHITE, 0)],
    [1, css(SOOT, 0.14)],
  ])
}

function glass(surface: Surface, leaf: Rect, door: DoorScene, palette: Palette): void {
  const { context } = surface
  const pane = glassOf(leaf)
  fillRect(context, { x: pane.x - 1, y: pane.y - 1, w: pane.w + 2, h: pane.h + 2 }, css(SOOT, 0.75))
  sky(surface, pane, palette, 1)
  if (door.milk < 1) {
    const clear = palette.isDark ? 0.4 : 1
    paintGleams(context, pane, pane.h * 0.2, [
      [0.32, 0.08, 0.3 * clear],
      [0.43, 0.02, 0.25 * clear],
    ])
  }
  if (door.milk > 0) {
    context.save()
    context.globalAlpha = door.milk
    const milk = milkTone(palette)
    fillDownwards(context, pane, [
      [0, css(milk, 0.95)],
      [1, css(mix(milk, palette.skyFoot, 0.4), 0.93)],
    ])
    const heart = [pane.x + pane.w * 0.4, pane.y + pane.h * 0.3] as const
    fillRect(
      context,
      pane,
      outwards(context, heart, pane.h * 0.6, [
        [0, css(WHITE, palette.isDark ? 0.25 : 0.6)],
        [1, css(WHITE, 0)],
      ]),
    )
    context.restore()
  }
  context.strokeStyle = css(palette.bladeHigh, 0.3)
  context.lineWidth = 0.4
  context.strokeRect(pane.x, pane.y, pane.w, pane.h)
}

/** Draws on the wood only, because light on a door does not lie on its glass. */
function onWood(context: CanvasRenderingContext2D, leaf: Rect, draw: () => void): void {
  const pane = glassOf(leaf)
  context.save()
  context.beginPath()
  context.rect(leaf.x, leaf.y, leaf.w, leaf.h)
  context.rect(pane.x, pane.y, pane.w, pane.h)
  context.clip('evenodd')
  draw()
  context.restore()
}

function handle(context: CanvasRenderingContext2D, leaf: Rect, door: DoorScene, palette: Palette): void {
  const width = 3.2
  const bar = doorBar(leaf, width)
  const middle = [bar.x + width / 2, bar.y + bar.h / 2] as const
  if (door.handleLight > 0) {
    const glow = outwards(context, middle, bar.h * 0.62, [
      [0, css(WARM, 0.75 * door.handleLight)],
      [1, css(WARM_EDGE, 0)],
    ])
    onWood(context, leaf, () => fillRect(context, leaf, glow))
  } else {
    fillRect(context, { ...bar, x: bar.x + width, y: bar.y + 2 }, css(SOOT, 0.34))
  }
  context.fillStyle = sidewards(context, bar.x, bar.x + width, [
    [0, css(mix(palette.bladeLow, SOOT, 0.3))],
    [0.35, css(mix(palette.bladeHigh, WHITE, palette.isDark ? 0.1 : 0.5))],
    [0.7, css(palette.blade)],
    [1, css(palette.bladeLow)],
  ])
  context.beginPath()
  context.roundRect(bar.x, bar.y, bar.w, bar.h, width / 2)
  context.fill()
  if (door.handleLight > 0)
    fillRect(
      context,
      { x: bar.x - 0.8, y: bar.y + width, w: 0.8, h: bar.h - 2 * width },
      css(LED, 0.95 * door.handleLight),
    )
  const cylinder = [middle[0], cylinderY(leaf)] as const
  context.fillStyle = css(palette.bladeHigh)
  context.beginPath()
  context.arc(cylinder[0], cylinder[1], 2.4, 0, 2 * Math.PI)
  context.fill()
  fillRect(context, { x: cylinder[0] - 0.5, y: cylinder[1] - 1.4, w: 1, h: 2.8 }, css(palette.bladeLow))
}

/** The bolts are extended into the frame only while the door is certainly locked. */
function bolts(context: CanvasRenderingContext2D, leaf: Rect, isLocked: boolean, palette: Palette): void {
  const colour = isLocked ? mix(palette.bladeHigh, WHITE, 0.4) : palette.blade
  for (const place of [0.2, 0.5, 0.84]) {
    const bolt = {
      x: leaf.x + leaf.w - 0.4,
      y: leaf.y + leaf.h * place - 1.4,
      w: isLocked ? 3.4 : 0.8,
      h: 2.8,
    }
    fillRect(context, bolt, css(colour, 0.95))
  }
}

function doorLight(surface: Surface, leaf: Rect, brightness: number, palette: Palette): void {
  const { context } = surface
  const source = [leaf.x + leaf.w / 2, leaf.y - FRAME] as const
  onWood(context, leaf, () => {
    context.globalCompositeOperation = palette.isDark ? 'lighter' : 'soft-light'
    context.globalAlpha = brightness
    for (const reach of [1, 0.7, 0.45]) {
      const glow = outwards(context, source, leaf.h * reach, [
        [0, css(WARM, palette.isDark ? 0.26 : 0.5)],
        [0.5, css(WARM_EDGE, palette.isDark ? 0.09 : 0.2)],
        [1, css(WARM_EDGE, 0)],
      ])
      fillRect(context, leaf, glow)
    }
  })
  context.save()
  context.globalAlpha = brightness
  context.shadowColor = css(WARM, 0.9)
  context.shadowBlur = 9 * surface.scale
  fillRect(context, { x: source[0] - leaf.w * 0.28, y: source[1] + 1.4, w: leaf.w * 0.56, h: 1.3 }, css(LED))
  context.restore()
}

function leafWith(surface: Surface, leaf: Rect, door: DoorScene, palette: Palette): void {
  const { context } = surface
  const wood = cachedLayer(
    `wood ${palette.key}`,
    { width: leaf.w, height: leaf.h, scale: surface.scale },
    (picture) => boards(picture, { x: 0, y: 0, w: leaf.w, h: leaf.h }, palette),
  )
  if (wood) context.drawImage(wood, leaf.x, leaf.y, leaf.w, leaf.h)
  glass(surface, leaf, door, palette)
  handle(context, leaf, door, palette)
  context.strokeStyle = css(SOOT, 0.6)
  context.lineWidth = 0.5
  context.strokeRect(leaf.x, leaf.y, leaf.w, leaf.h)
}

/** Draws a door into its wall: the leaf, its glass and foil, its lights and its bolts. */
export function drawDoor(
  surface: Surface,
  leaf: Rect,
  ambient: Rgb,
  door: DoorScene,
  palette: Palette,
): void {
  const { context } = surface
  const outer = { x: leaf.x - FRAME, y: leaf.y - FRAME, w: leaf.w + 2 * FRAME, h: leaf.h + FRAME }
  fillRect(context, outer, css(mix(ambient, SOOT, 0.34)))
  fillRect(
    context,
    { x: outer.x + 1, y: outer.y + 1, w: outer.w - 2, h: outer.h - 1 },
    sidewards(context, outer.x, outer.x + outer.w, [
      [0, css(mix(palette.frame, palette.bladeHigh, 0.12))],
      [1, css(mix(palette.frame, palette.jamb, 0.3))],
    ]),
  )
  if (door.isOpen) {
    sky(surface, leaf, palette, 2)
    context.save()
    // An open leaf turns on its left edge: it is narrower, and lower at the free edge.
    context.translate(leaf.x, leaf.y)
    context.transform(OPEN_LEAF, 0.05, 0, 1, 0, 0)
    leafWith(surface, { ...leaf, x: 0, y: 0 }, door, palette)
    fillRect(context, { x: 0, y: 0, w: leaf.w, h: leaf.h }, css(SOOT, 0.18))
    context.restore()
  } else {
    leafWith(surface, leaf, door, palette)
    bolts(context, leaf, door.isLocked, palette)
    if (door.isUnlocked) paintCrack(surface, leaf, palette, 1.2)
  }
  fillDownwards(context, { ...leaf, h: 9 }, [
    [0, css(SOOT, 0.4)],
    [1, css(SOOT, 0)],
  ])
  if (door.doorLight > 0) doorLight(surface, leaf, door.doorLight, palette)
}
