import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '../logger.ts'

interface Step {
  name: string
  timeoutMs: number
  stop: () => Promise<unknown>
}

/** What has been started and must be stopped in the opposite order. */
export function createShutdown(logger: Logger) {
  const steps: Step[] = []
  let running: Promise<boolean> | undefined

  const stopAll = async (): Promise<boolean> => {
    let isClean = true
    for (const { name, timeoutMs, stop } of steps.reverse()) {
      const patience = new AbortController()
      try {
        const late = sleep(timeoutMs, 'late', { signal: patience.signal })
        if ((await Promise.race([stop(), late])) === 'late')
          throw new Error(`not stopped after ${timeoutMs} ms`)
      } catch (error) {
        isClean = false
        logger.error({ err: error, part: name }, 'A part did not stop as it should')
      } finally {
        patience.abort()
      }
    }
    return isClean
  }

  return {
    /** Remembers how to undo a start; a part that takes longer than its patience is left behind. */
    add(name: string, timeoutMs: number, stop: () => Promise<unknown>) {
      steps.push({ name, timeoutMs, stop })
    },
    /** Stops everything once, the last started first, each also when another fails; true when all stopped well. */
    run(): Promise<boolean> {
      running ??= stopAll()
      return running
    },
    hasBegun: () => running !== undefined,
  }
}
