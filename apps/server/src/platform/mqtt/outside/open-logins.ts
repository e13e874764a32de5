import { randomUUID } from 'node:crypto'
import type { Logger } from '../../logger.ts'
import type { OutsideBrokerConfig } from '../../process/broker-config.ts'
import { StartError } from '../../process/start-error.ts'
import type { DeviceLogins } from '../broker.ts'
import { createBrokerConnection } from './broker-connection.ts'
import { createDynamicSecurity } from './dynamic-security.ts'
import { grantServer } from './grant-server.ts'

/** The logins of a broker with dynamic security, over a separate connection. Throws a StartError. */
export async function openLogins(
  address: OutsideBrokerConfig,
  logger: Logger,
): Promise<{ logins: DeviceLogins; close(): Promise<void> }> {
  const clientId = `senca-server-${randomUUID()}-repair`
  // A server that starts for the first time would otherwise do so meanwhile, and the broker would close this connection.
  await grantServer({ address, clientId: `${clientId}-rights`, logger })
  const connection = createBrokerConnection({ address, clientId, logger })
  const logins = createDynamicSecurity(connection, address.username)
  try {
    if (!(await connection.start()))
      throw new StartError('MQTT_URL cannot be used: the broker does not answer')
  } catch (error) {
    await connection.stop()
    throw error
  }
  return { logins, close: connection.stop }
}
