import { clipped, fillDownwards } from '../../paint/brush.ts'
import { css, mix } from '../../paint/colour.ts'
import { bottomBar } from './bottom-bar.ts'
import type { DrawShade } from './shade.ts'

/** A textile screen: cloth that lets some light through. */
export const drawTextile: DrawShade = (surface, glass, hang, palette, unit) => {
  const { context } = surface
  const foot = glass.y + hang.position * glass.h
  const cloth = { ...glass, h: foot - glass.y }
  if (cloth.h <= 0) return
  const fabric = mix(palette.bladeHigh, palette.blade, 0.3)
  clipped(context, cloth, () => {
    fillDownwards(context, cloth, [
      [0, css(mix(fabric, palette.bladeLow, 0.18), 0.95)],
      [1, css(mix(fabric, palette.sun, palette.isDark ? 0.1 : 0.25), 0.86)],
    ])
    const thread = 1.4 + 0.4 * unit
    context.fillStyle = css(palette.bladeLow, 0.13)
    for (let y = glass.y; y < foot; y += thread) context.fillRect(glass.x, y, glass.w, thread * 0.4)
    context.fillStyle = css(palette.bladeLow, 0.09)
    for (let x = glass.x; x < glass.x + glass.w; x += thread)
      context.fillRect(x, glass.y, thread * 0.4, cloth.h)
  })
  bottomBar(context, glass, foot, 3 * unit, palette)
}
