import { hungPicture } from '../../card/shades/hung-picture.ts'
import { fillDownwards, fillRect, type Surface } from '../../paint/brush.ts'
import { css, mix, SOOT, WHITE } from '../../paint/colour.ts'
import type { Palette } from '../../paint/palette.ts'
import type { RoomFrame } from '../room-frame.ts'
import type { WindowKind } from '../room-scene.ts'
import { drawAwning } from './awning.ts'
import { type DrawHanging, foldedShade, weightBar } from './bar.ts'
import { drawFalcon } from './falcon.ts'
import { drawRoller } from './roller.ts'
import { drawVenetian } from './venetian.ts'

/** A textile screen: tight woven cloth through which light and the view are faintly visible. */
const drawTextile: DrawHanging = (surface, { glass, foot, unit }, palette) => {
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

/** An insect screen: a fine dark net that can be seen through, with a grip on its bar. */
const drawInsect: DrawHanging = (surface, { glass, foot, unit }, palette) => {
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

const DRAW: Record<WindowKind, DrawHanging> = {
  roller_shutter: drawRoller,
  venetian_blind: drawVenetian,
  textile_screen: drawTextile,
  insect_screen: drawInsect,
  falcon: drawFalcon,
  awning: drawAwning,
}

/** Draws the shade into the glass of its window; `position` is 0..1 of the pane, `tilt` in degrees. */
export function drawShade(
  surface: Surface,
  kind: WindowKind,
  { glass, pane, unit }: RoomFrame,
  hang: { readonly position: number; readonly tilt: number },
  palette: Palette,
): void {
  // Rounded to a whole device pixel, so that edges at rest are sharp.
  const foot = Math.round((pane.y + hang.position * pane.h) * surface.scale) / surface.scale
  if (foot - glass.y < 0.5) return
  DRAW[kind](surface, { glass, foot, unit, ...hang }, palette)
}
