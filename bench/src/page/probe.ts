import { fileURLToPath } from 'node:url'
import type { CDPSession, Page } from '@senca/e2e/product/launch.ts'
import * as z from 'zod/mini'

const IN_PAGE = fileURLToPath(new URL('./in-page.js', import.meta.url))

const notesSchema = z.object({
  now: z.number(),
  frames: z.array(z.number()),
  longTasks: z.array(z.object({ at: z.number(), ms: z.number() })),
  messages: z.number(),
  updates: z.number(),
})
/** What a page recorded since it was opened; times in milliseconds since then. */
export type Notes = z.infer<typeof notesSchema>

export const installProbe = (page: Page): Promise<unknown> => page.addInitScript({ path: IN_PAGE })

export const readNotes = async (page: Page): Promise<Notes> =>
  notesSchema.parse(await page.evaluate('bench.notes()'))

/** Seconds of main-thread work since the page was opened, and the size of its heap in bytes. */
export interface MainThread {
  script: number
  layout: number
  style: number
  heap: number
}

export async function readMainThread(session: CDPSession): Promise<MainThread> {
  const { metrics } = await session.send('Performance.getMetrics')
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN
  return {
    script: of('ScriptDuration'),
    layout: of('LayoutDuration'),
    style: of('RecalcStyleDuration'),
    heap: of('JSHeapUsedSize'),
  }
}
