import { hungPicture } from '../../card/shades/hung-picture.ts'
import { fillRect } from '../../paint/brush.ts'
import { css, mix, SOOT, WHITE } from '../../paint/colour.ts'
import { type DrawHanging, weightBar } from './bar.ts'

/** An insect screen: a fine dark net that can be seen through, with a grip on its bar. */
export const drawInsect: DrawHanging = (surface, { glass, foot, unit }, palette) => {
  const { context } = surface
  hungPicture(surface, glass, foot, `room insect ${palette.key}`, (picture, width, height) => {
    fillRect(picture, { x: 0, y: 0, w: width, h: height }, css(mix(palette.bladeLow, SOOT, 0.2), 0.2))
    const mesh = Math.round(3.4 * surface.scale) / surface.scale
    const wire = 1 / surface.scale
    picture.fillStyle = css(mix(palette.bladeLow, SOOT, 0.55), palette.isNight ? 0.6 : 0.42)
    for (let y = height - mesh; y > 0; y -= mesh) picture.fillRect(0, y, width, wire)
    for (let x = mesh; x < width; x += mesh) picture.fillRect(x, 0, wire, height)
    picture.fillStyle = css(WHITE, palette.isDark ? 0.05 : 0.12)
    for (let y = height - mesh; y > 0; y -= mesh) picture.fillRect(0, y + wire, width, wire)
  })
  const high = 11 * unit
  weightBar(context, glass, foot, high, palette)
  const grip = { w: Math.min(64 * unit, glass.w * 0.3), h: 4 * unit }
  context.fillStyle = css(mix(palette.bladeLow, SOOT, 0.25))
  context.beginPath()
  context.roundRect(glass.x + (glass.w - grip.w) / 2, foot - high * 0.66, grip.w, grip.h, grip.h / 2)
  context.fill()
  context.fillStyle = css(mix(palette.bladeHigh, WHITE, 0.3), palette.isDark ? 0.3 : 0.7)
  context.fillRect(glass.x + (glass.w - grip.w) / 2 + 2, foot - high * 0.66 + grip.h, grip.w - 4, 0.8)
}
