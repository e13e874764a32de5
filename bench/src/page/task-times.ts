import * as z from 'zod/mini'

const traceSchema = z.object({
  traceEvents: z.array(
    z.object({
      name: z.string(),
      ph: z.string(),
      pid: z.number(),
      tid: z.number(),
      dur: z.optional(z.number()),
      tdur: z.optional(z.number()),
      args: z.optional(z.looseObject({ name: z.optional(z.unknown()) })),
    }),
  ),
})

/** The event of every task of a thread; another event with a similar name lies within it. */
const TASK = 'ThreadControllerImpl::RunTask'
const MAIN_THREAD = 'CrRendererMain'

/**
 * The processor time in milliseconds of each main-thread task, from a trace of the category `toplevel`. Unlike wall-clock time it
 * does not depend on the load of the machine. The page is the renderer with the most work.
 */
export function taskTimes(trace: Buffer): number[] {
  const { traceEvents } = traceSchema.parse(JSON.parse(trace.toString()))
  const isMain = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === MAIN_THREAD)
      .map(({ pid, tid }) => `${pid} ${tid}`),
  )
  const byThread = new Map<string, number[]>()
  for (const { name, ph, pid, tid, dur = 0, tdur = dur } of traceEvents) {
    const thread = `${pid} ${tid}`
    if (ph !== 'X' || name !== TASK || !isMain.has(thread)) continue
    const times = byThread.get(thread) ?? []
    times.push(tdur / 1_000)
    byThread.set(thread, times)
  }
  const sum = (times: readonly number[]) => times.reduce((total, time) => total + time, 0)
  return [...byThread.values()].reduce((most, times) => (sum(times) > sum(most) ? times : most), [])
}
