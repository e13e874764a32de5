import { mix, smoothstep, WHITE } from './colour.mjs'
import { noiseField, sample } from './noise.mjs'

const TAU = Math.PI * 2
/** The height of the horizon, as a share of the image height. */
const HORIZON = 0.74
/** Clouds are computed on a coarser grid than the image, because they have no sharp edges. */
const COARSE = 2

const billows = noiseField({ size: 1024, cells: 6, octaves: 6, gain: 0.52, seed: 11 })
const veils = noiseField({ size: 512, cells: 4, octaves: 5, gain: 0.5, seed: 23 })
const drifts = noiseField({ size: 256, cells: 3, octaves: 3, gain: 0.5, seed: 37 })

/**
 * Samples a field that drifts and repeats after one turn. Two copies, half a turn apart, are cross-faded, so that the jump back
 * is invisible. `turn` is 0..1; the result has the same deviation as the field.
 */
function drifting(field, u, v, turn, far, along = 0) {
  const one = turn
  const other = (turn + 0.5) % 1
  const weight = smoothstep(0, 1, 1 - Math.abs(2 * one - 1))
  const rest = 1 - weight
  const a = weight < 0.001 ? 0 : sample(field, u - far * one, v - along * one)
  const b = rest < 0.001 ? 0 : sample(field, u + 0.37 - far * other, v + 0.59 - along * other)
  return (a * weight + b * rest) / Math.hypot(weight, rest)
}

const RIDGES = [
  { base: 0.715, rise: 0.045, near: 0.2, phase: 4.6, foot: 0.05 },
  { base: 0.79, rise: 0.055, near: 0.42, phase: 0.4, foot: 0.12 },
  { base: 0.895, rise: 0.05, near: 0.82, phase: 2.2, foot: 0.28 },
]

const outline = (share, phase) =>
  0.55 * Math.sin(share * 3.6 + phase) +
  0.3 * Math.sin(share * 7.9 + phase * 2.1) +
  0.12 * Math.sin(share * 18.5 + phase) +
  0.05 * Math.sin(share * 47 + phase * 3.3) +
  0.025 * Math.sin(share * 93 + phase * 1.7)

/** The thickness and the brightness of the clouds, on the coarse grid. */
function cloudsAt(width, height, mood, turn) {
  const columns = Math.ceil(width / COARSE) + 1
  const rows = Math.ceil(height / COARSE) + 1
  const cover = new Float32Array(columns * rows)
  const shine = new Float32Array(columns * rows)
  for (let row = 0; row < rows; row++) {
    const y = (row * COARSE) / height
    if (y > HORIZON + 0.06) break
    const depth = 1 / (HORIZON + 0.16 - y)
    const air = smoothstep(HORIZON + 0.05, HORIZON - 0.2, y)
    for (let column = 0; column < columns; column++) {
      const x = (column * COARSE) / width - 0.5
      const u = x * depth * 0.135 + 0.5
      const v = depth * 0.14
      const billow = drifting(billows, u, v, turn, 0.085)
      const towardsSun = drifting(billows, u - 0.012, v - 0.016, turn, 0.085)
      const veil = drifting(veils, x * 0.34 + y * 0.1, y * 1.15, turn, 0.06, 0.008)
      const body = smoothstep(mood.cover - 0.55, mood.cover + 1.35, billow + veil * 0.45)
      const high = smoothstep(0.1, 2.4, veil + billow * 0.25) * 0.5
      const at = row * columns + column
      cover[at] = (body + high * (1 - body)) * (0.35 + 0.65 * air)
      shine[at] = Math.min(1, Math.max(0, 0.56 + (billow - towardsSun) * 0.62 - body * 0.2))
    }
  }
  return { columns, cover, shine }
}

function between(grid, columns, x, y) {
  const column = Math.floor(x / COARSE)
  const row = Math.floor(y / COARSE)
  const right = x / COARSE - column
  const down = y / COARSE - row
  const at = row * columns + column
  const top = grid[at] * (1 - right) + grid[at + 1] * right
  const foot = grid[at + columns] * (1 - right) + grid[at + columns + 1] * right
  return top * (1 - down) + foot * down
}

/** The colors of air, clouds and land for a mood. */
const tintsOf = ({ colours, cloud }) => ({
  lit: mix(mix(colours.foot, colours.sun, cloud.sun), WHITE, cloud.white),
  shaded: mix(mix(colours.top, colours.foot, cloud.warmth), colours.ridge, cloud.depth),
  mist: mix(colours.foot, WHITE, 0.12),
})

/** The stars of a night sky: relative positions, brightness, and the phase of their twinkling. */
export const starsOf = (count, random) =>
  Array.from({ length: count }, () => ({
    x: random(),
    y: random() ** 1.5 * 0.62,
    bright: 0.25 + 0.75 * random() ** 3,
    phase: random(),
  }))

/** Mixes a color with another by a share, in place. */
function towards(colour, goal, share) {
  for (let part = 0; part < 3; part++) colour[part] += (goal[part] - colour[part]) * share
}

/** The color of a ridge at a place (shares of width and height), `depth` below its top, including mist. */
function ridgeAt(index, place, depth, scene) {
  const { near, foot } = RIDGES[index]
  const { mood, tints, light, turn, sun } = scene
  const shade = drifting(drifts, place.x / 2.2 + index * 0.3, place.y * 0.7, turn, 0.16)
  const lit = 0.05 * Math.max(-1.6, Math.min(1.6, shade)) * near
  const drift = drifting(veils, place.x / 1.8 + index * 0.41, place.y * 2.6, turn, 0.11)
  const haze = smoothstep(0, foot + 0.1, depth) * 0.72
  const mist = haze * (0.82 + 0.3 * Math.max(-1, Math.min(1, drift))) * mood.mist
  const colour = mix(mood.colours.foot, mood.colours.ridge, Math.min(1, near * (1 - lit)))
  towards(colour, light, sun * 0.35 + lit)
  towards(colour, tints.mist, mist)
  return colour
}

/**
 * Paints the outdoor scene: air, drifting clouds, hazy ridges. `frame` is width, height and RGB bytes; `turn` is the share of the
 * loop, 0..1.
 */
export function paintLand(frame, mood, turn) {
  const { width, height, pixels } = frame
  const { colours, glow } = mood
  const clouds = cloudsAt(width, height, mood, turn)
  const breath = 1 + 0.07 * Math.sin(turn * TAU)
  const tops = RIDGES.map(({ base, rise, phase }) =>
    Float32Array.from({ length: width }, (_, x) => (base - rise * outline(x / width, phase)) * height),
  )
  const scene = { mood, turn, tints: tintsOf(mood), light: mix(colours.sun, WHITE, glow.white), sun: 0 }
  for (let y = 0; y < height; y++) {
    const down = y / height
    const air = mix(colours.top, colours.foot, Math.min(1, down / mood.reach) ** 0.92)
    for (let x = 0; x < width; x++) {
      const place = { x: x / width, y: down }
      const far = Math.hypot((place.x - glow.x) * 1.15, down - glow.y) / glow.radius
      scene.sun = Math.max(0, 1 - far) ** 1.7 * glow.strength * breath
      // Anything behind the foremost ridge is hidden.
      const front = tops.findLastIndex((top) => y >= top[x])
      const colour = [...air]
      if (front < 0) {
        towards(colour, scene.light, scene.sun)
        const cover = between(clouds.cover, clouds.columns, x, y) * mood.cloud.strength
        if (cover > 0.002) {
          const shine = Math.min(1, between(clouds.shine, clouds.columns, x, y) + scene.sun * 0.5)
          towards(colour, mix(scene.tints.shaded, scene.tints.lit, shine), cover)
        }
      }
      for (let index = Math.max(0, front); index < RIDGES.length; index++) {
        const edge = y - tops[index][x]
        if (edge < -1) continue
        const depth = Math.max(0, edge / height)
        towards(colour, ridgeAt(index, place, depth, scene), Math.min(1, edge + 1))
      }
      pixels.set(colour, (y * width + x) * 3)
    }
  }
  if (mood.stars) paintStars(frame, mood.stars, clouds, turn)
}

function paintStars({ width, height, pixels }, stars, clouds, turn) {
  for (const { x, y, bright, phase } of stars) {
    const [column, row] = [Math.round(x * (width - 2)), Math.round(y * height)]
    const covered = between(clouds.cover, clouds.columns, column, row)
    const twinkle = 0.78 + 0.22 * Math.sin((turn * 3 + phase) * TAU)
    const light = bright * twinkle * Math.max(0, 1 - covered * 1.6) * 150
    for (const [dx, dy, share] of [
      [0, 0, 1],
      [1, 0, 0.4],
      [0, 1, 0.4],
      [1, 1, 0.16],
    ]) {
      const at = ((row + dy) * width + column + dx) * 3
      for (let part = 0; part < 3; part++)
        pixels[at + part] = Math.min(255, pixels[at + part] + light * share)
    }
  }
}
