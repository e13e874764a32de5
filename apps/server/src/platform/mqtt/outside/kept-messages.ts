import type { BrokerMessage } from '../broker.ts'
import { topicMatcher } from '../topic-filter.ts'
import type { BrokerConnection } from './broker-connection.ts'

/** Nothing says which kept message is the last one: none for so long is the end. */
const QUIET_MS = 2_000
/** What a broker keeps of many devices takes its time. */
const LONGEST_MS = 10 * 60_000

type Connection = Pick<BrokerConnection, 'want' | 'unwant' | 'onMessage' | 'onUp'>

/**
 * Reads what the broker keeps. A shared subscription is never given that, so it takes one of its own, which ends as soon
 * as nothing more comes.
 */
export function createKeptMessages(connection: Connection) {
  const readings = new Set<() => void>()

  const readOnce = (filters: readonly string[], listener: (message: BrokerMessage) => void) => {
    const matchers = filters.map(topicMatcher)
    const end = () => {
      clearTimeout(quiet)
      clearTimeout(longest)
      unhear()
      for (const filter of filters) connection.unwant(filter)
    }
    let quiet = setTimeout(end, QUIET_MS)
    const longest = setTimeout(end, LONGEST_MS)
    const unhear = connection.onMessage((message) => {
      if (!message.retained || !matchers.some((matches) => matches(message.topic))) return
      clearTimeout(quiet)
      quiet = setTimeout(end, QUIET_MS)
      listener(message)
    })
    for (const filter of filters) connection.want(filter, { qos: 1 })
    return end
  }

  return {
    read(filters: readonly string[], listener: (message: BrokerMessage) => void): () => void {
      let end = readOnce(filters, listener)
      // What was published while it was away, others may have read or nobody.
      const unfollow = connection.onUp(() => {
        end()
        end = readOnce(filters, listener)
      })
      const stop = () => {
        readings.delete(stop)
        unfollow()
        end()
      }
      readings.add(stop)
      return stop
    },
    stop() {
      for (const stop of [...readings]) stop()
    },
  }
}
