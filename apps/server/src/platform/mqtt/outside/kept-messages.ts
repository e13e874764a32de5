import type { BrokerMessage } from '../broker.ts'
import type { BrokerConnection } from './broker-connection.ts'

/** Nothing says which kept message is the last one: none for so long is the end. */
const QUIET_MS = 2_000

type Connection = Pick<BrokerConnection, 'want' | 'unwant' | 'onMessage'>

/**
 * Reads what the broker keeps. A shared subscription is never given that, so it takes one of its own, which ends as soon
 * as nothing more comes.
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
