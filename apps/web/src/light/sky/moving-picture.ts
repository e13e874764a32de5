import * as z from 'zod/mini'
import { wantsStillness } from '../paint/stillness.ts'

/** What a browser reports about its connection; many report nothing. */
const lineSchema = z.object({
  connection: z.optional(
    z.object({ saveData: z.optional(z.boolean()), effectiveType: z.optional(z.string()) }),
  ),
})

const SLOW_LINES = new Set(['slow-2g', '2g', '3g'])

/** Whether to play a video: not if reduced motion is preferred, and not on a slow or metered connection. */
export function isMovingWelcome(wantsStillness: boolean, browser: unknown): boolean {
  const line = lineSchema.safeParse(browser).data?.connection
  return !wantsStillness && line?.saveData !== true && !SLOW_LINES.has(line?.effectiveType ?? '')
}

/** Whether to play a video in this browser now. */
export const isMovingWelcomeHere = (): boolean => isMovingWelcome(wantsStillness(), navigator)

/** Loads and plays the video only while it is visible. Returns the function that stops this. */
export function playInSight(video: HTMLVideoElement): () => void {
  let isInSight = false
  const update = (): void => {
    if (!isInSight || document.hidden) {
      video.pause()
      return
    }
    video.play().catch(() => {
      // A browser in power-saving mode refuses to play; then the still picture stays.
    })
  }
  const sight = new IntersectionObserver((entries) => {
    isInSight = entries.at(-1)?.isIntersecting ?? false
    update()
  })
  sight.observe(video)
  document.addEventListener('visibilitychange', update)
  return () => {
    sight.disconnect()
    document.removeEventListener('visibilitychange', update)
    video.pause()
  }
}
