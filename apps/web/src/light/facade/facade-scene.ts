import {
  downwards,
  fillDownwards,
  fillPolygon,
  fillRect,
  fillSidewards,
  outwards,
  type Surface,
  sidewards,
  strokeLine,
} from '../paint/brush.ts'
import { css, mix, SOOT, WHITE } from '../paint/colour.ts'
import type { Point, Rect } from '../paint/geometry.ts'
import { plaster, seeded } from '../wall/plaster.ts'
import type { Elevation } from './elevation.ts'
import type { FacadePalette } from './facade-palette.ts'

type Context = CanvasRenderingContext2D

/** The parts of the house as shares of the height of its wall. */
const ROOF = 0.27
const OVERHANG = 0.07
const HIP = 0.42
const PLINTH = 0.062
const COURSES = 11
const STONES = 14
const STARS = 70
/** The trees beside the house: how far to its left (below 0) or right they stand, and how high they are. */
const CYPRESSES = [
  [-0.1, 1.02],
  [-0.36, 0.78],
  [-0.86, 0.9],
  [0.12, 0.84],
  [0.52, 1.06],
  [0.78, 0.72],
] as const

function hillsAt(context: Context, picture: Elevation, ground: number, palette: FacadePalette): void {
  const { width, wall } = picture
  for (const [index, tone] of [0.38, 0.72].entries()) {
    const rise = wall.h * (0.3 - index * 0.12)
    const outline = (x: number): number =>
      0.5 +
      0.3 * Math.sin((x / wall.w) * 3.4 + index * 2.1) +
      0.2 * Math.sin((x / wall.w) * 8.1 + index * 4.4)
    context.beginPath()
    context.moveTo(0, ground)
    for (let x = 0; x <= width + 8; x += 8) context.lineTo(x, ground - rise * outline(x))
    context.lineTo(width, ground)
    context.closePath()
    context.fillStyle = downwards(context, ground - rise, ground, [
      [0, css(mix(palette.skyFoot, palette.hills, tone))],
      [1, css(mix(palette.skyFoot, palette.hills, tone * 0.45))],
    ])
    context.fill()
  }
}

function surroundings(context: Context, picture: Elevation, palette: FacadePalette): void {
  const { width, height, wall } = picture
  const ground = wall.y + wall.h
  fillRect(
    context,
    { x: 0, y: 0, w: width, h: height },
    downwards(context, 0, ground, [
      [0, css(palette.skyTop)],
      [1, css(palette.skyFoot)],
    ]),
  )
  const { isNight } = palette.windows
  if (isNight) {
    const random = seeded(41)
    for (let star = 0; star < STARS; star += 1) {
      const at = { x: random() * width, y: random() ** 1.5 * ground * 0.85 }
      const size = 0.6 + random() * 0.8
      fillRect(context, { ...at, w: size, h: size }, css(WHITE, 0.2 + random() * 0.45))
    }
  } else {
    const sun: Point = [width * 0.12, wall.y * 0.3]
    fillRect(
      context,
      { x: 0, y: 0, w: width, h: ground },
      outwards(context, sun, Math.max(width, ground) * 0.7, [
        [0, css(palette.windows.sun, palette.windows.isDark ? 0.2 : 0.6)],
        [1, css(palette.windows.sun, 0)],
      ]),
    )
  }
  hillsAt(context, picture, ground, palette)
  const lawn = { x: 0, y: ground, w: width, h: height - ground }
  fillDownwards(context, lawn, [
    [0, css(mix(palette.ground, palette.skyFoot, 0.12))],
    [1, css(mix(palette.ground, SOOT, 0.24))],
  ])
}

/** A cypress as an architect draws it: a slender shape, lit from the left. */
function cypress(context: Context, foot: Point, size: number, palette: FacadePalette): void {
  const [x, y] = foot
  const half = size * 0.068
  const { isNight, isDark, sun } = palette.windows
  const leaf = mix(mix(palette.hills, palette.ground, 0.55), SOOT, isDark ? 0.25 : 0.2)
  context.beginPath()
  context.moveTo(x, y - size)
  context.bezierCurveTo(
    x + half * 0.5,
    y - size * 0.86,
    x + half * 1.25,
    y - size * 0.5,
    x + half * 0.85,
    y - size * 0.06,
  )
  context.quadraticCurveTo(x, y + size * 0.01, x - half * 0.85, y - size * 0.06)
  context.bezierCurveTo(x - half * 1.25, y - size * 0.5, x - half * 0.5, y - size * 0.86, x, y - size)
  context.closePath()
  context.fillStyle = sidewards(context, x - half, x + half, [
    [0, css(mix(leaf, sun, isNight ? 0.02 : 0.16))],
    [0.4, css(leaf)],
    [1, css(mix(leaf, SOOT, 0.3))],
  ])
  context.fill()
  fillRect(
    context,
    { x: x - half * 0.12, y: y - size * 0.05, w: half * 0.24, h: size * 0.05 },
    css(mix(leaf, SOOT, 0.5)),
  )
}

/** A clipped hedge, which ties the house to its ground. */
function hedge(
  context: Context,
  from: number,
  to: number,
  foot: number,
  high: number,
  palette: FacadePalette,
): void {
  const { isNight, isDark, sun } = palette.windows
  const leaf = mix(mix(palette.hills, palette.ground, 0.7), SOOT, isDark ? 0.3 : 0.16)
  context.beginPath()
  context.roundRect(from, foot - high, to - from, high, [high * 0.3, high * 0.3, 0, 0])
  context.fillStyle = downwards(context, foot - high, foot, [
    [0, css(mix(leaf, sun, isNight ? 0.02 : 0.2))],
    [0.3, css(leaf)],
    [1, css(mix(leaf, SOOT, 0.32))],
  ])
  context.fill()
}

function chimney(context: Context, wall: Rect, palette: FacadePalette): void {
  const stack = { x: wall.x + wall.w * 0.7, y: wall.y - wall.h * 0.335, w: wall.h * 0.075, h: wall.h * 0.2 }
  fillSidewards(context, stack, [
    [0, css(mix(palette.wall, SOOT, 0.06))],
    [1, css(mix(palette.wall, SOOT, 0.3))],
  ])
  const cap = {
    x: stack.x - wall.h * 0.01,
    y: stack.y - wall.h * 0.014,
    w: stack.w + wall.h * 0.02,
    h: wall.h * 0.02,
  }
  fillRect(context, cap, css(mix(palette.roof, SOOT, 0.25)))
}

/** A hipped roof with its courses of tiles, its ridge and its gutter. */
function roof(context: Context, wall: Rect, palette: FacadePalette): void {
  const [top, eaves] = [wall.y - ROOF * wall.h, wall.y]
  const [left, right] = [wall.x - OVERHANG * wall.h, wall.x + wall.w + OVERHANG * wall.h]
  const hip = HIP * wall.h
  const outline: Point[] = [
    [left, eaves],
    [left + hip, top],
    [right - hip, top],
    [right, eaves],
  ]
  const light = palette.windows.isNight ? 0.03 : 0.16
  fillPolygon(
    context,
    outline,
    downwards(context, top, eaves, [
      [0, css(mix(palette.roof, palette.skyFoot, light))],
      [1, css(mix(palette.roof, SOOT, 0.14))],
    ]),
  )
  for (let course = 1; course < COURSES; course += 1) {
    const share = course / COURSES
    const y = eaves - share * (eaves - top)
    const [from, to] = [left + hip * share, right - hip * share]
    strokeLine(context, [from, y], [to, y], css(SOOT, 0.16), wall.h * 0.0035)
    strokeLine(
      context,
      [from, y + wall.h * 0.0035],
      [to, y + wall.h * 0.0035],
      css(WHITE, light * 0.45),
      wall.h * 0.0025,
    )
  }
  // The two hips fall away from the light by different amounts.
  for (const [points, strength] of [
    [
      [
        [left, eaves],
        [left + hip, top],
        [left + hip * 1.04, eaves],
      ],
      0.05,
    ],
    [
      [
        [right, eaves],
        [right - hip, top],
        [right - hip * 1.04, eaves],
      ],
      0.2,
    ],
  ] as const)
    fillPolygon(context, points, css(SOOT, strength))
  const ridge = {
    x: left + hip - wall.h * 0.012,
    y: top - wall.h * 0.01,
    w: right - left - 2 * hip + wall.h * 0.024,
    h: wall.h * 0.018,
  }
  fillRect(context, ridge, css(mix(palette.roof, SOOT, 0.2)))
  const gutter = {
    x: left - wall.h * 0.008,
    y: eaves - wall.h * 0.008,
    w: right - left + wall.h * 0.016,
    h: wall.h * 0.026,
  }
  fillDownwards(context, gutter, [
    [0, css(mix(palette.wall, WHITE, palette.windows.isNight ? 0.04 : 0.35))],
    [0.5, css(mix(palette.wall, SOOT, 0.1))],
    [1, css(mix(palette.wall, SOOT, 0.38))],
  ])
}

/** The wall in its plaster, with the shadow of the eaves, and the plinth of stone below. */
function walls(context: Context, wall: Rect, palette: FacadePalette): void {
  const { isNight, isDark, slope } = palette.windows
  fillSidewards(context, wall, [
    [0, css(mix(palette.wall, WHITE, isNight ? 0 : 0.1))],
    [0.6, css(palette.wall)],
    [1, css(mix(palette.wall, SOOT, 0.09))],
  ])
  plaster(context, wall, isDark ? 0.06 : 0.09)
  plaster(context, wall, isDark ? 0.06 : 0.08, 3.3)
  // The higher the sun, the further down the eaves throw their shadow.
  const shadow = wall.h * (isNight ? 0.05 : 0.035 + slope * 0.13)
  const strength = isNight ? 0.3 : isDark ? 0.34 : 0.24
  fillDownwards(context, { ...wall, h: shadow }, [
    [0, css(SOOT, strength)],
    [0.72, css(SOOT, strength * 0.78)],
    [1, css(SOOT, 0)],
  ])
  for (const x of [wall.x, wall.x + wall.w - wall.h * 0.022])
    fillRect(
      context,
      { x, y: wall.y, w: wall.h * 0.022, h: wall.h },
      css(isNight ? SOOT : WHITE, isNight ? 0.08 : 0.1),
    )
  const plinth = {
    x: wall.x - wall.h * 0.008,
    y: wall.y + wall.h * (1 - PLINTH),
    w: wall.w + wall.h * 0.016,
    h: wall.h * PLINTH,
  }
  const stone = mix(mix(palette.wall, palette.roof, 0.32), SOOT, isDark ? 0.12 : 0.08)
  fillDownwards(context, plinth, [
    [0, css(mix(stone, WHITE, isNight ? 0.03 : 0.22))],
    [0.12, css(stone)],
    [1, css(mix(stone, SOOT, 0.16))],
  ])
  for (let stoneAt = 1; stoneAt < STONES; stoneAt += 1) {
    const x = plinth.x + (plinth.w * stoneAt) / STONES
    strokeLine(
      context,
      [x, plinth.y + plinth.h * 0.12],
      [x, plinth.y + plinth.h],
      css(SOOT, 0.16),
      wall.h * 0.002,
    )
  }
}

/** The paving in front of the house, and the shadow in which the house stands on it. */
function paving(context: Context, wall: Rect, palette: FacadePalette): void {
  const foot = wall.y + wall.h
  const path = { x: wall.x - wall.h * 0.09, y: foot, w: wall.w + wall.h * 0.18, h: wall.h * 0.035 }
  const stone = mix(mix(palette.wall, palette.ground, 0.35), SOOT, 0.08)
  fillDownwards(context, path, [
    [0, css(mix(stone, SOOT, 0.25))],
    [0.35, css(stone)],
    [1, css(mix(stone, palette.ground, 0.3))],
  ])
  fillDownwards(context, { ...path, y: foot + path.h, h: wall.h * 0.008 }, [
    [0, css(SOOT, 0.3)],
    [1, css(SOOT, 0)],
  ])
}

/** Draws the front of a house without its windows: sky, hills, trees, roof, wall, plinth and ground. */
export function drawFacade(
  { context }: Pick<Surface, 'context'>,
  picture: Elevation,
  palette: FacadePalette,
): void {
  const { wall, width } = picture
  const foot = wall.y + wall.h
  surroundings(context, picture, palette)
  const beside = (width - wall.w) / 2
  const [left, right] = [wall.x - wall.h * 0.12, wall.x + wall.w + wall.h * 0.12]
  if (beside > wall.h * 0.22)
    for (const [at, size] of CYPRESSES) {
      const x = at < 0 ? left + at * wall.h : right + at * wall.h
      if (x > -wall.h && x < width + wall.h) cypress(context, [x, foot], wall.h * size, palette)
    }
  hedge(context, -wall.h, left + wall.h * 0.02, foot, wall.h * 0.15, palette)
  hedge(context, right - wall.h * 0.02, width + wall.h, foot, wall.h * 0.15, palette)
  chimney(context, wall, palette)
  walls(context, wall, palette)
  roof(context, wall, palette)
  paving(context, wall, palette)
}
