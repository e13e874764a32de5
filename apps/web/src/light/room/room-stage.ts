import type { Surface } from '../paint/brush.ts'
import type { Rect } from '../paint/geometry.ts'

/** One of the sheets that lie over each other in a room. It is painted again only when its key, place or size changed. */
export type RoomLayer = {
  readonly name: string
  /** In whole CSS pixels of the room, which are also the unit of `paint`. */
  readonly rect: Rect
  /** Names everything the picture depends on. */
  readonly key: string
  /** 0..1, laid on when the sheets are put together, so that changing it paints nothing. */
  readonly opacity?: number
  /** How it is laid over what lies beneath. */
  readonly blend?: 'normal' | 'soft-light' | 'plus-lighter'
  /** CSS pixels aside; what moves there takes its time, as parts of hardware do. */
  readonly shift?: number
  /**
   * For a picture that stays for long: it is handed to the compositor as a bitmap, which costs a frame in which it does
   * not change nothing, while some browsers copy a canvas every time anything on the page is drawn.
   */
  readonly isStill?: boolean
  /** Device pixels to a CSS pixel where fewer than the screen's will do. */
  readonly maxScale?: number
  readonly paint: (surface: Surface) => void
}

type Sheet = { canvas: HTMLCanvasElement; painted: string; place: string; style: string }

/** More device pixels than this to a CSS pixel cost paper-thin phones their battery and nobody sees them. */
const MAX_SCALE = 2.5

export const roomScale = (): number => Math.min(MAX_SCALE, devicePixelRatio || 1)

function paintOn(canvas: HTMLCanvasElement, { rect, paint }: RoomLayer, scale: number): void {
  const context = canvas.getContext('2d')
  if (!context) return
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.clearRect(0, 0, canvas.width, canvas.height)
  context.setTransform(scale, 0, 0, scale, -rect.x * scale, -rect.y * scale)
  paint({ context, scale })
}

/** The sheets of one room, in the order in which they are shown. */
export class RoomStage {
  readonly #host: HTMLElement
  readonly #sheets = new Map<string, Sheet>()

  constructor(host: HTMLElement) {
    this.#host = host
  }

  /** Brings the sheets to what `layers` say; whatever says nothing new is not touched. */
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
    const offscreen = document.createElement('canvas')
    offscreen.width = canvas.width
    offscreen.height = canvas.height
    paintOn(offscreen, layer, scale)
    // It is refused where memory is short: then the sheet keeps what it shows, and the next drawing tries again.
    const bitmap = await createImageBitmap(offscreen).catch(() => null)
    const isWanted = sheet.painted === layer.key && this.#sheets.get(layer.name) === sheet
    if (bitmap === null) {
      if (isWanted) sheet.painted = ''
      return
    }
    const bitmapContext = isWanted ? canvas.getContext('bitmaprenderer') : null
    if (!bitmapContext) {
      bitmap.close()
      return
    }
    bitmapContext.transferFromImageBitmap(bitmap)
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
    const sheet = { canvas, painted: '', place: '', style: '' }
    this.#host.append(canvas)
    this.#sheets.set(name, sheet)
    return sheet
  }

  clear(): void {
    this.#host.replaceChildren()
    this.#sheets.clear()
  }
}
