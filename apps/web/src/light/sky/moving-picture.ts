import * as z from 'zod/mini'
import { wantsStillness } from '../paint/stillness.ts'

/** What a browser says of its line; many say nothing. */
const lineSchema = z.object({
  connection: z.optional(
    z.object({ saveData: z.optional(z.boolean()), effectiveType: z.optional(z.string()) }),
  ),
})

const SLOW_LINES = new Set(['slow-2g', '2g', '3g'])

/** Whether a moving picture is welcome: not to who asks for stillness, not on a slow or a metered line. */
export function isMovingWelcome(wantsStillness: boolean, browser: unknown): boolean {
  const line = lineSchema.safeParse(browser).data?.connection
  return !wantsStillness && line?.saveData !== true && !SLOW_LINES.has(line?.effectiveType ?? '')
}

/** Whether a moving picture is welcome in this browser now. */
export const isMovingWelcomeHere = (): boolean => isMovingWelcome(wantsStillness(), navigator)

/** Plays the video while it can be seen, and loads it only then; gives back what ends that. */
export function playInSight(video: HTMLVideoElement): () => void {
  let isInSight = false
  const update = (): void => {
    if (!isInSight || document.hidden) {
      video.pause()
      return
    }
    video.play().catch(() => {
      // A browser that saves power refuses: the still stays.
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
