import { sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import { type AnnouncementListener, CHANNEL } from './announcement-listener.ts'
import { type Database, deliverAtCommit, type Queries } from './database.ts'

/** The payload of a PostgreSQL notification must be shorter than 8,000 bytes. */
const MAX_BYTES = 7_900

/** What instances of the server announce to each other through the database. */
export interface Topic<Item> {
  /**
   * Announces items to all instances when the transaction is committed, or at once outside of one. Many items are announced in
   * several parts.
   */
  announce(queries: Queries, items: Iterable<Item>): Promise<void>
  /**
   * Calls the listener with the items that any instance announces, including this one, until the returned function is called.
   * Resolves when the subscription is active. `missed` is called when announcements may have been lost.
   */
  follow(
    database: Pick<Database, 'follow'>,
    received: (items: Item[]) => unknown,
    missed?: () => void,
  ): Promise<() => void>
}

/** Texts for parts of the items, each short enough for one notification. */
function* payloadsOf<Item>(topic: string, items: Iterable<Item>): Generator<string, void> {
  const textOf = (texts: readonly string[]) => `{"topic":${JSON.stringify(topic)},"items":[${texts.join()}]}`
  const emptyBytes = Buffer.byteLength(textOf([]))
  let texts: string[] = []
  let bytes = emptyBytes
  for (const item of items) {
    const text = JSON.stringify(item)
    const more = Buffer.byteLength(text) + 1
    if (texts.length > 0 && bytes + more > MAX_BYTES) {
      yield textOf(texts)
      texts = []
      bytes = emptyBytes
    }
    texts.push(text)
    bytes += more
  }
  if (texts.length > 0) yield textOf(texts)
}

interface TopicOptions {
  /**
   * Whether the listeners of this instance have handled the items when the transaction resolves. They do not depend on the listening
   * connection then, but may be called once more by it.
   */
  isAppliedAtCommit?: boolean
}

/** Creates a topic; items of another shape, which an instance of another version may announce, are ignored. */
export function createTopic<Item>(
  name: string,
  itemSchema: z.ZodMiniType<Item>,
  { isAppliedAtCommit = false }: TopicOptions = {},
): Topic<Item> {
  return {
    async announce(queries, items) {
      const payloads = [...payloadsOf(name, items)]
      if (payloads.length === 0) return
      await queries.execute(
        sql`select pg_notify(${CHANNEL}, payload) from unnest(${sql.param(payloads)}::text[]) as payload`,
      )
      if (isAppliedAtCommit) deliverAtCommit(payloads)
    },
    follow(database, received, missed) {
      const listener: AnnouncementListener = (sent) => {
        const items = sent.flatMap((item) => {
          const parsed = itemSchema.safeParse(item)
          return parsed.success ? [parsed.data] : []
        })
        return items.length === 0 ? undefined : received(items)
      }
      return database.follow(name, listener, missed)
    },
  }
}
