import { useEffect } from 'react'
import type { Surface } from '../paint/brush.ts'
import styles from '../paint/light-canvas.module.css'
import { paletteAt } from '../paint/palette.ts'
import { usePainter } from '../paint/use-painter.ts'
import { drawWall, type WallScene } from './wall-scene.ts'

/**
 * The place of the light patch on a wall, as shares of the canvas, and the blind that shapes it. On a wide canvas the patch is at
 * most twice as wide as high and keeps its right edge.
 */
export type WallLayout = Omit<WallScene, 'patch'> & {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** The wall of a page that has nothing to show yet. */
export const EMPTY_WALL: WallLayout = {
  left: 0.45,
  top: 0.06,
  width: 0.46,
  height: 0.7,
  position: 0.35,
  tilt: -50,
}

const WIDEST = 1.9

function draw(surface: Surface, size: { width: number; height: number }, wall: WallLayout): void {
  const high = wall.height * size.height
  const wide = Math.min(wall.width * size.width, high * WIDEST)
  const right = (wall.left + wall.width) * size.width
  const patch = { x: right - wide, y: wall.top * size.height, w: wide, h: high }
  drawWall(
    surface,
    { x: 0, y: 0, w: size.width, h: size.height },
    { patch, position: wall.position, tilt: wall.tilt },
    paletteAt(surface.context.canvas),
  )
}

/** During an animation the grain of the wall is not visible, so one pixel per CSS pixel is enough. */
const MOVING_SCALE = 1

/** An empty wall with light on it, filling its positioned parent. It is decorative and has no text alternative. */
export function WallCanvas({ wall, isMoving = false }: { wall: WallLayout; isMoving?: boolean }) {
  const { canvas, painter } = usePainter()
  const key = JSON.stringify(wall)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is the wall by value
  useEffect(() => {
    painter.current?.show((surface, size) => draw(surface, size, wall), isMoving ? MOVING_SCALE : undefined)
  }, [key, isMoving])

  return (
    <div className={styles.frame} aria-hidden="true">
      <canvas ref={canvas} className={styles.canvas} />
    </div>
  )
}
