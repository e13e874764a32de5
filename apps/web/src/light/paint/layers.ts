/** An offscreen canvas with its context; coordinates are CSS pixels times `scale`. */
export type Layer = { readonly canvas: HTMLCanvasElement; readonly context: CanvasRenderingContext2D }

/** More than a long list on one screen needs: nine device types in a few variants each. */
const CACHE_SIZE = 64

function makeLayer(): Layer | null {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  return context ? { canvas, context } : null
}

const scratchByName = new Map<string, Layer>()

/** A cleared canvas of at least `width` × `height` device pixels, one per name, shared by all drawings. */
export function scratch(name: string, width: number, height: number): Layer | null {
  const layer = scratchByName.get(name) ?? makeLayer()
  if (!layer) return null
  scratchByName.set(name, layer)
  if (layer.canvas.width < width || layer.canvas.height < height) {
    layer.canvas.width = Math.max(layer.canvas.width, width)
    layer.canvas.height = Math.max(layer.canvas.height, height)
  }
  return layer
}

const cache = new Map<string, HTMLCanvasElement>()

/**
 * The picture that `draw` makes, `width` × `height` CSS pixels. It is cached by `key`, which must name everything that the
 * picture depends on.
 */
export function cachedLayer(
  key: string,
  size: { width: number; height: number; scale: number },
  draw: (context: CanvasRenderingContext2D) => void,
): HTMLCanvasElement | null {
  const fullKey = `${key}|${size.width}x${size.height}@${size.scale}`
  const known = cache.get(fullKey)
  if (known) {
    cache.delete(fullKey)
    cache.set(fullKey, known)
    return known
  }
  const layer = makeLayer()
  if (!layer) return null
  layer.canvas.width = Math.max(1, Math.ceil(size.width * size.scale))
  layer.canvas.height = Math.max(1, Math.ceil(size.height * size.scale))
  layer.context.scale(size.scale, size.scale)
  draw(layer.context)
  cache.set(fullKey, layer.canvas)
  const oldest = cache.keys().next()
  if (cache.size > CACHE_SIZE && !oldest.done) cache.delete(oldest.value)
  return layer.canvas
}
