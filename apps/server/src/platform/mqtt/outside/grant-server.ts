import { StartError } from '../../process/start-error.ts'
import { BrokerAwayError } from '../broker.ts'
import { createBrokerConnection } from './broker-connection.ts'
import { createDynamicSecurity } from './dynamic-security.ts'

/**
 * Gives the login of the server its rights at a broker with dynamic security. Uses a separate connection, because the broker closes
 * it if rights were missing. Returns whether the broker is there. Throws a StartError.
 */
export async function grantServer(options: Parameters<typeof createBrokerConnection>[0]): Promise<boolean> {
  const connection = createBrokerConnection(options)
  const security = createDynamicSecurity(connection, options.address.username)
  try {
    if (!(await connection.start())) return false
    await security.grantServer().catch((error: unknown) => {
      if (!connection.isUp()) throw new BrokerAwayError()
      const reason = error instanceof Error ? error.message : 'no answer'
      throw new StartError(`MQTT_AUTH is dynamic-security, but its plug-in cannot be used: ${reason}`)
    })
    return true
  } catch (error) {
    if (error instanceof BrokerAwayError) return false
    throw error
  } finally {
    await connection.stop()
  }
}
