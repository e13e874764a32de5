import { describe, expect, it } from 'vitest'
import { createRecheck } from './recheck.ts'

function setUp() {
  const ends: (() => void)[] = []
  let runs = 0
  const recheck = createRecheck(() => {
    runs += 1
    return new Promise<void>((resolve) => ends.push(resolve))
  })
  const end = async () => {
    ends.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { recheck, end, runs: () => runs }
}

describe('a check that is asked for again', () => {
  it('runs once more for all that was asked meanwhile', async () => {
    const { recheck, end, runs } = setUp()
    for (let asked = 0; asked < 100; asked += 1) recheck.ask()
    expect(runs()).toBe(1)
    await end()
    expect(runs()).toBe(2)
    await end()
    expect(runs()).toBe(2)
    recheck.ask()
    expect(runs()).toBe(3)
  })

  it('does not run any more once it is stopped', async () => {
    const { recheck, end, runs } = setUp()
    recheck.ask()
    recheck.ask()
    recheck.stop()
    await end()
    recheck.ask()
    expect([runs(), recheck.isStopped()]).toEqual([1, true])
  })
})
