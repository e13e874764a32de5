import type { Surface } from './brush.ts'
import { requestIdle } from './idle.ts'
import { onPaintChange } from './paint-change.ts'

/** Paints a whole canvas; `size` is in CSS pixels. */
export type Paint = (surface: Surface, size: { width: number; height: number }) => void

const MAX_SCALE = 2.5
/** After this time painting stops for the current frame; the other canvases follow in the next frames. */
const FRAME_BUDGET_MS = 6
/**
 * Canvases within this distance from the window are painted while the page is idle, so that a fast scroll shows painted cards.
 */
const AHEAD = '2000px 0px'
/** Canvases within this distance are painted first, and at once after a resize. */
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

/** One picture per idle callback, so that a scroll or a tap waits for one picture at most. */
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

const watch = (rootMargin: string, notify: (painter: Painter, isWithin: boolean) => void) =>
  new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const painter = painters.get(target)
        if (painter) notify(painter, isIntersecting)
      }
    },
    { rootMargin },
  )

/** All canvases share one observer of each kind and one subscription to changes of theme and time of day. */
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
  onPaintChange(() => {
    for (const painter of painters.values()) painter.refresh()
  })
  return watching
}

/** Keeps one canvas painted: only while it is near the window, only after changes, and at most once per frame. */
export class Painter {
  readonly #canvas: HTMLCanvasElement
  readonly #isTransparent: boolean
  #paint: Paint | null = null
  #maxScale = MAX_SCALE
  #isNear = false
  #isInSight = false
  #hasPicture = false
  #isOutdated = false
  #size = { width: 0, height: 0 }

  constructor(canvas: HTMLCanvasElement, { isTransparent = false }: { isTransparent?: boolean } = {}) {
    this.#canvas = canvas
    this.#isTransparent = isTransparent
    painters.set(canvas, this)
    for (const observer of Object.values(observers())) observer.observe(canvas)
  }

  /** Whether the canvas is visible or almost visible. */
  get isInSight(): boolean {
    return this.#isInSight
  }

  /** Paints with `paint` from the next frame on, with at most `maxScale` device pixels per CSS pixel. */
  show(paint: Paint, maxScale = MAX_SCALE): void {
    this.#paint = paint
    this.#maxScale = Math.min(maxScale, MAX_SCALE)
    this.refresh()
  }

  /** Paints again without a new `paint`. A picture that is not near the window is painted when it comes near. */
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

  /** Frees the memory of canvases that are far from the window: hundreds of cards would need hundreds of megabytes. */
  #releasePixels(): void {
    waiting.delete(this)
    this.#hasPicture = false
    this.#canvas.width = 0
    this.#canvas.height = 0
  }

  resize(width: number, height: number): void {
    this.#size = { width, height }
    // Painted at once, because the old picture would be visible in the wrong size for a frame.
    if (this.#hasPicture && this.#isInSight && width > 0) this.paintNow()
    else this.refresh()
  }

  paintNow(): void {
    const { width, height } = this.#size
    const scale = Math.min(this.#maxScale, devicePixelRatio || 1)
    const context = this.#canvas.getContext('2d', { alpha: this.#isTransparent })
    if (!context || !this.#paint) return
    this.#hasPicture = true
    this.#isOutdated = false
    const [pixelWidth, pixelHeight] = [Math.round(width * scale), Math.round(height * scale)]
    if (this.#canvas.width !== pixelWidth || this.#canvas.height !== pixelHeight) {
      this.#canvas.width = pixelWidth
      this.#canvas.height = pixelHeight
    }
    context.setTransform(scale, 0, 0, scale, 0, 0)
    if (this.#isTransparent) context.clearRect(0, 0, width, height)
    // The width of a card may be fractional. The size in whole device pixels also covers its last column, which would stay black
    // otherwise.
    this.#paint({ context, scale }, { width: pixelWidth / scale, height: pixelHeight / scale })
  }

  stop(): void {
    painters.delete(this.#canvas)
    waiting.delete(this)
    for (const observer of Object.values(observers())) observer.unobserve(this.#canvas)
  }
}
