import { fillSidewards } from '../../paint/brush.ts'
import { css, mix, SOOT } from '../../paint/colour.ts'
import { bottomBar } from './bottom-bar.ts'
import { hungPicture, paintSlats } from './hung-picture.ts'
import type { DrawShade } from './shade.ts'

/** A roller shutter: a curtain of rounded slats on a weighted bar. */
export const drawRoller: DrawShade = (surface, glass, hang, palette, unit) => {
  const foot = glass.y + hang.position * glass.h
  const bar = 4 * unit
  const pitch = 5.2 * unit
  hungPicture(surface, glass, foot, `roller ${palette.key}`, (context, width, height) => {
    paintSlats(context, { width, height, pitch, above: bar, overlap: 0.3 }, [
      [0, css(mix(palette.blade, palette.bladeHigh, 0.55))],
      [0.28, css(mix(palette.blade, palette.bladeHigh, 0.3))],
      [0.72, css(palette.blade)],
      [0.93, css(palette.bladeLow)],
      [1, css(mix(palette.bladeLow, SOOT, 0.35))],
    ])
    fillSidewards(context, { x: 0, y: 0, w: width, h: height }, [
      [0, css(SOOT, 0.2)],
      [0.12, css(SOOT, 0)],
      [0.8, css(palette.bladeHigh, 0.1)],
      [1, css(palette.bladeHigh, 0.16)],
    ])
  })
  bottomBar(surface.context, glass, foot, bar, palette)
}
