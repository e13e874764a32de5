// As in the server itself, so that the compiled schemas are tested.
import 'zod/compile'
import { vi } from 'vitest'

/**
 * A busy machine may need seconds for something that normally takes milliseconds. A condition that never becomes true still
 * fails.
 */
const TIMEOUT_MS = 60_000

const { waitFor } = vi
// This runs for each file of a worker, but the change is shared between files.
if (waitFor.name !== 'waitForLonger') {
  vi.waitFor = function waitForLonger(fact, options = {}) {
    return waitFor(fact, typeof options === 'number' ? options : { timeout: TIMEOUT_MS, ...options })
  }
}
