import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { loadStrength } from './password-strength.ts'

it('loads the dictionaries in many turns of the event loop, so that commands do not wait for all of them', async () => {
  // The time of the processor, because other programs on the machine lengthen a turn.
  const used = () => process.cpuUsage().user
  const turns: number[] = []
  let isLoaded = false
  const loading = loadStrength().finally(() => {
    isLoaded = true
  })
  while (!isLoaded) {
    const before = used()
    await nextTurn()
    turns.push(used() - before)
  }
  const strength = await loading
  expect(strength.check('password1', []).score).toBeLessThan(2)
  const whole = turns.reduce((sum, turn) => sum + turn, 0)
  expect(Math.max(...turns) / whole).toBeLessThan(0.7)
})
