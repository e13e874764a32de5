import type { BrokerMessage } from '../broker.ts'
import type { BrokerConnection } from './broker-connection.ts'

/** No message marks the end of the retained messages. If none arrives for this long, all have been received. */
const QUIET_MS = 2_000

type Connection = Pick<BrokerConnection, 'want' | 'unwant' | 'onMessage'>

/**
 * Reads retained messages of the broker. They are not delivered to shared subscriptions, so a separate subscription is used until
 * no more messages arrive.
 */
export function createKeptMessages(connection: Connection) {
  const readings = new Set<() => void>()

  return {
    read(topics: readonly string[], listener: (message: BrokerMessage) => void): () => void {
      const wanted = new Set(topics)
      const end = () => {
        if (!readings.delete(end)) return
        clearTimeout(quiet)
        unhear()
        for (const topic of wanted) connection.unwant(topic)
      }
      let quiet = setTimeout(end, QUIET_MS)
      const unhear = connection.onMessage((message) => {
        if (!message.retained || !wanted.has(message.topic)) return
        clearTimeout(quiet)
        quiet = setTimeout(end, QUIET_MS)
        listener(message)
      })
      readings.add(end)
      for (const topic of wanted) connection.want(topic, { qos: 1 })
      return end
    },
    stop() {
      for (const end of [...readings]) end()
    },
  }
}
