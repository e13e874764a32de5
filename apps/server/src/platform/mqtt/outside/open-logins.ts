import { randomUUID } from 'node:crypto'
import type { Logger } from '../../logger.ts'
import type { OutsideBrokerConfig } from '../../process/broker-config.ts'
import { StartError } from '../../process/start-error.ts'
import { createBrokerConnection } from './broker-connection.ts'
import { createDynamicSecurity, type DeviceLogins } from './dynamic-security.ts'

/** The logins of a broker with dynamic security, over a separate connection. Throws a StartError. */
export async function openLogins(
  address: OutsideBrokerConfig,
  logger: Logger,
): Promise<{ logins: DeviceLogins; close(): Promise<void> }> {
  const connection = createBrokerConnection({
    address,
    clientId: `senca-server-${randomUUID()}-repair`,
    logger,
  })
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
