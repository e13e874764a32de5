import { vi } from 'vitest'
import type { FakeClock } from './fake-clock.ts'

const QUICK_STEPS = 10
const INTERVAL_MS = 50

/**
 * Waits for something that happens within the next steps of the clock. Afterwards the clock goes on as real time does, so that on a
 * busy machine nothing else becomes due meanwhile.
 */
export function eventually(
  { clock }: { clock: Pick<FakeClock, 'advanceAsync'> },
  check: () => unknown,
  stepMs = 1_000,
): Promise<void> {
  let steps = 0
  return vi.waitFor(
    async () => {
      steps += 1
      await clock.advanceAsync(steps <= QUICK_STEPS ? stepMs : INTERVAL_MS)
      await check()
    },
    { interval: INTERVAL_MS },
  )
}
