import type { AppContext } from '#platform/app-context.ts'
import { brokerHookRoutes } from './broker-hooks.routes.ts'

/** Registers the routes for an external broker that asks over HTTP about its clients. */
export function registerBrokerHooks({ broker, clock, config, http }: AppContext) {
  const secret = config.mqtt.outside?.hookSecret ?? null
  const doors = broker.outside?.doors
  if (secret !== null && doors !== undefined) http.register(brokerHookRoutes, { doors, secret, clock })
}
