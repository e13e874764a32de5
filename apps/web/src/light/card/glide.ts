import { clamp, lerp } from '../paint/geometry.ts'
import type { CardScene } from './card-scene.ts'

/** How a scene passes into the next: for how long, and whether like a motor or like arriving light. */
export type Glide = { readonly ms: number; readonly like: 'motor' | 'light' }

/** Devices report about four times a second: a shade is drawn on its way from one report to the next. */
export const TRAVEL: Glide = { ms: 260, like: 'motor' }
export const FADE: Glide = { ms: 520, like: 'light' }

/** How much of the way is covered at a share 0..1 of the time. */
export const covered = (glide: Glide, share: number): number =>
  glide.like === 'motor' ? clamp(share) : 1 - (1 - clamp(share)) ** 3

const between = (from: number | null, to: number | null, share: number): number | null =>
  from === null || to === null ? to : lerp(from, to, share)

/** The scene a share 0..1 of the way from one to another; what cannot be halved is already as it will be. */
export function sceneBetween(from: CardScene, to: CardScene, share: number): CardScene {
  if (share >= 1 || from.freshness !== to.freshness) return to
  if (to.kind === 'light') {
    return from.kind === 'light' ? { ...to, brightness: lerp(from.brightness, to.brightness, share) } : to
  }
  if (to.kind === 'home_door') {
    if (from.kind !== 'home_door') return to
    return {
      ...to,
      milk: lerp(from.milk, to.milk, share),
      doorLight: lerp(from.doorLight, to.doorLight, share),
      handleLight: lerp(from.handleLight, to.handleLight, share),
    }
  }
  if (from.kind === 'light' || from.kind === 'home_door' || from.kind !== to.kind) return to
  return {
    ...to,
    position: between(from.position, to.position, share),
    tilt: lerp(from.tilt, to.tilt, share),
  }
}

/** Less than a pixel of an opening on the finest screen, less of a lamp's light than the eye tells apart. */
const LEAST_SHARE = 1 / 400
const LEAST_DEGREES = 0.3

/** Whether two scenes of a device look different: from one frame to the next a slow motor covers less than a pixel. */
export function looksDifferent(one: CardScene, other: CardScene): boolean {
  const before: Readonly<Record<string, unknown>> = one
  return Object.entries(other).some(([name, value]) => {
    const was = before[name]
    if (typeof was !== 'number' || typeof value !== 'number') return was !== value
    return Math.abs(value - was) >= (name === 'tilt' ? LEAST_DEGREES : LEAST_SHARE)
  })
}
