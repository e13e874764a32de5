import { drawLamp } from '../lamp.ts'
import type { Palette } from '../palette.ts'
import { hatch } from '../patch.ts'
import type { RoomFrame } from './room-frame.ts'
import type { LightRoom } from './room-scene.ts'
import type { RoomLayer } from './room-stage.ts'
import { paintShell } from './wall.ts'

/** The sheets of a room with lamps on its wall. */
export function lampLayers(scene: LightRoom, frame: RoomFrame, palette: Palette): RoomLayer[] {
  const whole = { x: 0, y: 0, w: frame.size.width, h: frame.size.height }
  const look = `${palette.key} ${frame.floorY}`
  const isOffline = scene.freshness === 'offline'
  const levels = isOffline ? scene.channels.map(() => 0) : scene.channels
  return [
    {
      name: 'wall',
      rect: whole,
      key: look,
      paint: (surface) => paintShell(surface, frame, palette, false, frame.glass),
    },
    {
      name: 'lamps',
      rect: whole,
      key: `${look} ${isOffline} ${levels.join(' ')}`,
      paint: (surface) => {
        for (const [index, level] of levels.entries()) {
          const x = (whole.w * (index + 1)) / (levels.length + 1)
          drawLamp(surface, [x, frame.floorY * 0.45], { ...whole, h: frame.floorY }, level, palette)
        }
        if (isOffline) hatch(surface, whole, palette.ink, palette.isDark ? 0.1 : 0.12, 9)
      },
    },
  ]
}
