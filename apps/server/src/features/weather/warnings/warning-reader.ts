import type { Clock } from '#platform/clock.ts'
import type { WhenDue } from '#platform/due-loop.ts'
import type { Database } from '#platform/postgres/database.ts'
import { type Validators, WeatherSourceError } from '../sources/weather-source.ts'
import type { ReadDocument } from '../weather.schema.ts'
import { type CapMessage, readCapMessage } from './cap-message.ts'
import { type IndexEntry, readFeed } from './feed-index.ts'
import { fetchXml } from './fetch-warning.ts'
import type { WarningJudge } from './warning-judge.ts'
import { WARNINGS_DUE, type WarningFeed, type WarningStore } from './warnings.store.ts'

interface WarningReaderOptions {
  url: string
  userAgent: string
  store: WarningStore
  judge: WarningJudge
  database: Pick<Database, 'db'>
  clock: Clock
  whenDue: WhenDue
  failed(error: unknown, url: string): void
}

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
/** How often it checks whether the feed is due and whether warnings have begun or ended. */
const CHECK_EVERY_S = 5
const ASK_EVERY_MS = 2 * MINUTE_MS
const FIRST_RETRY_MS = 30 * SECOND_MS
const LONGEST_RETRY_MS = 30 * MINUTE_MS
/** A read has ended by then. If its instance died, it is repeated. */
const LEASE_MS = 5 * MINUTE_MS
const READING_MS = 4 * MINUTE_MS
const ASKED_AT_ONCE = 4
const MAX_FEED_BYTES = 16_777_216
const MAX_MESSAGE_BYTES = 2_097_152

/** Reads the feed of a national service, on one instance at a time, and raises and ends alarms accordingly. */
export function createWarningReader(options: WarningReaderOptions) {
  const { url, userAgent, store, judge, database, clock, whenDue, failed } = options
  const abort = new AbortController()
  /** Null while the feed is not being read. */
  let reading: Promise<void> | null = null

  const fetchFrom = (address: string, known: Validators | null, maxBytes: number, signal: AbortSignal) =>
    fetchXml(address, { known, maxBytes, userAgent, signal })

  /** Reads the messages of new or changed entries. Returns them and the known documents. */
  const readEntries = async (
    entries: readonly IndexEntry[],
    documents: readonly ReadDocument[],
    signal: AbortSignal,
  ): Promise<{ messages: CapMessage[]; documents: ReadDocument[] }> => {
    const knownByUrl = new Map(documents.map((document) => [document.url, document]))
    const messages: CapMessage[] = []
    const read: ReadDocument[] = []
    const waiting = [...entries]
    const readNext = async (): Promise<void> => {
      for (let entry = waiting.shift(); entry !== undefined; entry = waiting.shift()) {
        const { url: address, version } = entry
        const known = knownByUrl.get(address)
        if (known !== undefined && version !== null && known.version === version) {
          read.push(known)
          continue
        }
        try {
          const { root, validators } = await fetchFrom(address, known ?? null, MAX_MESSAGE_BYTES, signal)
          const message = root?.name === 'alert' ? readCapMessage(root) : null
          if (message !== null) messages.push(message)
          read.push({ url: address, version, ...validators })
        } catch (error) {
          // The other messages are still used; this one is requested again.
          if (!signal.aborted) failed(error, address)
        }
      }
    }
    await Promise.all(Array.from({ length: ASKED_AT_ONCE }, readNext))
    return { messages, documents: read }
  }

  const read = async (feed: WarningFeed): Promise<void> => {
    const signal = AbortSignal.any([abort.signal, AbortSignal.timeout(READING_MS)])
    try {
      const { root, validators } = await fetchFrom(url, feed, MAX_FEED_BYTES, signal)
      const content = root === null ? null : readFeed(root, new URL(url))
      if (root !== null && content === null)
        throw new WeatherSourceError(`${new URL(url).host} has neither a warning nor a list of warnings`)
      // An unchanged index without versions may still list messages that have changed.
      const entries = content?.entries ?? feed.documents
      const found = await readEntries(entries, feed.documents, signal)
      if (signal.aborted) throw new WeatherSourceError(`${new URL(url).host} took too long`)
      const alerts = (content?.alerts ?? []).flatMap((alert) => readCapMessage(alert) ?? [])
      const now = clock.now()
      // If an entry could not be read, the index is requested in full next time, because an unchanged index would not list it
      // again.
      const isWhole = found.documents.length === entries.length
      await database.db.transaction(async (queries) => {
        await store.keep(queries, [...alerts, ...found.messages], now)
        await store.answered(queries, url, {
          askAt: new Date(now.getTime() + ASK_EVERY_MS),
          validators: isWhole ? validators : { etag: null, lastModified: null },
          documents: found.documents,
        })
      })
    } catch (error) {
      if (abort.signal.aborted) return
      const asked = error instanceof WeatherSourceError ? (error.retryAfterMs ?? 0) : 0
      const backoff = Math.min(FIRST_RETRY_MS * 2 ** Math.min(feed.failures, 10), LONGEST_RETRY_MS)
      await store.failed(url, new Date(clock.now().getTime() + Math.max(asked, backoff)))
      failed(error, url)
    }
  }

  /** Warnings begin and end on time, even while the service answers slowly. */
  const work = async (): Promise<void> => {
    const now = clock.now()
    const feed = reading === null ? await store.claimDue(url, now, new Date(now.getTime() + LEASE_MS)) : null
    if (feed !== null)
      reading = read(feed)
        .catch((error: unknown) => failed(error, url))
        .finally(() => {
          reading = null
        })
    if (!abort.signal.aborted) await judge.judge(now)
  }
  const working = whenDue({
    kind: 'warnings',
    query: WARNINGS_DUE,
    // Warnings that are over must be ended.
    isDue: (found) => found !== null || judge.mayHaveWarned(),
    everySeconds: CHECK_EVERY_S,
    run: work,
    failed: (error) => failed(error, url),
  })

  return {
    async stop() {
      abort.abort()
      await working.stop()
      await reading
    },
  }
}
