import { clamp, lerp } from './geometry.ts'

/** How a scene passes into the next: for how long, and whether like a motor or like arriving light. */
export type Glide = { readonly ms: number; readonly like: 'motor' | 'light' }

/** Devices report about four times a second: a shade is drawn on its way from one report to the next. */
export const TRAVEL: Glide = { ms: 260, like: 'motor' }
export const FADE: Glide = { ms: 520, like: 'light' }

/** How much of the way is covered at a share 0..1 of the time. */
export const covered = (glide: Glide, share: number): number =>
  glide.like === 'motor' ? clamp(share) : 1 - (1 - clamp(share)) ** 3

export const between = (from: number | null, to: number | null, share: number): number | null =>
  from === null || to === null ? to : lerp(from, to, share)

type DoorGlow = { readonly milk: number; readonly doorLight: number; readonly handleLight: number }

/** What of a door passes over: its foil and its lights. */
export const doorBetween = <Door extends DoorGlow>(from: DoorGlow, to: Door, share: number): Door => ({
  ...to,
  milk: lerp(from.milk, to.milk, share),
  doorLight: lerp(from.doorLight, to.doorLight, share),
  handleLight: lerp(from.handleLight, to.handleLight, share),
})

/** Calls `show` once a frame with how much of the way is covered, until all of it is; answers how to end it. */
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
