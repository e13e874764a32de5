import { useEffect, useRef } from 'react'
import { type Glide, play } from '../paint/glide.ts'
import styles from '../paint/light-canvas.module.css'
import { paletteAt } from '../paint/palette.ts'
import { wantsStillness } from '../paint/stillness.ts'
import { usePainter } from '../paint/use-painter.ts'
import { type CardScene, drawCard } from './card-scene.ts'
import { differs, sceneBetween } from './scene-glide.ts'

/** The height for which a card is drawn, in CSS pixels; the same as --card-height. */
const CARD_HEIGHT = 192

/**
 * The light of a card, filling its positioned parent. It is decorative: everything it shows is also available as text. It is only
 * drawn again when the scene changes; with `glide` the change is animated. With `isLarge` the picture of a card is enlarged to
 * the height of its parent.
 */
export function CardCanvas({
  scene,
  glide,
  isLarge = false,
}: {
  scene: CardScene
  glide: Glide | null
  isLarge?: boolean
}) {
  const { canvas, painter } = usePainter()
  const shown = useRef<CardScene>(null)
  const key = JSON.stringify(scene)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is the scene by value, the glide belongs to it
  useEffect(() => {
    const show = (next: CardScene): void => {
      shown.current = next
      painter.current?.show(({ context, scale }, { width, height }) => {
        const zoom = isLarge ? height / CARD_HEIGHT : 1
        const card = { x: 0, y: 0, w: width / zoom, h: height / zoom }
        context.save()
        context.scale(zoom, zoom)
        drawCard({ context, scale: scale * zoom }, card, next, paletteAt(context.canvas), isLarge)
        context.restore()
      })
    }
    const from = shown.current
    if (!from || !glide || !painter.current?.isInSight || wantsStillness()) {
      show(scene)
      return
    }
    return play(glide, (way, isOver) => {
      const next = sceneBetween(from, scene, way)
      if (isOver || !shown.current || differs(shown.current, next)) show(next)
    })
  }, [key, isLarge])

  return (
    <div className={styles.frame} aria-hidden="true">
      <canvas ref={canvas} className={styles.canvas} />
    </div>
  )
}
