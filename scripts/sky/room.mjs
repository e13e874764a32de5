import { mix, smoothstep } from './colour.mjs'
import { noiseField, sample } from './noise.mjs'

const TAU = Math.PI * 2
const LAMP_CORE = [255, 246, 222]
const LAMP_SHADE = [84, 50, 22]
const FLOOR = [170, 104, 44]
const SHADOW = [150, 84, 30]
const NIGHT_AIR = [96, 92, 112]
const LAMP = { x: 0.5, y: 0.25, radius: 0.052 }

const clouds = noiseField({ size: 512, cells: 4, octaves: 5, gain: 0.5, seed: 51 })

/** The reflection of the night clouds on the glass; it repeats after one turn. */
function reflection(u, v, turn) {
  const other = (turn + 0.5) % 1
  const weight = smoothstep(0, 1, 1 - Math.abs(2 * turn - 1))
  const a = sample(clouds, u - 0.1 * turn, v)
  const b = sample(clouds, u + 0.37 - 0.1 * other, v + 0.59)
  return (a * weight + b * (1 - weight)) / Math.hypot(weight, 1 - weight)
}

/** How much of a point is covered by the lampshade, 0..1. The shade is a bell that hangs from a cord. */
function lampShare(across, up, soft) {
  if (up < -soft) return 0
  const bell = 1 - Math.max(0, up / 0.95) ** 2.2
  const isBell = smoothstep(soft, -soft, Math.abs(across) - Math.max(0.1, bell)) * smoothstep(-soft, soft, up)
  const cord = up > 0.9 ? smoothstep(0.055, 0.02, Math.abs(across)) * 0.8 : 0
  return Math.max(up <= 0.98 ? isBell * 0.88 : 0, cord)
}

/** Mixes the color that begins at `at` with another by a share. */
function towards(colours, at, goal, share) {
  for (let part = 0; part < 3; part++) colours[at + part] += (goal[part] - colours[at + part]) * share
}

/** The static part of the room: walls, floor, and the light of the lamp on them. */
function restingRoom({ width, height }, { colours }) {
  const room = new Float32Array(width * height * 3)
  for (let y = 0; y < height; y++) {
    const down = y / height
    const below = down - LAMP.y
    const wall = mix(colours.top, colours.foot, down)
    for (let x = 0; x < width; x++) {
      const far = Math.hypot((x / width - 0.5) * (width / height), below) / 0.75
      const at = (y * width + x) * 3
      room.set(wall, at)
      towards(room, at, colours.ridge, smoothstep(0.2, 1.25, far) * 0.6)
      towards(room, at, SHADOW, smoothstep(0.05, -0.3, below) * smoothstep(0.12, 0.6, far) * 0.22)
      towards(room, at, colours.foot, smoothstep(1.05, 0.1, far) * 0.45)
      towards(room, at, FLOOR, smoothstep(0.812, 0.83, down) * (0.16 + 0.5 * (down - 0.82)))
    }
  }
  return room
}

const resting = new WeakMap()

/** Paints the night scene from outside: a lamp-lit room, and a faint reflection of the clouds on its glass. */
export function paintRoom(frame, mood, turn) {
  const { width, height, pixels } = frame
  const room = resting.get(mood) ?? restingRoom(frame, mood)
  resting.set(mood, room)
  const painted = room.slice()
  const breath = 1 + 0.03 * Math.sin(turn * TAU) + 0.012 * Math.sin(turn * TAU * 3)
  const sway = 0.006 * Math.sin(turn * TAU * 2)
  const soft = 1 / (LAMP.radius * height)
  for (let y = 0; y < height; y++) {
    const down = y / height
    const below = down - LAMP.y
    const hang = (sway * Math.min(down, LAMP.y)) / LAMP.y
    for (let x = 0; x < width; x++) {
      const across = (x / width - 0.5) * (width / height)
      const fromLamp = across - hang
      const at = (y * width + x) * 3
      const near = 1 - smoothstep(0, 0.3, Math.hypot(fromLamp, below))
      const cone =
        below > 0
          ? smoothstep(0.1, 0.8, below / (Math.abs(fromLamp) * 0.9 + 0.05)) * smoothstep(0.75, 0, below)
          : 0
      towards(painted, at, LAMP_CORE, Math.min(1, (near ** 1.5 * 0.85 + cone * 0.16) * breath))
      const lamp = lampShare(fromLamp / LAMP.radius, -below / LAMP.radius, soft)
      if (lamp > 0) towards(painted, at, LAMP_SHADE, lamp)
      const glass = (1 - near) * smoothstep(0.8, 0, down) * 0.15
      if (glass > 0.001) {
        const cloud = smoothstep(-0.9, 2.4, reflection(across * 0.42 + 0.21, down * 0.75, turn))
        towards(painted, at, NIGHT_AIR, cloud * glass)
      }
    }
  }
  pixels.set(painted)
}
