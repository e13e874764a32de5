// As in the server itself: what is tested are the compiled schemas.
import 'zod/compile'
import { vi } from 'vitest'

/** A busy machine may need seconds for what takes milliseconds; a fact that never comes fails all the same. */
const TIMEOUT_MS = 10_000

const { waitFor } = vi
// This runs for each file of a worker, which share what it sets.
if (waitFor.name !== 'waitForLonger') {
  vi.waitFor = function waitForLonger(fact, options = {}) {
    return waitFor(fact, typeof options === 'number' ? options : { timeout: TIMEOUT_MS, ...options })
  }
}
