import { describe, expect, it } from 'vitest'
import { createFakeClock } from '#testing/fake-clock.ts'
import { createRepeatedTask } from './repeated-task.ts'

function setUp() {
  const clock = createFakeClock()
  const startedAt = clock.now().getTime()
  const runsAt: number[] = []
  const errors: unknown[] = []
  const ends: ((error?: Error) => void)[] = []
  let delayMs = 500
  const task = createRepeatedTask({
    clock,
    delayMs: () => delayMs,
    run: () => {
      runsAt.push(clock.now().getTime() - startedAt)
      return new Promise((resolve, reject) =>
        ends.push((error) => (error === undefined ? resolve() : reject(error))),
      )
    },
    failed: (error) => errors.push(error),
  })
  const end = async ({ error, nextMs = 500 }: { error?: Error; nextMs?: number } = {}) => {
    delayMs = nextMs
    ends.shift()?.(error)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { clock, task, end, runsAt, errors }
}

describe('a repeated task', () => {
  it('runs one at a time, each a while after the one before it has ended', async () => {
    const { clock, task, end, runsAt } = setUp()
    task.start()
    await clock.advanceAsync(2_000)
    expect(runsAt).toEqual([500])
    await end()
    await clock.advanceAsync(500)
    await end({ nextMs: 50 })
    await clock.advanceAsync(50)
    expect(runsAt).toEqual([500, 2_500, 2_550])
  })

  it('goes on after a failure', async () => {
    const { clock, task, end, runsAt, errors } = setUp()
    const failure = new Error('no database')
    task.start()
    await clock.advanceAsync(500)
    await end({ error: failure })
    await clock.advanceAsync(500)
    expect([runsAt, errors]).toEqual([[500, 1_000], [failure]])
  })

  it('stops when the current run has ended, and does not run again', async () => {
    const { clock, task, end, runsAt } = setUp()
    task.start()
    await clock.advanceAsync(500)
    let isOver = false
    const stopped = task.stop().then(() => {
      isOver = true
    })
    await clock.advanceAsync(1_000)
    expect([isOver, task.isStopped()]).toEqual([false, true])
    await end()
    await stopped
    await clock.advanceAsync(1_000)
    expect(runsAt).toEqual([500])
  })
})
