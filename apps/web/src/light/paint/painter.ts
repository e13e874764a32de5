import type { Surface } from './brush.ts'
import { requestIdle } from './idle.ts'
import { onLookChange } from './look-change.ts'

/** What a painter paints: the whole canvas, `size` in CSS pixels. */
export type Paint = (surface: Surface, size: { width: number; height: number }) => void

const MAX_SCALE = 2.5
/** Drawing stops for this frame after so long; the rest of a long list follows in the next ones. */
const FRAME_BUDGET_MS = 6
/** What lies this far outside the window is drawn while the page is idle: a flick meets light, not bare walls. */
const AHEAD = '2000px 0px'
/** Drawn first, and at once when the window changes its size. */
const IN_SIGHT = '200px 0px'

const painters = new Map<Element, Painter>()
const waiting = new Set<Painter>()
let frame = 0
let isIdleAwaited = false

function paintInSight(): void {
  frame = 0
  const start = performance.now()
  for (const painter of waiting) {
    if (performance.now() - start > FRAME_BUDGET_MS) break
    if (painter.isInSight) paint(painter)
  }
  ask()
}

/** One at a time, so that a scroll or a tap waits for one picture at most. */
function paintAhead(): void {
  isIdleAwaited = false
  const [next] = waiting
  if (next) paint(next)
  ask()
}

function paint(painter: Painter): void {
  waiting.delete(painter)
  painter.paintNow()
}

function ask(): void {
  if (waiting.size === 0) return
  if ([...waiting].some((painter) => painter.isInSight)) {
    if (frame === 0) frame = requestAnimationFrame(paintInSight)
  } else if (!isIdleAwaited) {
    isIdleAwaited = true
    requestIdle(paintAhead)
  }
}

type Observers = { ahead: IntersectionObserver; inSight: IntersectionObserver; size: ResizeObserver }
let watching: Observers | null = null

const watch = (rootMargin: string, tell: (painter: Painter, isWithin: boolean) => void) =>
  new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const painter = painters.get(target)
        if (painter) tell(painter, isIntersecting)
      }
    },
    { rootMargin },
  )

/** One observer of each kind for all canvases, and one ear for a change of theme or time of day. */
function observers(): Observers {
  if (watching) return watching
  watching = {
    ahead: watch(AHEAD, (painter, isNear) => painter.setNear(isNear)),
    inSight: watch(IN_SIGHT, (painter, isSeen) => painter.setVisible(isSeen)),
    size: new ResizeObserver((entries) => {
      for (const { target, contentRect } of entries) {
        painters.get(target)?.resize(contentRect.width, contentRect.height)
      }
    }),
  }
  onLookChange(() => {
    for (const painter of painters.values()) painter.refresh()
  })
  return watching
}

/** Keeps one canvas painted: only while it is near the window, only when something changed, never twice a frame. */
export class Painter {
  readonly #canvas: HTMLCanvasElement
  #paint: Paint | null = null
  #maxScale = MAX_SCALE
  #isNear = false
  #isInSight = false
  #hasPicture = false
  #isOutdated = false
  #size = { width: 0, height: 0 }

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas
    painters.set(canvas, this)
    for (const observer of Object.values(observers())) observer.observe(canvas)
  }

  /** Whether the canvas can be seen, or will be with the next turn of the wheel. */
  get isInSight(): boolean {
    return this.#isInSight
  }

  /** Shows what `paint` paints from the next frame on, with at most `maxScale` device pixels to a CSS pixel. */
  show(paint: Paint, maxScale = MAX_SCALE): void {
    this.#paint = paint
    this.#maxScale = maxScale
    this.refresh()
  }

  /** Paints again although nothing new was shown; a picture that nobody sees is renewed when it comes in sight. */
  refresh(): void {
    if (!this.#isNear || !this.#paint || this.#size.width === 0) return
    if (this.#hasPicture && !this.#isInSight) {
      this.#isOutdated = true
      return
    }
    waiting.add(this)
    ask()
  }

  setVisible(isInSight: boolean): void {
    this.#isInSight = isInSight
    if (isInSight && this.#isOutdated) this.refresh()
    ask()
  }

  setNear(isNear: boolean): void {
    if (this.#isNear === isNear) return
    this.#isNear = isNear
    if (isNear) this.refresh()
    else this.#releasePixels()
  }

  /** A list of hundreds of cards would hold hundreds of megabytes of pixels that nobody sees. */
  #releasePixels(): void {
    waiting.delete(this)
    this.#hasPicture = false
    this.#canvas.width = 0
    this.#canvas.height = 0
  }

  resize(width: number, height: number): void {
    this.#size = { width, height }
    // A frame later it would be seen stretched.
    if (this.#isInSight && width > 0) this.paintNow()
    else this.refresh()
  }

  paintNow(): void {
    const { width, height } = this.#size
    const scale = Math.min(this.#maxScale, devicePixelRatio || 1)
    const context = this.#canvas.getContext('2d', { alpha: false })
    if (!context || !this.#paint) return
    this.#hasPicture = true
    this.#isOutdated = false
    const [pixelWidth, pixelHeight] = [Math.round(width * scale), Math.round(height * scale)]
    if (this.#canvas.width !== pixelWidth || this.#canvas.height !== pixelHeight) {
      this.#canvas.width = pixelWidth
      this.#canvas.height = pixelHeight
    }
    context.setTransform(scale, 0, 0, scale, 0, 0)
    // A card may be a fraction of a pixel wide; what is left of its last column would stay black.
    this.#paint({ context, scale }, { width: pixelWidth / scale, height: pixelHeight / scale })
  }

  stop(): void {
    painters.delete(this.#canvas)
    waiting.delete(this)
    for (const observer of Object.values(observers())) observer.unobserve(this.#canvas)
  }
}
