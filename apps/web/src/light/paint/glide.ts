import { clamp, lerp } from './geometry.ts'

/** The animation between two scenes: its duration, and its easing (linear like a motor, or slowing down like arriving light). */
export type Glide = { readonly ms: number; readonly like: 'motor' | 'light' }

/** Devices report about four times a second; the shade is animated from one report to the next. */
export const TRAVEL: Glide = { ms: 260, like: 'motor' }
export const FADE: Glide = { ms: 520, like: 'light' }

/** The share of the change that is done at a share 0..1 of the duration. */
export const covered = (glide: Glide, share: number): number =>
  glide.like === 'motor' ? clamp(share) : 1 - (1 - clamp(share)) ** 3

export const between = (from: number | null, to: number | null, share: number): number | null =>
  from === null || to === null ? to : lerp(from, to, share)

type DoorGlow = { readonly milk: number; readonly doorLight: number; readonly handleLight: number }

/** Interpolates the foil and the lights of a door. */
export const doorBetween = <Door extends DoorGlow>(from: DoorGlow, to: Door, share: number): Door => ({
  ...to,
  milk: lerp(from.milk, to.milk, share),
  doorLight: lerp(from.doorLight, to.doorLight, share),
  handleLight: lerp(from.handleLight, to.handleLight, share),
})

/**
 * Calls `show` in each frame with the share that is done, until it is complete. Returns the function that stops the animation.
 */
export function play(glide: Glide, show: (way: number, isOver: boolean) => void): () => void {
  const start = performance.now()
  let frame = 0
  const step = (now: number): void => {
    const share = (now - start) / glide.ms
    show(covered(glide, share), share >= 1)
    if (share < 1) frame = requestAnimationFrame(step)
  }
  frame = requestAnimationFrame(step)
  return () => cancelAnimationFrame(frame)
}
