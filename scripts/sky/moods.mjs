import { coloursOf, parseHex } from './colour.mjs'
import { paintLand, starsOf } from './land.mjs'
import { seeded } from './noise.mjs'
import { paintRoom } from './room.mjs'

/** A clear night over the land, for devices outdoors. */
const OPEN_NIGHT = {
  top: parseHex('#141a2c'),
  foot: parseHex('#3a4461'),
  ridge: parseHex('#10141f'),
  sun: parseHex('#93a3c8'),
}

/**
 * The loops, by their file names. `cover` is how much of the sky the clouds leave free, `reach` the height up to which the air
 * has the color of the horizon, `glow` the light of sun or moon.
 */
export const MOODS = {
  day: {
    paint: paintLand,
    colours: coloursOf('day'),
    cover: 0.35,
    reach: 0.8,
    mist: 1,
    cloud: { sun: 0.1, white: 0.62, warmth: 0.5, depth: 0.1, strength: 0.82 },
    glow: { x: 0, y: 0, radius: 1.15, strength: 0.5, white: 0.5 },
  },
  dawn: {
    paint: paintLand,
    colours: coloursOf('dawn'),
    cover: 0.2,
    reach: 0.74,
    mist: 1.25,
    cloud: { sun: 0.6, white: 0.34, warmth: 0.3, depth: 0.14, strength: 0.8 },
    glow: { x: 0.12, y: 0.7, radius: 0.72, strength: 0.75, white: 0.42 },
  },
  dusk: {
    paint: paintLand,
    colours: coloursOf('dusk'),
    cover: 0.1,
    reach: 0.76,
    mist: 0.85,
    cloud: { sun: 0.55, white: 0.06, warmth: 0.22, depth: 0.3, strength: 0.85 },
    glow: { x: 0.2, y: 0.74, radius: 0.68, strength: 0.85, white: 0.2 },
  },
  night: { paint: paintRoom, colours: coloursOf('night') },
  'night-open': {
    paint: paintLand,
    colours: OPEN_NIGHT,
    cover: 0.55,
    reach: 0.78,
    mist: 0.7,
    cloud: { sun: 0.35, white: 0, warmth: 0.4, depth: 0.25, strength: 0.7 },
    glow: { x: 0.1, y: -0.05, radius: 0.8, strength: 0.3, white: 0 },
    stars: starsOf(110, seeded(7)),
  },
}
