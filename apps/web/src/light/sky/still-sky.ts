import { clipped, fillDownwards, fillRect, outwards, type Surface } from '../paint/brush.ts'
import { css, mix, SOOT } from '../paint/colour.ts'
import type { Palette } from '../paint/palette.ts'
import type { RoomFrame } from '../room/room-frame.ts'
import { ridge, sky } from './sky.ts'

/** The night outdoors: the last light over two ridges, and the light from the house on them. */
function nightSky({ context }: Surface, { sky: pane }: RoomFrame, palette: Palette, view: number): void {
  const high = mix(palette.shade, SOOT, palette.isDark ? 0.55 : 0.3)
  const low = palette.isDark ? mix(palette.shade, palette.lit, 0.5) : palette.shade
  const night = { ...palette, skyFoot: low, ridge: mix(palette.shade, SOOT, palette.isDark ? 0.62 : 0.36) }
  clipped(context, pane, () => {
    fillDownwards(context, pane, [
      [0, css(high)],
      [1, css(low)],
    ])
    ridge(context, pane, night, 0.4 + view, { base: 0.78, rise: 0.05, near: 0.5 })
    ridge(context, pane, night, 2.2 + view, { base: 0.88, rise: 0.045, near: 0.9 })
    fillRect(
      context,
      pane,
      outwards(context, [pane.x + pane.w / 2, pane.y + pane.h], pane.w * 0.7, [
        [0, css(palette.sun, palette.isDark ? 0.24 : 0.3)],
        [1, css(palette.sun, 0)],
      ]),
    )
  })
}

/** The painted view through the opening, shown until the video plays. */
export function paintStillSky(
  surface: Surface,
  frame: RoomFrame,
  palette: Palette,
  outlook: 'window' | 'open',
  view: number,
): void {
  if (palette.isNight && outlook === 'open') nightSky(surface, frame, palette, view)
  else sky(surface, frame.sky, palette, view)
}
