import type { Surface } from '../paint/brush.ts'
import type { Rect } from '../paint/geometry.ts'
import { nextTask } from '../paint/idle.ts'

/** One of the stacked layers of a room. It is only painted again when its key, place or size changed. */
export type RoomLayer = {
  readonly name: string
  /** In whole CSS pixels of the room, which are also the unit of `paint`. */
  readonly rect: Rect
  /** Names everything that the picture depends on. */
  readonly key: string
  /** 0..1; applied when the layers are composited, so changing it needs no painting. */
  readonly opacity?: number
  /** The blend mode with the layers below. */
  readonly blend?: 'normal' | 'soft-light' | 'plus-lighter'
  /** A shift to the side in CSS pixels. Changes of it are animated, like moving parts of hardware. */
  readonly shift?: number
  /**
   * For a picture that rarely changes. It is given to the compositor as a bitmap, which costs nothing in frames without a change,
   * while some browsers copy a canvas whenever anything on the page is drawn.
   */
  readonly isStill?: boolean
  /** The maximum of device pixels per CSS pixel, for layers that need less detail than the screen has. */
  readonly maxScale?: number
  readonly paint: (surface: Surface) => void
}

type Sheet = {
  canvas: HTMLCanvasElement
  painted: string
  place: string
  style: string
  /** Whether a still layer has been shown before. */
  hasPicture: boolean
}

/** More device pixels per CSS pixel than this are not visible and use a phone's battery. */
const MAX_SCALE = 2.5

const roomScale = (): number => Math.min(MAX_SCALE, devicePixelRatio || 1)

function paintOn(canvas: HTMLCanvasElement, { rect, paint }: RoomLayer, scale: number): void {
  const context = canvas.getContext('2d')
  if (!context) return
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.clearRect(0, 0, canvas.width, canvas.height)
  context.setTransform(scale, 0, 0, scale, -rect.x * scale, -rect.y * scale)
  paint({ context, scale })
}

/** The layers of one room in their stacking order. */
export class RoomStage {
  readonly #host: HTMLElement
  readonly #sheets = new Map<string, Sheet>()

  constructor(host: HTMLElement) {
    this.#host = host
  }

  /** Updates the layers to `layers`; layers without changes are not touched. */
  show(layers: readonly RoomLayer[]): void {
    const scale = roomScale()
    for (const [name, sheet] of this.#sheets) {
      if (layers.some((layer) => layer.name === name)) continue
      sheet.canvas.remove()
      this.#sheets.delete(name)
    }
    for (const [index, layer] of layers.entries()) {
      this.#lay(layer, index, Math.min(scale, layer.maxScale ?? scale))
    }
  }

  #lay(layer: RoomLayer, index: number, scale: number): void {
    const sheet = this.#sheets.get(layer.name) ?? this.#add(layer.name)
    this.#put(sheet, layer, index, scale)
    const { opacity = 1, shift = 0, blend = 'normal' } = layer
    const style = `${opacity} ${shift} ${blend}`
    if (sheet.style !== style) {
      sheet.style = style
      sheet.canvas.style.opacity = String(opacity)
      sheet.canvas.style.translate = `${shift}px 0`
      sheet.canvas.style.mixBlendMode = blend
    }
    if (sheet.painted === layer.key) return
    sheet.painted = layer.key
    sheet.canvas.dataset.painted = String(!layer.isStill)
    if (layer.isStill) void this.#renderBitmap(sheet, layer, scale)
    else paintOn(sheet.canvas, layer, scale)
  }

  async #renderBitmap(sheet: Sheet, layer: RoomLayer, scale: number): Promise<void> {
    const { canvas } = sheet
    const isWanted = () => sheet.painted === layer.key && this.#sheets.get(layer.name) === sheet
    // The first pictures of a room take long together on a slow phone.
    if (!sheet.hasPicture) await nextTask()
    if (!isWanted()) return
    const offscreen = document.createElement('canvas')
    offscreen.width = canvas.width
    offscreen.height = canvas.height
    paintOn(offscreen, layer, scale)
    // This fails when memory is short. The layer then keeps its old picture, and the next paint tries again.
    const bitmap = await createImageBitmap(offscreen).catch(() => null)
    if (bitmap === null) {
      if (isWanted()) sheet.painted = ''
      return
    }
    const bitmapContext = isWanted() ? canvas.getContext('bitmaprenderer') : null
    if (!bitmapContext) {
      bitmap.close()
      return
    }
    bitmapContext.transferFromImageBitmap(bitmap)
    sheet.hasPicture = true
    canvas.dataset.painted = 'true'
  }

  #put(sheet: Sheet, { rect }: RoomLayer, index: number, scale: number): void {
    const place = `${rect.x} ${rect.y} ${rect.w} ${rect.h} ${index} ${scale}`
    if (sheet.place === place) return
    sheet.place = place
    sheet.painted = ''
    const { canvas } = sheet
    canvas.width = Math.max(1, Math.round(rect.w * scale))
    canvas.height = Math.max(1, Math.round(rect.h * scale))
    canvas.style.left = `${rect.x}px`
    canvas.style.top = `${rect.y}px`
    canvas.style.width = `${rect.w}px`
    canvas.style.height = `${rect.h}px`
    canvas.style.zIndex = String(index)
  }

  #add(name: string): Sheet {
    const canvas = document.createElement('canvas')
    const sheet: Sheet = { canvas, painted: '', place: '', style: '', hasPicture: false }
    this.#host.append(canvas)
    this.#sheets.set(name, sheet)
    return sheet
  }

  clear(): void {
    this.#host.replaceChildren()
    this.#sheets.clear()
  }
}
