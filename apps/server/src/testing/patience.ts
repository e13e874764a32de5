// As in the server itself: what is tested are the compiled schemas.
import 'zod/compile'
import { vi } from 'vitest'

/** A busy machine may need seconds for what takes milliseconds; a fact that never comes fails all the same. */
const PATIENCE_MS = 10_000

const { waitFor } = vi
vi.waitFor = (fact, options = {}) =>
  waitFor(fact, typeof options === 'number' ? options : { timeout: PATIENCE_MS, ...options })
