import type { Surface } from './brush.ts'

/** What a painter paints: the whole canvas, `size` in CSS pixels. */
export type Paint = (surface: Surface, size: { width: number; height: number }) => void

const MAX_SCALE = 2.5
/** Drawing stops for this frame after so long; the rest of a long list follows in the next ones. */
const FRAME_BUDGET_MS = 6
/** Cards this far outside the window are drawn before they are scrolled to. */
const NEARBY = '400px 0px'

const painters = new Map<Element, Painter>()
const waiting = new Set<Painter>()
let frame = 0

function paintWaiting(): void {
  frame = 0
  const start = performance.now()
  for (const painter of waiting) {
    if (performance.now() - start > FRAME_BUDGET_MS) break
    waiting.delete(painter)
    painter.paintNow()
  }
  if (waiting.size > 0) ask()
}

function ask(): void {
  if (frame === 0) frame = requestAnimationFrame(paintWaiting)
}

let sights: { visibility: IntersectionObserver; size: ResizeObserver } | null = null

/** One observer of each kind for all canvases, and one ear for a change of theme or time of day. */
function observers(): { visibility: IntersectionObserver; size: ResizeObserver } {
  if (sights) return sights
  sights = {
    visibility: new IntersectionObserver(
      (entries) => {
        for (const entry of entries) painters.get(entry.target)?.see(entry.isIntersecting)
      },
      { rootMargin: NEARBY },
    ),
    size: new ResizeObserver((entries) => {
      for (const { target, contentRect } of entries) {
        painters.get(target)?.resize(contentRect.width, contentRect.height)
      }
    }),
  }
  const repaintAll = (): void => {
    for (const painter of painters.values()) painter.refresh()
  }
  new MutationObserver(repaintAll).observe(document.documentElement, {
    attributeFilter: ['data-theme', 'data-time'],
  })
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', repaintAll)
  return sights
}

/** Keeps one canvas painted: only while it is near the window, only when something changed, never twice a frame. */
export class Painter {
  readonly #canvas: HTMLCanvasElement
  #paint: Paint | null = null
  #isSeen = false
  #size = { width: 0, height: 0 }

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas
    painters.set(canvas, this)
    observers().visibility.observe(canvas)
    observers().size.observe(canvas)
  }

  /** Whether the canvas is near enough to the window to be painted. */
  get isSeen(): boolean {
    return this.#isSeen
  }

  /** Shows what `paint` paints from the next frame on. */
  show(paint: Paint): void {
    this.#paint = paint
    this.refresh()
  }

  /** Paints again although nothing was shown anew. */
  refresh(): void {
    if (!this.#isSeen || !this.#paint || this.#size.width === 0) return
    waiting.add(this)
    ask()
  }

  see(isSeen: boolean): void {
    if (this.#isSeen === isSeen) return
    this.#isSeen = isSeen
    if (isSeen) this.refresh()
    else this.#letGo()
  }

  /** A list of hundreds of cards would hold hundreds of megabytes of pixels that nobody sees. */
  #letGo(): void {
    waiting.delete(this)
    this.#canvas.width = 0
    this.#canvas.height = 0
  }

  resize(width: number, height: number): void {
    this.#size = { width, height }
    this.refresh()
  }

  paintNow(): void {
    const { width, height } = this.#size
    const scale = Math.min(MAX_SCALE, devicePixelRatio || 1)
    const context = this.#canvas.getContext('2d', { alpha: false })
    if (!context || !this.#paint) return
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
    observers().visibility.unobserve(this.#canvas)
    observers().size.unobserve(this.#canvas)
  }
}
