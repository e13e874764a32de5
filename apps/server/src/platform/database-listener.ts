import pg from 'pg'
import type { Logger } from './logger.ts'

const FIRST_RETRY_MS = 100
const LONGEST_RETRY_MS = 5_000
/** Idle connections die silently behind some firewalls. */
const KEEPALIVE_MS = 10_000

interface Subscription {
  callback: (payload: string) => void
  missed: (() => void) | undefined
}

/** One connection for LISTEN that opens with the first channel, and reopens with all channels when it breaks. */
export function createListener(url: string, logger: Logger) {
  const subscriptionsByChannel = new Map<string, Set<Subscription>>()
  let connecting: Promise<pg.Client> | undefined
  let retry: NodeJS.Timeout | undefined
  let isClosed = false

  // A connection takes one statement at a time.
  let lastStatement: Promise<unknown> = Promise.resolve()
  const inTurn = (client: pg.Client, statement: string): Promise<unknown> => {
    lastStatement = lastStatement.catch(() => {}).then(() => client.query(statement))
    return lastStatement
  }

  const reconnect = (delayMs: number) => {
    if (isClosed || subscriptionsByChannel.size === 0) return
    retry = setTimeout(async () => {
      try {
        await connection()
      } catch {
        reconnect(Math.min(delayMs * 2, LONGEST_RETRY_MS))
        return
      }
      for (const subscriptions of subscriptionsByChannel.values()) {
        for (const { missed } of subscriptions) missed?.()
      }
    }, delayMs)
  }

  const open = async (): Promise<pg.Client> => {
    const client = new pg.Client({
      connectionString: url,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEPALIVE_MS,
      application_name: 'senca listen',
    })
    let isOpen = false
    client.on('error', (error) => {
      if (!isClosed) logger.warn({ reason: error.message }, 'The listening database connection broke')
    })
    client.on('end', () => {
      if (!isOpen) return
      connecting = undefined
      reconnect(FIRST_RETRY_MS)
    })
    client.on('notification', ({ channel, payload }) => {
      for (const { callback } of [...(subscriptionsByChannel.get(channel) ?? [])]) {
        try {
          callback(payload ?? '')
        } catch (error) {
          logger.error({ err: error, channel }, 'A listener of the database failed')
        }
      }
    })
    try {
      await client.connect()
      for (const channel of subscriptionsByChannel.keys())
        await client.query(`listen ${pg.escapeIdentifier(channel)}`)
      isOpen = true
      return client
    } catch (error) {
      connecting = undefined
      await client.end().catch(() => {})
      throw error
    }
  }

  const connection = (): Promise<pg.Client> => {
    connecting ??= open()
    return connecting
  }

  return {
    async listen(
      channel: string,
      callback: (payload: string) => void,
      missed?: () => void,
    ): Promise<() => void> {
      const subscription = { callback, missed }
      const subscriptions = subscriptionsByChannel.get(channel) ?? new Set()
      subscriptionsByChannel.set(channel, subscriptions.add(subscription))
      const client = await connection()
      await inTurn(client, `listen ${pg.escapeIdentifier(channel)}`)
      return () => {
        subscriptions.delete(subscription)
        if (subscriptions.size > 0 || subscriptionsByChannel.get(channel) !== subscriptions) return
        subscriptionsByChannel.delete(channel)
        connecting?.then((open) => inTurn(open, `unlisten ${pg.escapeIdentifier(channel)}`)).catch(() => {})
      }
    },
    async close() {
      isClosed = true
      clearTimeout(retry)
      const client = await connecting?.catch(() => undefined)
      await client?.end()
    },
  }
}
