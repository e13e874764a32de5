import { type RefObject, useEffect, useRef } from 'react'
import { Painter } from './painter.ts'

/**
 * A canvas ref and its painter; `painter` is null until the canvas is mounted. What is behind a canvas that `isTransparent` shows
 * where nothing is painted.
 */
export function usePainter({ isTransparent = false }: { isTransparent?: boolean } = {}): {
  canvas: RefObject<HTMLCanvasElement | null>
  painter: RefObject<Painter | null>
} {
  const canvas = useRef<HTMLCanvasElement>(null)
  const painter = useRef<Painter>(null)
  useEffect(() => {
    if (!canvas.current) return
    const made = new Painter(canvas.current, { isTransparent })
    painter.current = made
    return () => {
      painter.current = null
      made.stop()
    }
  }, [isTransparent])
  return { canvas, painter }
}
