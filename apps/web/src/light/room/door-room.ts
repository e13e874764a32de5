import { OPEN_LEAF } from '../apertures.ts'
import { downwards, fillRect, outwards, type Surface, sidewards } from '../brush.ts'
import { css, mix, SOOT, WHITE } from '../colour.ts'
import { lerp, type Rect } from '../geometry.ts'
import { cachedLayer } from '../layers.ts'
import type { Palette } from '../palette.ts'
import { hatch } from '../patch.ts'
import { NO_BARS } from '../patch-field.ts'
import { FLOOR_HALO, floorRect, MOVING_SCALE, REST_SCALE, sunlitFloor } from './floor.ts'
import { LED, WARM } from './lamp-glow.ts'
import { handleGlow, paintLeaf, paintLitHandle, paintMilk, stripOf } from './leaf.ts'
import type { RoomFrame } from './room-frame.ts'
import { type Bolts, type DoorRoom, roomApertures, roomLight } from './room-scene.ts'
import type { RoomLayer } from './room-stage.ts'
import { paintSunlight } from './sunlight.ts'
import { paintShell, wallTone } from './wall.ts'

/** How far bolts are drawn back from the frame, in their own length. */
const DRAWN_BACK: Record<Bolts, number> = { out: 0, moving: 0.5, unknown: 0.5, in: 1.1 }
const BOLT = 9
/** An open leaf turns away from the eye: its free edge is seen this much smaller. */
const FAR_EDGE = 0.9

/** The frame around the leaf, set into the plaster. */
function paintFrame(surface: Surface, frame: RoomFrame, palette: Palette, isLit: boolean): void {
  const { context, scale } = surface
  const { hole, glass: leaf, unit } = frame
  const wall = wallTone(palette, isLit)
  context.save()
  context.shadowColor = css(SOOT, palette.isDark ? 0.6 : 0.3)
  context.shadowBlur = 14 * unit * scale
  context.shadowOffsetX = Math.sign(palette.floorDrift) * 3 * unit * scale
  fillRect(context, hole, css(mix(wall, SOOT, 0.4)))
  context.restore()
  const dark = mix(palette.frame, palette.bladeHigh, 0.12)
  fillRect(
    context,
    hole,
    sidewards(context, hole.x, hole.x + hole.w, [
      [0, css(mix(dark, SOOT, 0.2))],
      [0.04, css(dark)],
      [0.96, css(mix(palette.frame, palette.jamb, isLit ? 0.4 : 0.24))],
      [1, css(mix(palette.frame, palette.jamb, 0.3))],
    ]),
  )
  fillRect(context, { ...hole, h: 1 }, css(palette.bladeHigh, palette.isDark ? 0.12 : 0.3))
  fillRect(
    context,
    { x: leaf.x - 2, y: leaf.y - 2, w: leaf.w + 4, h: leaf.h + 2 },
    css(mix(palette.frame, SOOT, 0.5)),
  )
  context.clearRect(leaf.x, leaf.y, leaf.w, leaf.h)
}

/** The leaf as it stands: shut in its frame, or turned away from the eye on its left edge. */
function paintStandingLeaf(surface: Surface, frame: RoomFrame, palette: Palette, isOpen: boolean): void {
  const { context, scale } = surface
  const { glass: leaf, unit, horizonY } = frame
  const flat = { x: 0, y: 0, w: leaf.w, h: leaf.h }
  const picture = cachedLayer(
    `leaf ${palette.key} ${unit}`,
    { width: leaf.w, height: leaf.h, scale },
    (target) => paintLeaf({ context: target, scale }, flat, palette, unit),
  )
  if (!picture) return
  if (!isOpen) {
    context.drawImage(picture, leaf.x, leaf.y, leaf.w, leaf.h)
    return
  }
  const wide = leaf.w * OPEN_LEAF
  const step = 1 / scale
  for (let x = 0; x < wide; x += step) {
    const turned = x / wide
    // Columns farther from the hinge are farther from the eye, and so closer together.
    const size = lerp(1, FAR_EDGE, turned)
    const source = Math.min(picture.width - 1, (turned / lerp(1 / FAR_EDGE, 1, turned)) * picture.width)
    const top = horizonY + (leaf.y - horizonY) * size
    context.drawImage(picture, source, 0, 1, picture.height, leaf.x + x, top, step * 1.5, leaf.h * size)
  }
  const shade = { x: leaf.x, y: leaf.y, w: wide, h: leaf.h }
  context.globalCompositeOperation = 'source-atop'
  fillRect(
    context,
    shade,
    sidewards(context, leaf.x, leaf.x + wide, [
      [0, css(SOOT, 0.34)],
      [1, css(SOOT, 0.12)],
    ]),
  )
  context.globalCompositeOperation = 'source-over'
}

/** The ground before an open door, under everything that stands in it. */
function paintDoorstep({ context }: Surface, { glass: leaf, horizonY }: RoomFrame, palette: Palette): void {
  const far = horizonY + (leaf.y + leaf.h - horizonY) * (FAR_EDGE - 0.03)
  const stone = mix(palette.lit, palette.skyFoot, 0.25)
  context.globalCompositeOperation = 'destination-over'
  fillRect(
    context,
    { ...leaf, y: far, h: leaf.y + leaf.h - far },
    downwards(context, far, leaf.y + leaf.h, [
      [0, css(mix(stone, palette.ridge, 0.3))],
      [0.12, css(stone)],
      [1, css(mix(stone, SOOT, 0.22))],
    ]),
  )
  context.globalCompositeOperation = 'source-over'
}

function paintHeadShadow({ context }: Surface, { glass: leaf, unit }: RoomFrame): void {
  fillRect(
    context,
    { ...leaf, h: 20 * unit },
    downwards(context, leaf.y, leaf.y + 20 * unit, [
      [0, css(SOOT, 0.4)],
      [1, css(SOOT, 0)],
    ]),
  )
}

/** Bolts stand in the frame; drawn back they slide behind the leaf. Of the magnet lock there is one, in the middle. */
function boltRects({ glass: leaf, unit }: RoomFrame, isMagnet: boolean): Rect[] {
  const places = isMagnet ? [0.5] : [0.2, 0.5, 0.84]
  const high = (isMagnet ? 22 : 8) * unit
  return places.map((share) => ({
    x: leaf.x + leaf.w - 1,
    y: leaf.y + leaf.h * share - high / 2,
    w: BOLT * unit,
    h: high,
  }))
}

function paintBolts({ context }: Surface, rects: readonly Rect[], bolts: Bolts, palette: Palette): void {
  for (const bolt of rects) {
    if (bolts === 'unknown') {
      context.setLineDash([2, 2])
      context.strokeStyle = css(mix(palette.bladeHigh, WHITE, 0.4), 0.9)
      context.lineWidth = 1
      context.strokeRect(bolt.x + 0.5, bolt.y + 0.5, bolt.w - 1, bolt.h - 1)
      context.setLineDash([])
      continue
    }
    fillRect(
      context,
      bolt,
      downwards(context, bolt.y, bolt.y + bolt.h, [
        [0, css(mix(palette.bladeHigh, WHITE, palette.isDark ? 0.3 : 0.75))],
        [0.6, css(mix(palette.bladeHigh, WHITE, palette.isDark ? 0.05 : 0.3))],
        [1, css(palette.blade)],
      ]),
    )
    fillRect(context, { ...bolt, x: bolt.x + bolt.w - 1, w: 1 }, css(SOOT, 0.4))
  }
}

/** Paints on the wood and the wall, not on the glass: light on a door is not seen on what one looks through. */
function exceptGlass({ context }: Surface, frame: RoomFrame, draw: () => void): void {
  const strip = stripOf(frame.glass)
  context.save()
  context.beginPath()
  context.rect(0, 0, frame.size.width, frame.size.height)
  context.rect(strip.x, strip.y, strip.w, strip.h)
  context.clip('evenodd')
  draw()
  context.restore()
}

function paintGlow(
  surface: Surface,
  frame: RoomFrame,
  source: { x: number; y: number; reach: number },
  depth: number,
): void {
  const { context } = surface
  const whole = { x: 0, y: 0, w: frame.size.width, h: frame.size.height }
  exceptGlass(surface, frame, () => {
    for (const share of [1, 0.6, 0.3]) {
      fillRect(
        context,
        whole,
        outwards(context, [source.x, source.y], source.reach * share, [
          [0, css(WARM, depth)],
          [0.5, css(WARM, depth * 0.36)],
          [1, css(WARM, 0)],
        ]),
      )
    }
  })
}

function lampSheets(scene: DoorRoom, frame: RoomFrame, palette: Palette, look: string): RoomLayer[] {
  const { glass: leaf, hole, unit, size } = frame
  const whole = { x: 0, y: 0, w: size.width, h: size.height }
  const blend = palette.isDark ? 'plus-lighter' : 'soft-light'
  const depth = palette.isDark ? 0.2 : 0.62
  const above = { x: leaf.x + leaf.w / 2, y: hole.y, reach: leaf.h * 1.05 }
  const strip = { x: above.x - leaf.w * 0.28, y: hole.y + 4 * unit, w: leaf.w * 0.56, h: 3 * unit }
  const [door, handle] = scene.freshness === 'offline' ? [0, 0] : [scene.doorLight, scene.handleLight]
  const beside = handleGlow(leaf, unit)
  const sheets: RoomLayer[] = []
  if (door > 0) {
    sheets.push(
      {
        name: 'glow of the door light',
        isStill: true,
        rect: whole,
        key: look,
        opacity: door,
        blend,
        paint: (surface) => paintGlow(surface, frame, above, depth),
      },
      {
        name: 'door light',
        isStill: true,
        rect: whole,
        key: look,
        opacity: door,
        paint: ({ context, scale }) => {
          context.shadowColor = css(WARM, 0.9)
          context.shadowBlur = 16 * unit * scale
          fillRect(context, strip, css(LED))
          context.shadowBlur = 0
        },
      },
    )
  }
  if (handle > 0 && !scene.isOpen) {
    sheets.push(
      {
        name: 'glow of the handle light',
        isStill: true,
        rect: whole,
        key: look,
        opacity: handle,
        blend,
        paint: (surface) => paintGlow(surface, frame, beside, depth * 1.1),
      },
      {
        name: 'handle light',
        isStill: true,
        rect: leaf,
        key: look,
        opacity: handle,
        paint: (surface) => {
          surface.context.shadowColor = css(WARM, 0.9)
          surface.context.shadowBlur = 8 * unit * surface.scale
          paintLitHandle(surface, leaf, unit, css(LED))
          surface.context.shadowBlur = 0
        },
      },
    )
  }
  return sheets
}

/** The sheets of a room with a door. */
export function doorLayers(
  scene: DoorRoom,
  frame: RoomFrame,
  palette: Palette,
  isMoving: boolean,
): RoomLayer[] {
  const { isOpen, bolts, milk, tab } = scene
  const { glass: leaf, unit } = frame
  const list = roomApertures(scene)
  const whole = { x: 0, y: 0, w: frame.size.width, h: frame.size.height }
  const look = `${palette.key} ${frame.floorY} ${frame.hole.y} ${frame.hole.x}`
  const isOffline = scene.freshness === 'offline'
  const rects = boltRects(frame, tab === 'magnet')
  const shell = (surface: Surface, isLit: boolean): void => {
    paintShell(surface, frame, palette, isLit, stripOf(leaf))
    paintFrame(surface, frame, palette, isLit)
  }
  const beam = { apertures: list, bars: NO_BARS, strength: palette.sunStrength, halo: FLOOR_HALO }
  const boltSpace = { x: leaf.x + leaf.w - 1, y: leaf.y, w: Math.ceil(BOLT * unit) + 1, h: leaf.h }
  return [
    ...(isOpen
      ? []
      : [
          {
            name: 'milk',
            isStill: true,
            rect: leaf,
            key: look,
            opacity: milk,
            paint: (surface: Surface) => paintMilk(surface, leaf, palette),
          },
        ]),
    { name: 'wall', isStill: true, rect: whole, key: look, paint: (surface) => shell(surface, false) },
    {
      name: 'lit',
      isStill: true,
      rect: whole,
      key: look,
      opacity: roomLight(scene, list),
      paint: (surface) => shell(surface, true),
    },
    {
      name: 'floor',
      rect: floorRect(frame),
      maxScale: isMoving ? MOVING_SCALE : REST_SCALE,
      key: `${look} ${isOffline} ${isOpen} ${milk}`,
      paint: (surface) => paintSunlight(surface, sunlitFloor(frame, leaf, palette), beam),
    },
    {
      name: 'bolts',
      isStill: true,
      rect: boltSpace,
      key: `${look} ${bolts === 'unknown'} ${tab === 'magnet'}`,
      opacity: isOpen ? 0 : 1,
      shift: -DRAWN_BACK[bolts] * BOLT * unit,
      paint: (surface) => paintBolts(surface, rects, bolts, palette),
    },
    {
      name: 'leaf',
      isStill: true,
      rect: leaf,
      key: `${look} ${isOpen}`,
      paint: (surface) => {
        paintStandingLeaf(surface, frame, palette, isOpen)
        if (isOpen) paintDoorstep(surface, frame, palette)
        paintHeadShadow(surface, frame)
      },
    },
    ...lampSheets(scene, frame, palette, look),
    ...(isOffline
      ? [
          {
            name: 'hatch',
            isStill: true,
            rect: whole,
            key: look,
            paint: (surface: Surface) => hatch(surface, whole, palette.ink, palette.isDark ? 0.1 : 0.12, 9),
          },
        ]
      : []),
  ]
}
