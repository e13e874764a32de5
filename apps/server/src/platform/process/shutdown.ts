import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '../logger.ts'

interface Step {
  name: string
  timeoutMs: number
  stop: () => Promise<unknown>
}

/** The started parts, which must be stopped in reverse order. */
export function createShutdown(logger: Logger) {
  const steps: Step[] = []
  let running: Promise<boolean> | undefined

  const stopAll = async (): Promise<boolean> => {
    let isClean = true
    for (const { name, timeoutMs, stop } of steps.reverse()) {
      const timeout = new AbortController()
      try {
        const late = sleep(timeoutMs, 'late', { signal: timeout.signal })
        if ((await Promise.race([stop(), late])) === 'late')
          throw new Error(`not stopped after ${timeoutMs} ms`)
      } catch (error) {
        isClean = false
        logger.error({ err: error, part: name }, 'A part failed to stop; the shutdown continues')
      } finally {
        timeout.abort()
      }
    }
    return isClean
  }

  return {
    /** Adds a function that undoes a start. A part that takes longer than `timeoutMs` is abandoned. */
    add(name: string, timeoutMs: number, stop: () => Promise<unknown>) {
      steps.push({ name, timeoutMs, stop })
    },
    /** Stops everything once, the last started first, each even if another fails. Returns true if all stopped without error. */
    run(): Promise<boolean> {
      running ??= stopAll()
      return running
    },
    hasBegun: () => running !== undefined,
  }
}
