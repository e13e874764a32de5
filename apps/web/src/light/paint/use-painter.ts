import { type RefObject, useEffect, useRef } from 'react'
import { Painter } from './painter.ts'

/** A canvas ref and its painter; `painter` is null until the canvas is mounted. */
export function usePainter(): {
  canvas: RefObject<HTMLCanvasElement | null>
  painter: RefObject<Painter | null>
} {
  const canvas = useRef<HTMLCanvasElement>(null)
  const painter = useRef<Painter>(null)
  useEffect(() => {
    if (!canvas.current) return
    const made = new Painter(canvas.current)
    painter.current = made
    return () => {
      painter.current = null
      made.stop()
    }
  }, [])
  return { canvas, painter }
}
