import type { Clock } from './clock.ts'

interface KeyedQueueOptions {
  clock: Clock
  /** The maximum number of tasks per key, including the running one. */
  limit: number
  /** How long a task waits at most, in ms. */
  timeoutMs: number
}

/**
 * Runs the tasks of one key one after the other, and those of different keys concurrently. Resolves to null if there are already
 * `limit` tasks, and for a task that has waited too long, which is then not run.
 */
export function createKeyedQueue({ clock, limit, timeoutMs }: KeyedQueueOptions) {
  const queueByKey = new Map<string, { last: Promise<unknown>; length: number }>()

  return <T>(key: string, task: () => Promise<T>): Promise<T | null> => {
    const queue = queueByKey.get(key) ?? { last: Promise.resolve(), length: 0 }
    if (queue.length >= limit) return Promise.resolve(null)
    queueByKey.set(key, queue)
    queue.length += 1
    const leave = () => {
      queue.length -= 1
      if (queue.length === 0) queueByKey.delete(key)
    }
    const before = queue.last
    const result = new Promise<T | null>((resolve, reject) => {
      let isTooLate = false
      const stopWaiting = clock.after(timeoutMs, () => {
        isTooLate = true
        leave()
        resolve(null)
      })
      queue.last = before.then(async () => {
        if (isTooLate) return
        stopWaiting()
        // A task that throws at once must not keep the tasks behind it.
        await Promise.resolve().then(task).then(resolve, reject).finally(leave)
      })
    })
    return result
  }
}
