import { randomUUID } from 'node:crypto'
import { urlHostOf } from '#platform/http/hosts.ts'
import type { OutsideBrokerConfig } from '#platform/process/broker-config.ts'
import { type Finding, fault, ok, reasonOf } from './finding.ts'

const ABOUT = 'Broker'

/** Logs in to the broker of `MQTT_URL` like the server. Publishes and reads nothing. */
export async function checkBroker(outside: OutsideBrokerConfig): Promise<Finding> {
  const at = `${urlHostOf(outside.host)}:${outside.port}`
  try {
    const { disconnectClient } = await import('#platform/mqtt/outside/broker-connection.ts')
    await disconnectClient({ address: outside, clientId: `senca-server-${randomUUID()}-doctor` })
    return ok(ABOUT, `${at} takes our login`)
  } catch (error) {
    const advice =
      outside.auth === 'http'
        ? 'Check MQTT_URL, that Senca runs, and that the broker reaches it to ask who may connect'
        : 'Check MQTT_URL, and that the broker runs'
    return fault(ABOUT, `${at} cannot be used: ${reasonOf(error)}`, advice)
  }
}
