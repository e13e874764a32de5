import { hungPicture, paintSlats } from '../../card/shades/hung-picture.ts'
import { fillRect } from '../../paint/brush.ts'
import { css, mix, SOOT, WHITE } from '../../paint/colour.ts'
import { FALCON_ROWS, HOLE_HEIGHT, HOLES_ACROSS } from '../../wall/apertures.ts'
import { type DrawHanging, foldedShade, weightBar } from './bar.ts'

/** A falcon: a security shutter of wide armored slats, each with a row of transparent holes. */
export const drawFalcon: DrawHanging = (surface, { glass, foot, unit }, palette) => {
  const pitch = glass.h / FALCON_ROWS
  const base = mix(palette.blade, palette.bladeLow, 0.5)
  hungPicture(surface, glass, foot, `room falcon ${palette.key}`, (picture, width, height) => {
    paintSlats(picture, { width, height, pitch, above: 0, overlap: 0.4 }, [
      [0, css(mix(base, palette.bladeHigh, 0.7))],
      [0.03, css(mix(base, palette.bladeHigh, 0.36))],
      [0.3, css(base)],
      [0.34, css(mix(palette.bladeLow, SOOT, 0.4))],
      [0.36, css(mix(base, palette.bladeHigh, 0.3))],
      [0.5, css(mix(base, palette.bladeHigh, 0.14))],
      [0.64, css(mix(base, palette.bladeLow, 0.3))],
      [0.66, css(mix(palette.bladeLow, SOOT, 0.4))],
      [0.68, css(mix(base, palette.bladeHigh, 0.26))],
      [0.94, css(mix(base, palette.bladeLow, 0.7))],
      [0.97, css(mix(palette.bladeLow, SOOT, 0.6))],
      [1, css(mix(palette.bladeLow, SOOT, 0.7))],
    ])
    foldedShade(picture, { x: 0, y: 0, w: width, h: height }, palette)
    const high = HOLE_HEIGHT * glass.h
    const wide = (width / HOLES_ACROSS) * 0.6
    const holes = (grow: number, shift: number): void => {
      picture.beginPath()
      for (let middle = height - pitch / 2; middle > 0; middle -= pitch) {
        for (let hole = 0; hole < HOLES_ACROSS; hole++) {
          const x = (width / HOLES_ACROSS) * (hole + 0.2) - grow
          const y = middle - high / 2 - grow + shift
          picture.roundRect(x, y, wide + 2 * grow, high + 2 * grow, high / 2 + grow)
        }
      }
      picture.fill()
    }
    picture.fillStyle = css(mix(palette.bladeHigh, WHITE, 0.2), palette.isDark ? 0.3 : 0.55)
    holes(0.6, 0.8)
    picture.fillStyle = css(mix(palette.bladeLow, SOOT, 0.7))
    holes(0.7, 0)
    picture.globalCompositeOperation = 'destination-out'
    picture.fillStyle = css(SOOT)
    holes(0, 0)
  })
  weightBar(surface.context, glass, foot, 12 * unit, {
    ...palette,
    bladeHigh: mix(base, palette.bladeHigh, 0.6),
    blade: base,
  })
  fillRect(surface.context, { x: glass.x, y: foot - 3 * unit, w: glass.w, h: 3 * unit }, css(SOOT, 0.9))
}
