import type { Flags } from '../flags.ts'
import { benchAgents } from './bridges-agents.ts'
import { benchUnusedBridges } from './bridges-at-rest.ts'
import { benchHomeAssistant } from './bridges-home-assistant.ts'
import { benchMatter } from './bridges-matter.ts'
import { benchWebhooks } from './webhooks.ts'

/** Connected apps: what each kind costs, and how fast it is. */
export async function benchBridges(flags: Flags) {
  await benchUnusedBridges(flags)
  await benchHomeAssistant(flags)
  await benchWebhooks(flags)
  await benchAgents(flags)
  await benchMatter(flags)
}
