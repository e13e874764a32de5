import pg from 'pg'
import * as z from 'zod/mini'
import type { Logger } from '../logger.ts'
import { parseJson } from '../parse-json.ts'

/** The only PostgreSQL channel. Every announcement names its topic. */
export const CHANNEL = 'senca'
const FIRST_RETRY_MS = 100
const LONGEST_RETRY_MS = 5_000
/** Some firewalls silently drop idle connections. */
const KEEPALIVE_MS = 10_000

const announcementSchema = z.object({ topic: z.string(), items: z.array(z.unknown()) })

/** Called with the items of each announcement. A delivery within this process waits for the result. */
export type AnnouncementListener = (items: unknown[]) => unknown

interface Subscription {
  callback: AnnouncementListener
  missed: (() => void) | undefined
}

/** One connection that listens. It opens with the first subscription, and opens again after a break. */
export function createAnnouncementListener(url: string, logger: Logger) {
  const subscriptionsByTopic = new Map<string, Set<Subscription>>()
  let connecting: Promise<pg.Client> | undefined
  let retry: NodeJS.Timeout | undefined
  let isClosed = false

  /** Calls the listeners in this process. Resolves when they have handled the announcement. */
  const deliver = async (payload: string): Promise<void> => {
    const announcement = announcementSchema.safeParse(parseJson(payload))
    if (!announcement.success) return
    const { topic, items } = announcement.data
    const callbacks = [...(subscriptionsByTopic.get(topic) ?? [])].map(async ({ callback }) => {
      try {
        await callback(items)
      } catch (error) {
        logger.error({ err: error, topic }, 'A listener for announcements failed')
      }
    })
    await Promise.all(callbacks)
  }

  const reconnect = (delayMs: number) => {
    if (isClosed || subscriptionsByTopic.size === 0) return
    retry = setTimeout(async () => {
      try {
        await connection()
      } catch {
        reconnect(Math.min(delayMs * 2, LONGEST_RETRY_MS))
        return
      }
      for (const subscriptions of subscriptionsByTopic.values()) {
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

  const connection = (): Promise<pg.Client> => {
    if (connecting) return connecting
    const opening = openConnection(url, deliver, lose)
    connecting = opening
    opening.catch(() => {
      if (connecting === opening) connecting = undefined
    })
    return opening
  }

  return {
    deliver,
    async follow(topic: string, callback: AnnouncementListener, missed?: () => void): Promise<() => void> {
      const subscription = { callback, missed }
      const subscriptions = subscriptionsByTopic.get(topic) ?? new Set()
      subscriptionsByTopic.set(topic, subscriptions.add(subscription))
      await connection()
      return () => {
        subscriptions.delete(subscription)
        if (subscriptions.size === 0 && subscriptionsByTopic.get(topic) === subscriptions)
          subscriptionsByTopic.delete(topic)
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

/** Resolves when the connection listens. Calls `lose` when it ends. */
async function openConnection(
  url: string,
  deliver: (payload: string) => Promise<void>,
  lose: (reason: string) => void,
): Promise<pg.Client> {
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
  client.on('notification', ({ payload }) => void deliver(payload ?? ''))
  try {
    await client.connect()
    await client.query(`listen ${CHANNEL}`)
    isOpen = true
    return client
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}
