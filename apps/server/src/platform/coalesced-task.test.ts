import { describe, expect, it } from 'vitest'
import { createCoalescedTask } from './coalesced-task.ts'

function setUp() {
  const ends: (() => void)[] = []
  let runs = 0
  const task = createCoalescedTask(() => {
    runs += 1
    return new Promise<void>((resolve) => ends.push(resolve))
  })
  const end = async () => {
    ends.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { task, end, runs: () => runs }
}

describe('a task that is requested again', () => {
  it('runs once more for all requests in the meantime', async () => {
    const { task, end, runs } = setUp()
    for (let asked = 0; asked < 100; asked += 1) task.request()
    expect(runs()).toBe(1)
    await end()
    expect(runs()).toBe(2)
    await end()
    expect(runs()).toBe(2)
    task.request()
    expect(runs()).toBe(3)
  })

  it('does not run any more once it is stopped', async () => {
    const { task, end, runs } = setUp()
    task.request()
    task.request()
    task.stop()
    await end()
    task.request()
    expect([runs(), task.isStopped()]).toEqual([1, true])
  })
})
