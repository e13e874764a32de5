import { hungPicture, paintSlats } from '../../card/shades/hung-picture.ts'
import { fillRect, fillSidewards } from '../../paint/brush.ts'
import { css, mix, SOOT, WHITE } from '../../paint/colour.ts'
import { type DrawHanging, foldedShade, weightBar } from './bar.ts'

/** The distance and height of the light slots between the lowest slats. */
const PITCH = 0.055
const SLOT = 0.008
const SLOTS = [0.9, 0.7, 0.5] as const

/** A roller shutter: rounded slats hooked into each other, with daylight between the lowest ones until it is closed. */
export const drawRoller: DrawHanging = (surface, { glass, foot, position, unit }, palette) => {
  const { context } = surface
  const pitch = PITCH * glass.h
  hungPicture(surface, glass, foot, `room roller ${palette.key}`, (picture, width, height) => {
    paintSlats(picture, { width, height, pitch, above: 0, overlap: 0.4 }, [
      [0, css(mix(palette.blade, palette.bladeHigh, 0.3))],
      [0.1, css(mix(palette.bladeHigh, WHITE, palette.isDark ? 0 : 0.12))],
      [0.26, css(mix(palette.blade, palette.bladeHigh, 0.5))],
      [0.68, css(palette.blade)],
      [0.9, css(palette.bladeLow)],
      [0.94, css(mix(palette.bladeLow, SOOT, 0.5))],
      [1, css(mix(palette.bladeLow, SOOT, 0.2))],
    ])
    foldedShade(picture, { x: 0, y: 0, w: width, h: height }, palette)
  })
  if (position > 0.02 && position < 0.995) {
    context.save()
    context.globalCompositeOperation = 'destination-out'
    for (const [index, opening] of SLOTS.entries()) {
      const y = foot - (index + 1) * pitch
      const inset = 4 * unit
      if (y > glass.y) {
        const slot = {
          x: glass.x + inset,
          y: y - (SLOT * glass.h) / 2,
          w: glass.w - 2 * inset,
          h: SLOT * glass.h,
        }
        fillRect(context, slot, css(SOOT, opening))
      }
    }
    context.restore()
  }
  weightBar(context, glass, foot, 9 * unit, palette)
  const seal = { x: glass.x, y: foot - 2 * unit, w: glass.w, h: 2 * unit }
  fillSidewards(context, seal, [
    [0, css(SOOT, 0.85)],
    [1, css(mix(SOOT, palette.frame, 0.5), 0.85)],
  ])
}
