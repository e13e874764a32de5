import type { BrokerMessage } from '../broker.ts'
import type { BrokerConnection } from './broker-connection.ts'

/** No message marks the end of the retained messages. If none arrives for this long, all have been received. */
const QUIET_MS = 2_000

type Connection = Pick<BrokerConnection, 'want' | 'unwant' | 'settled' | 'onMessage'>

/**
 * Reads retained messages of the broker. They are not delivered to shared subscriptions, so a separate subscription is used until
 * no more messages arrive.
 */
export function createKeptMessages(connection: Connection) {
  const readings = new Set<{ topics: ReadonlySet<string>; end(): void }>()
  const isRead = (topic: string) => [...readings].some(({ topics }) => topics.has(topic))

  return {
    read(wanted: readonly string[], listener: (message: BrokerMessage) => void): () => void {
      const topics = new Set(wanted)
      let quiet: NodeJS.Timeout | undefined
      const end = () => {
        if (!readings.delete(reading)) return
        clearTimeout(quiet)
        stopReceiving()
        for (const topic of topics) if (!isRead(topic)) connection.unwant(topic)
      }
      const reading = { topics, end }
      const wait = () => {
        clearTimeout(quiet)
        if (readings.has(reading)) quiet = setTimeout(end, QUIET_MS)
      }
      const stopReceiving = connection.onMessage((message) => {
        if (!message.retained || !topics.has(message.topic)) return
        wait()
        listener(message)
      })
      readings.add(reading)
      for (const topic of topics) connection.want(topic, { qos: 1, asksAgain: true })
      // The time counts from the answer of the broker, however late it is.
      void connection.settled().then(wait)
      return end
    },
    stop() {
      for (const { end } of [...readings]) end()
    },
  }
}
