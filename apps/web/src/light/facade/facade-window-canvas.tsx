import { type CSSProperties, useEffect, useRef } from 'react'
import type { CardScene } from '../card/card-scene.ts'
import { differs, sceneBetween } from '../card/scene-glide.ts'
import { type Glide, play } from '../paint/glide.ts'
import { wantsStillness } from '../paint/stillness.ts'
import { usePainter } from '../paint/use-painter.ts'
import { facadePaletteAt } from './facade-palette.ts'
import { drawFacadeWindow, WINDOW_MARGIN } from './facade-window.ts'
import styles from './facade-window-canvas.module.css'

const PLACE: CSSProperties = {
  inset: `${-100 * WINDOW_MARGIN.y}% ${-100 * WINDOW_MARGIN.x}%`,
}

/** The window of a device in the front of its house, over its positioned parent. It is decorative. */
export function FacadeWindowCanvas({ scene, glide }: { scene: CardScene; glide: Glide }) {
  const { canvas, painter } = usePainter({ isTransparent: true })
  const shown = useRef<CardScene>(null)
  const key = JSON.stringify(scene)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is the scene by value, the glide belongs to it
  useEffect(() => {
    const show = (next: CardScene): void => {
      shown.current = next
      painter.current?.show((surface, { width, height }) => {
        const w = width / (1 + 2 * WINDOW_MARGIN.x)
        const h = height / (1 + 2 * WINDOW_MARGIN.y)
        const hole = { x: (width - w) / 2, y: (height - h) / 2, w, h }
        drawFacadeWindow(surface, hole, next, facadePaletteAt(surface.context.canvas))
      })
    }
    const from = shown.current
    if (!from || !painter.current?.isInSight || wantsStillness()) {
      show(scene)
      return
    }
    return play(glide, (way, isOver) => {
      const next = sceneBetween(from, scene, way)
      if (isOver || !shown.current || differs(shown.current, next)) show(next)
    })
  }, [key])

  return (
    <div className={styles.frame} style={PLACE} aria-hidden="true">
      <canvas ref={canvas} className={styles.canvas} />
    </div>
  )
}
