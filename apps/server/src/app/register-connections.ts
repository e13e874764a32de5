import { registerAgents } from '#features/agents/index.ts'
import { registerHomeAssistant } from '#features/home-assistant/index.ts'
import { registerOAuth } from '#features/oauth/index.ts'
import { registerWebhooks } from '#features/webhooks/index.ts'
import type { AppContext } from '#platform/app-context.ts'

type HomeAssistantOptions = Parameters<typeof registerHomeAssistant>[1]
type AgentsOptions = Parameters<typeof registerAgents>[1]
type WebhooksOptions = Parameters<typeof registerWebhooks>[1]
type OAuthOptions = Parameters<typeof registerOAuth>[1]

type ConnectionsOptions = Omit<HomeAssistantOptions, 'bridges'> &
  AgentsOptions &
  Omit<WebhooksOptions, 'bridges'> &
  Omit<OAuthOptions, 'outside'>

/** Registers the ways by which connected apps come in and are notified, but for Matter. */
export function registerConnections(context: AppContext, options: ConnectionsOptions) {
  const { access } = options
  registerHomeAssistant(context, { ...options, bridges: access })
  registerAgents(context, options)
  const webhooks = registerWebhooks(context, { ...options, bridges: access })
  registerOAuth(context, { ...options, outside: webhooks.outside })
  return { webhooks }
}
