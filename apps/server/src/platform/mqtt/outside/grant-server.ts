import { setTimeout as wait } from 'node:timers/promises'
import { StartError } from '../../process/start-error.ts'
import { createBrokerConnection } from './broker-connection.ts'
import { createDynamicSecurity } from './dynamic-security.ts'

type Options = Parameters<typeof createBrokerConnection>[0]

/** Another server that grants itself its rights closes the connections of all. */
const ATTEMPTS = 10
const BETWEEN_ATTEMPTS_MS = 200

async function attempt(options: Options): Promise<'granted' | 'away' | 'closed'> {
  const connection = createBrokerConnection(options)
  const security = createDynamicSecurity(connection, options.address.username)
  let connections = 0
  connection.onBack(() => {
    connections += 1
  })
  try {
    if (!(await connection.start())) return 'away'
    await security.grantServer()
    return 'granted'
  } catch (error) {
    if (error instanceof StartError) throw error
    if (connections > 1 || !connection.isUp()) return 'closed'
    const reason = error instanceof Error ? error.message : 'no answer'
    throw new StartError(`MQTT_AUTH is dynamic-security, but its plug-in cannot be used: ${reason}`)
  } finally {
    await connection.stop()
  }
}

/**
 * Gives the login of the server its rights at a broker with dynamic security. Uses a separate connection, because the broker closes
 * it if rights were missing. Returns whether the broker is there. Throws a StartError.
 */
export async function grantServer(options: Options): Promise<boolean> {
  for (let attempts = 1; ; attempts += 1) {
    const result = await attempt(options)
    if (result !== 'closed' || attempts === ATTEMPTS) return result === 'granted'
    await wait(BETWEEN_ATTEMPTS_MS)
  }
}
