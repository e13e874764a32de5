import { useEffect, useRef } from 'react'
import type { Surface } from './brush.ts'
import { type CardScene, drawCard } from './card-scene.ts'
import { covered, type Glide, sceneBetween } from './glide.ts'
import styles from './light-canvas.module.css'
import { Painter } from './painter.ts'
import { type Palette, paletteAt } from './palette.ts'
import { drawWall, type WallScene } from './wall-scene.ts'

/** What a canvas shows; it is drawn anew only when this says something else. */
export type LightScene = { readonly card: CardScene } | { readonly wall: WallLayout }

/**
 * Where the patch of a wall lies, as shares of the canvas, and the blind that cuts it. On a wide canvas the patch
 * stays a window: it is never more than twice as wide as high, and keeps its right edge.
 */
export type WallLayout = Omit<WallScene, 'patch'> & {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

const WIDEST = 1.9

function draw(
  surface: Surface,
  size: { width: number; height: number },
  scene: LightScene,
  palette: Palette,
): void {
  const whole = { x: 0, y: 0, w: size.width, h: size.height }
  if ('card' in scene) {
    drawCard(surface, whole, scene.card, palette)
    return
  }
  const { left, top, width, height, position, tilt } = scene.wall
  const high = height * whole.h
  const wide = Math.min(width * whole.w, high * WIDEST)
  const patch = { x: (left + width) * whole.w - wide, y: top * whole.h, w: wide, h: high }
  drawWall(surface, whole, { patch, position, tilt }, palette)
}

const wantsStillness = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

/**
 * The light of a card or a wall, filling its positioned parent; it says nothing that is not also said in words.
 * With `glide` a card passes into its next scene instead of jumping there.
 */
export function LightCanvas({ scene, glide = null }: { scene: LightScene; glide?: Glide | null }) {
  const ref = useRef<HTMLCanvasElement>(null)
  const painter = useRef<Painter>(null)
  const shown = useRef<CardScene>(null)
  const key = JSON.stringify(scene)

  useEffect(() => {
    const canvas = ref.current
    if (!canvas) return
    const made = new Painter(canvas)
    painter.current = made
    return () => {
      painter.current = null
      made.stop()
    }
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is the scene by value, the glide belongs to it
  useEffect(() => {
    const show = (next: LightScene): void => {
      shown.current = 'card' in next ? next.card : null
      painter.current?.show((surface, size) => {
        const canvas = ref.current
        if (canvas) draw(surface, size, next, paletteAt(canvas))
      })
    }
    const from = shown.current
    if (!('card' in scene) || !from || !glide || !painter.current?.isSeen || wantsStillness()) {
      show(scene)
      return
    }
    const start = performance.now()
    let frame = 0
    const step = (now: number): void => {
      const share = (now - start) / glide.ms
      show({ card: sceneBetween(from, scene.card, covered(glide, share)) })
      if (share < 1) frame = requestAnimationFrame(step)
    }
    frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(frame)
  }, [key])

  return (
    <div className={styles.frame} aria-hidden="true">
      <canvas ref={ref} className={styles.canvas} />
    </div>
  )
}
