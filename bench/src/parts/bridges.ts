import type { Flags } from '../flags.ts'
import { benchWebhooks } from './webhooks.ts'

/** Connected apps. */
export async function benchBridges(flags: Flags) {
  await benchWebhooks(flags)
}
