import { lerp } from '../paint/geometry.ts'
import { between, doorBetween } from '../paint/glide.ts'
import type { CardScene } from './card-scene.ts'

/**
 * The scene at a share 0..1 of the change from one scene to another. Values that cannot be interpolated have their new value at
 * once.
 */
export function sceneBetween(from: CardScene, to: CardScene, share: number): CardScene {
  if (share >= 1 || from.freshness !== to.freshness) return to
  if (to.kind === 'light') {
    return from.kind === 'light' ? { ...to, brightness: lerp(from.brightness, to.brightness, share) } : to
  }
  if (to.kind === 'home_door') {
    return from.kind === 'home_door' ? doorBetween(from, to, share) : to
  }
  if (from.kind === 'light' || from.kind === 'home_door' || from.kind !== to.kind) return to
  return {
    ...to,
    position: between(from.position, to.position, share),
    tilt: lerp(from.tilt, to.tilt, share),
  }
}

/**
 * The smallest visible difference: less than a pixel of an opening on any screen, and less brightness of a lamp than the eye can
 * see.
 */
const LEAST_SHARE = 1 / 400
const LEAST_DEGREES = 0.3

/** Whether two scenes of a device look different. A slow motor moves less than a pixel from one frame to the next. */
export function differs(one: CardScene, other: CardScene): boolean {
  const before: Readonly<Record<string, unknown>> = one
  return Object.entries(other).some(([name, value]) => {
    const was = before[name]
    if (typeof was !== 'number' || typeof value !== 'number') return was !== value
    return Math.abs(value - was) >= (name === 'tilt' ? LEAST_DEGREES : LEAST_SHARE)
  })
}
