import { fillSidewards } from '../../paint/brush.ts'
import { css, mix, SOOT } from '../../paint/colour.ts'
import { bottomBar } from './bottom-bar.ts'
import { hungPicture, paintSlats } from './hung-picture.ts'
import type { DrawShade } from './shade.ts'

const HOLES = 9

/** A falcon: a security shutter of wide double slats with rows of holes, in rails. */
export const drawFalcon: DrawShade = (surface, glass, hang, palette, unit) => {
  const foot = glass.y + hang.position * glass.h
  const bar = 4.6 * unit
  const pitch = 10 * unit
  const rail = 3.4 * unit
  const base = mix(palette.blade, palette.bladeLow, 0.45)
  const { context } = surface
  hungPicture(surface, glass, foot, `falcon ${palette.key}`, (picture, width, height) => {
    const hole = { width: (width / HOLES) * 0.42, height: Math.max(1.1, 0.9 * unit) }
    paintSlats(picture, { width, height, pitch, above: bar, overlap: 0.3 }, [
      [0, css(mix(base, palette.bladeHigh, 0.5))],
      [0.1, css(base)],
      [0.42, css(mix(base, palette.bladeHigh, 0.12))],
      [0.46, css(mix(palette.bladeLow, SOOT, 0.4))],
      [0.52, css(mix(base, palette.bladeHigh, 0.3))],
      [0.9, css(mix(base, palette.bladeLow, 0.6))],
      [1, css(mix(palette.bladeLow, SOOT, 0.55))],
    ])
    for (let top = height - pitch - bar; top > -pitch; top -= pitch) {
      picture.fillStyle = css(mix(palette.sun, palette.skyFoot, 0.4), 0.95)
      picture.beginPath()
      for (let index = 0; index < HOLES; index++) {
        const x = (width / HOLES) * (index + 0.29)
        picture.roundRect(x, top + pitch * 0.7, hole.width, hole.height, hole.height / 2)
      }
      picture.fill()
    }
  })
  for (const x of [glass.x, glass.x + glass.w - rail]) {
    fillSidewards(context, { x, y: glass.y, w: rail, h: glass.h }, [
      [0, css(mix(palette.bladeLow, SOOT, 0.3))],
      [0.4, css(palette.blade)],
      [1, css(mix(palette.bladeLow, SOOT, 0.45))],
    ])
  }
  bottomBar(context, glass, foot, bar, palette)
}
