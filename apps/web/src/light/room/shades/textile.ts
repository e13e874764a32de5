import { hungPicture } from '../../card/shades/hung-picture.ts'
import { fillDownwards, fillRect } from '../../paint/brush.ts'
import { css, mix, SOOT, WHITE } from '../../paint/colour.ts'
import { type DrawHanging, foldedShade, weightBar } from './bar.ts'

/** A textile screen: tight woven cloth through which light and the view are faintly visible. */
export const drawTextile: DrawHanging = (surface, { glass, foot, unit }, palette) => {
  const cloth = mix(palette.bladeHigh, palette.blade, 0.26)
  const glow = palette.isNight ? palette.jamb : mix(palette.sun, palette.skyFoot, 0.3)
  hungPicture(surface, glass, foot, `room textile ${palette.key}`, (picture, width, height) => {
    const whole = { x: 0, y: 0, w: width, h: height }
    fillDownwards(picture, whole, [
      [0, css(mix(cloth, palette.bladeLow, 0.2), 0.93)],
      [0.45, css(mix(cloth, glow, palette.isDark ? 0.1 : 0.2), 0.84)],
      [1, css(mix(cloth, glow, palette.isDark ? 0.16 : 0.34), 0.8)],
    ])
    // The weave: two rows of short threads, shifted by half a thread.
    const thread = 2 / surface.scale
    picture.fillStyle = css(mix(palette.bladeLow, SOOT, 0.2), palette.isDark ? 0.26 : 0.13)
    for (let row = 0; row * thread < height; row++) {
      for (let x = (row % 2) * thread; x < width; x += 2 * thread) {
        picture.fillRect(x, row * thread, thread, thread * 0.66)
      }
    }
    picture.fillStyle = css(mix(palette.bladeHigh, WHITE, 0.5), palette.isDark ? 0.05 : 0.1)
    for (let x = 0; x < width; x += 4 * thread) picture.fillRect(x, 0, thread, height)
    foldedShade(picture, whole, palette)
    for (const x of [0, width - 5 * unit]) {
      fillRect(picture, { x, y: 0, w: 5 * unit, h: height }, css(mix(cloth, palette.bladeLow, 0.5), 0.5))
    }
  })
  weightBar(surface.context, glass, foot, 8 * unit, palette)
}
