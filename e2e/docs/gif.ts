/** A picture as rows of red, green, blue and alpha. */
export interface Frame {
  pixels: Uint8ClampedArray
  /** How long it is shown, in hundredths of a second. */
  delay: number
}

/** The number of colours; the one after them is transparent: the pixel of the frame before stays. */
const COLOURS = 255
const TRANSPARENT = COLOURS
/** Five bits of each channel: near colours count as one. */
const keyOf = (pixels: Uint8ClampedArray, at: number): number =>
  (((pixels[at] ?? 0) >> 3) << 10) | (((pixels[at + 1] ?? 0) >> 3) << 5) | ((pixels[at + 2] ?? 0) >> 3)

type Box = { key: number; count: number }[]
const channelsOf = (key: number) => [(key >> 10) & 31, (key >> 5) & 31, key & 31] as const

/** The channel in which the colours of a box differ most, and by how much. */
function widestOf(box: Box): { channel: 0 | 1 | 2; width: number } {
  const widths = ([0, 1, 2] as const).map((channel) => {
    const values = box.map(({ key }) => channelsOf(key)[channel])
    return { channel, width: Math.max(...values) - Math.min(...values) }
  })
  return widths.reduce((widest, one) => (one.width > widest.width ? one : widest))
}

/** Median cut: halves the widest box until there are as many as colours. Returns the colours and the colour of each key. */
function paletteOf(frames: readonly Frame[]) {
  const counts = new Map<number, number>()
  for (const { pixels } of frames)
    for (let at = 0; at < pixels.length; at += 4) {
      const key = keyOf(pixels, at)
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
  const boxes: Box[] = [[...counts].map(([key, count]) => ({ key, count }))]
  while (boxes.length < COLOURS) {
    const widths = boxes.map((box) => (box.length < 2 ? 0 : widestOf(box).width * Math.sqrt(box.length)))
    const at = widths.indexOf(Math.max(...widths))
    const box = boxes[at]
    if (box === undefined || box.length < 2) break
    const { channel } = widestOf(box)
    box.sort((one, other) => channelsOf(one.key)[channel] - channelsOf(other.key)[channel])
    boxes.splice(at, 1, box.slice(0, box.length >> 1), box.slice(box.length >> 1))
  }
  const indexByKey = new Map<number, number>()
  const colours = boxes.map((box, index) => {
    const total = box.reduce((sum, { count }) => sum + count, 0)
    for (const { key } of box) indexByKey.set(key, index)
    return ([0, 1, 2] as const).map((channel) => {
      const sum = box.reduce((all, { key, count }) => all + channelsOf(key)[channel] * count, 0)
      return Math.round((sum / total) * (255 / 31))
    })
  })
  return { colours, indexByKey }
}

/** LZW as GIF89a has it, in blocks of at most 255 bytes. */
function packed(indexes: Uint8Array): Buffer {
  const bytes: number[] = []
  let bits = 0
  let held = 0
  let size = 9
  const write = (code: number) => {
    bits |= code << held
    held += size
    for (; held >= 8; held -= 8, bits >>>= 8) bytes.push(bits & 255)
  }
  const CLEAR = 256
  let codes = new Map<number, number>()
  let next = CLEAR + 2
  write(CLEAR)
  let prefix = indexes[0] ?? 0
  for (const index of indexes.subarray(1)) {
    const key = (prefix << 8) | index
    const known = codes.get(key)
    if (known !== undefined) {
      prefix = known
      continue
    }
    write(prefix)
    prefix = index
    if (next < 4_096) {
      codes.set(key, next)
      if (next === 1 << size) size += 1
      next += 1
    } else {
      write(CLEAR)
      codes = new Map()
      next = CLEAR + 2
      size = 9
    }
  }
  write(prefix)
  write(CLEAR + 1)
  if (held > 0) bytes.push(bits & 255)
  const blocks = []
  for (let at = 0; at < bytes.length; at += 255) {
    const block = bytes.slice(at, at + 255)
    blocks.push(block.length, ...block)
  }
  return Buffer.from([8, ...blocks, 0])
}

const word = (value: number) => [value & 255, value >> 8]

/** An animated GIF that repeats for ever. */
export function encodeGif(width: number, height: number, frames: readonly Frame[]): Buffer {
  const { colours, indexByKey } = paletteOf(frames)
  const table = Buffer.alloc(256 * 3)
  for (const [index, colour] of colours.entries()) table.set(colour, index * 3)
  let shown: Uint8Array | undefined
  const parts = frames.map(({ pixels, delay }) => {
    const indexes = new Uint8Array(width * height)
    for (let at = 0; at < indexes.length; at += 1) indexes[at] = indexByKey.get(keyOf(pixels, at * 4)) ?? 0
    const before = shown
    const changed =
      before === undefined
        ? indexes
        : indexes.map((index, at) => (index === before[at] ? TRANSPARENT : index))
    shown = indexes
    const control = [0x21, 0xf9, 4, 0b0000_0101, ...word(delay), TRANSPARENT, 0]
    const image = [0x2c, 0, 0, 0, 0, ...word(width), ...word(height), 0]
    return Buffer.concat([Buffer.from([...control, ...image]), packed(changed)])
  })
  const screen = [...word(width), ...word(height), 0b1111_0111, 0, 0]
  const repeat = [0x21, 0xff, 11, ...Buffer.from('NETSCAPE2.0'), 3, 1, 0, 0, 0]
  return Buffer.concat([
    Buffer.from('GIF89a'),
    Buffer.from(screen),
    table,
    Buffer.from(repeat),
    ...parts,
    Buffer.from([0x3b]),
  ])
}
