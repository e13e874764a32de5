import { type RefObject, useEffect, useRef } from 'react'
import { Painter } from './painter.ts'

/** A canvas and what keeps it painted; `painter` is null until the canvas is on the page. */
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
