import { fillRect } from '../../paint/brush.ts'
import { css, mix, SOOT } from '../../paint/colour.ts'
import { bottomBar } from './bottom-bar.ts'
import type { DrawShade } from './shade.ts'

/** An insect screen: a net with a grip on its bar. */
export const drawInsect: DrawShade = (surface, glass, hang, palette, unit) => {
  const { context } = surface
  const foot = glass.y + hang.position * glass.h
  const gauze = { ...glass, h: foot - glass.y }
  if (gauze.h <= 0) return
  fillRect(context, gauze, css(palette.bladeLow, 0.3))
  const mesh = 1.2 + unit
  context.strokeStyle = css(mix(palette.bladeLow, SOOT, 0.4), 0.36)
  context.lineWidth = 0.35 + 0.1 * unit
  context.beginPath()
  for (let y = glass.y; y < foot; y += mesh) {
    context.moveTo(glass.x, y)
    context.lineTo(glass.x + glass.w, y)
  }
  for (let x = glass.x; x < glass.x + glass.w; x += mesh) {
    context.moveTo(x, glass.y)
    context.lineTo(x, foot)
  }
  context.stroke()
  const bar = 3.6 * unit
  bottomBar(context, glass, foot, bar, palette)
  if (gauze.h < bar) return
  context.fillStyle = css(palette.bladeLow)
  context.beginPath()
  context.roundRect(glass.x + glass.w * 0.42, foot - bar * 0.62, glass.w * 0.16, bar * 0.3, 2)
  context.fill()
}
