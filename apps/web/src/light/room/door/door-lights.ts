import { LED, WARM } from '../../card/lamp-light.ts'
import { fillRect, outwards, type Surface } from '../../paint/brush.ts'
import { css } from '../../paint/colour.ts'
import type { Palette } from '../../paint/palette.ts'
import type { RoomFrame } from '../room-frame.ts'
import type { DoorRoom } from '../room-scene.ts'
import type { RoomLayer } from '../room-stage.ts'
import { handleGlow, paintLitHandle, stripOf } from './leaf.ts'

/** Paints on the wood and the wall but not on the glass, because light does not lie on transparent glass. */
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

/** The layers of the two lights of a door: their light and the lamps themselves. */
export function doorLightSheets(
  scene: DoorRoom,
  frame: RoomFrame,
  palette: Palette,
  baseKey: string,
): RoomLayer[] {
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
        key: baseKey,
        opacity: door,
        blend,
        paint: (surface) => paintGlow(surface, frame, above, depth),
      },
      {
        name: 'door light',
        isStill: true,
        rect: whole,
        key: baseKey,
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
        key: baseKey,
        opacity: handle,
        blend,
        paint: (surface) => paintGlow(surface, frame, beside, depth * 1.1),
      },
      {
        name: 'handle light',
        isStill: true,
        rect: leaf,
        key: baseKey,
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
