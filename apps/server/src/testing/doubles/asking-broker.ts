import { createMetrics } from '#platform/http/metrics.ts'
import { createLogger } from '#platform/logger.ts'
import { createOutsideBroker } from '#platform/mqtt/outside/outside-broker.ts'

/** The configuration of an external broker that asks the server over HTTP. Nothing listens there. */
export const ASKING_BROKER = {
  username: 'senca',
  password: 'of-the-server',
  hookSecret: 'a-secret-of-the-broker',
}
const { username, password, hookSecret } = ASKING_BROKER

export const ASKING_BROKER_ENVIRONMENT = {
  MQTT_URL: `mqtt://${username}:${password}@127.0.0.1:1`,
  MQTT_AUTH: 'http',
  BROKER_HOOK_SECRET: hookSecret,
}

/** The connection to such a broker for `createTestApp`; it never connects. */
export const createAskingBroker = () =>
  createOutsideBroker({
    address: { host: '127.0.0.1', port: 1, isEncrypted: false, username, password, auth: 'http', hookSecret },
    devices: { host: '127.0.0.1', port: 1 },
    logger: createLogger('silent'),
    metrics: createMetrics(),
  })
