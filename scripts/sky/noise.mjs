/** A random generator with numbers 0..1 that are the same in every run, from an integer seed. */
export function seeded(seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const fade = (share) => share * share * share * (share * (share * 6 - 15) + 10)

/** Adds one octave of gradient noise with `cells` cells in each direction, which tiles without a seam. */
function addOctave(field, size, cells, strength, random) {
  const angles = Float32Array.from({ length: cells * cells }, () => random() * Math.PI * 2)
  const slope = (column, row, dx, dy) => {
    const angle = angles[(row % cells) * cells + (column % cells)]
    return Math.cos(angle) * dx + Math.sin(angle) * dy
  }
  for (let y = 0; y < size; y++) {
    const row = Math.floor((y / size) * cells)
    const dy = (y / size) * cells - row
    const v = fade(dy)
    for (let x = 0; x < size; x++) {
      const column = Math.floor((x / size) * cells)
      const dx = (x / size) * cells - column
      const u = fade(dx)
      const top = slope(column, row, dx, dy) * (1 - u) + slope(column + 1, row, dx - 1, dy) * u
      const foot =
        slope(column, row + 1, dx, dy - 1) * (1 - u) + slope(column + 1, row + 1, dx - 1, dy - 1) * u
      field[y * size + x] += strength * (top * (1 - v) + foot * v)
    }
  }
}

/**
 * A square of layered noise with mean 0 and standard deviation 1, which tiles without a seam. The first octave has `cells` cells;
 * each further one has twice as many and `gain` times the strength.
 */
export function noiseField({ size, cells, octaves, gain, seed }) {
  const random = seeded(seed)
  const values = new Float32Array(size * size)
  for (let octave = 0; octave < octaves; octave++) {
    addOctave(values, size, cells * 2 ** octave, gain ** octave, random)
  }
  const deviation = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length)
  return { size, values: values.map((value) => value / deviation) }
}

/** The value of the field at u, v, where 1 is its whole width; `size` must be a power of two. */
export function sample({ size, values }, u, v) {
  const x = u * size
  const y = v * size
  const column = Math.floor(x)
  const row = Math.floor(y)
  const right = x - column
  const down = y - row
  const mask = size - 1
  const [x0, x1] = [column & mask, (column + 1) & mask]
  const [y0, y1] = [(row & mask) * size, ((row + 1) & mask) * size]
  const top = values[y0 + x0] * (1 - right) + values[y0 + x1] * right
  const foot = values[y1 + x0] * (1 - right) + values[y1 + x1] * right
  return top * (1 - down) + foot * down
}
