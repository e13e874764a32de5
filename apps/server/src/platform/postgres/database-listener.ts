import pg from 'pg'
import type { Logger } from '../logger.ts'

const FIRST_RETRY_MS = 100
const LONGEST_RETRY_MS = 5_000
/** Some firewalls silently drop idle connections. */
const KEEPALIVE_MS = 10_000

/** Called with the payload of each notification. Whoever delivers it within this process waits for the result. */
export type Listener = (payload: string) => unknown

interface Subscription {
  callback: Listener
  missed: (() => void) | undefined
}

const listenTo = (channel: string) => `listen ${pg.escapeIdentifier(channel)}`

/** One connection for LISTEN. It opens with the first channel, and after a break it reopens with all channels. */
export function createListener(url: string, logger: Logger) {
  const subscriptionsByChannel = new Map<string, Set<Subscription>>()
  let connecting: Promise<Connection> | undefined
  let retry: NodeJS.Timeout | undefined
  let isClosed = false

  const deliver = async (channel: string, payload: string): Promise<void> => {
    const callbacks = [...(subscriptionsByChannel.get(channel) ?? [])].map(async ({ callback }) => {
      try {
        await callback(payload)
      } catch (error) {
        logger.error({ err: error, channel }, 'A listener of the database failed')
      }
    })
    await Promise.all(callbacks)
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

  const lose = (reason: string) => {
    connecting = undefined
    if (isClosed) return
    logger.warn({ reason }, 'The listening database connection broke')
    reconnect(FIRST_RETRY_MS)
  }

  const connection = (): Promise<Connection> => {
    if (connecting) return connecting
    const opening = openConnection(url, [...subscriptionsByChannel.keys()], deliver, lose)
    connecting = opening
    opening.catch(() => {
      if (connecting === opening) connecting = undefined
    })
    return opening
  }

  return {
    /** Calls the listeners of a channel in this process. Resolves when they have handled the payload. */
    deliver,
    async listen(channel: string, callback: Listener, missed?: () => void): Promise<() => void> {
      const subscription = { callback, missed }
      const subscriptions = subscriptionsByChannel.get(channel) ?? new Set()
      subscriptionsByChannel.set(channel, subscriptions.add(subscription))
      await (await connection()).run(listenTo(channel))
      return () => {
        subscriptions.delete(subscription)
        if (subscriptions.size > 0 || subscriptionsByChannel.get(channel) !== subscriptions) return
        subscriptionsByChannel.delete(channel)
        if (isClosed) return
        connecting?.then((open) => open.run(`un${listenTo(channel)}`)).catch(() => {})
      }
    },
    async close() {
      isClosed = true
      clearTimeout(retry)
      const open = await connecting?.catch(() => undefined)
      await open?.end()
    },
  }
}

interface Connection {
  run(statement: string): Promise<unknown>
  end(): Promise<void>
}

/** Resolves when all channels are active. Calls `lose` when the open connection ends. */
async function openConnection(
  url: string,
  channels: string[],
  deliver: (channel: string, payload: string) => Promise<void>,
  lose: (reason: string) => void,
): Promise<Connection> {
  const client = new pg.Client({
    connectionString: url,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEPALIVE_MS,
    application_name: 'senca listen',
  })
  let isOpen = false
  let reason = 'the connection ended'
  client.on('error', (error) => {
    reason = error.message
  })
  client.on('end', () => {
    if (isOpen) lose(reason)
  })
  client.on('notification', ({ channel, payload }) => void deliver(channel, payload ?? ''))
  // A connection runs one statement at a time.
  let lastStatement: Promise<unknown> = Promise.resolve()
  const run = (statement: string) => {
    lastStatement = lastStatement.catch(() => {}).then(() => client.query(statement))
    return lastStatement
  }
  try {
    await client.connect()
    for (const channel of channels) await run(listenTo(channel))
    isOpen = true
    // Ending the connection during a statement would break it.
    return { run, end: () => lastStatement.catch(() => {}).then(() => client.end()) }
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}
