import { useEffect } from 'react'
import styles from '../paint/light-canvas.module.css'
import { usePainter } from '../paint/use-painter.ts'
import type { Elevation } from './elevation.ts'
import { facadePaletteAt } from './facade-palette.ts'
import { drawFacade } from './facade-scene.ts'

/** Phones draw nothing on a larger canvas. */
const MOST_PIXELS = 12_000_000

/** The front of a house without its windows, filling its positioned parent. It is decorative. */
export function FacadeCanvas({ picture }: { picture: Elevation }) {
  const { canvas, painter } = usePainter()
  const key = JSON.stringify(picture)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is the picture by value
  useEffect(() => {
    painter.current?.show(
      (surface) => drawFacade(surface, picture, facadePaletteAt(surface.context.canvas)),
      Math.sqrt(MOST_PIXELS / (picture.width * picture.height)),
    )
  }, [key])

  return (
    <div className={styles.frame} aria-hidden="true" data-facade-canvas="">
      <canvas ref={canvas} className={styles.canvas} />
    </div>
  )
}
