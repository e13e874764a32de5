import type { Clock } from '../clock.ts'

/** The websocket tokens, one entry per auth key. A key is `currentUser` or a device-link token. */
export interface WebsocketTokens {
  /** The stored token while it is valid, otherwise a new one. */
  get(key: string): Promise<string>
  /** Whether an entry is stored, valid or not. */
  has(key: string): boolean
  /** Notes that the server accepted the key's token until `expiresAt` (ISO 8601 UTC). */
  accept(key: string, expiresAt: string): void
  expire(key: string): void
  reject(key: string): void
  isRejected(key: string): boolean
  clear(): void
}

interface Needs {
  fetchToken(key: string): Promise<string>
  clock: Pick<Clock, 'now'>
}

interface Entry {
  token: string
  /** Null until the server has announced it. */
  expiresAt: string | null
}

export function createWebsocketTokens({ fetchToken, clock }: Needs): WebsocketTokens {
  const entryByKey = new Map<string, Entry>()
  const rejectedKeys = new Set<string>()
  let generation = 0

  const isGood = (entry: Entry) => entry.expiresAt === null || Date.parse(entry.expiresAt) > clock.now()

  return {
    async get(key) {
      const entry = entryByKey.get(key)
      if (entry !== undefined && isGood(entry)) return entry.token
      const asked = generation
      const token = await fetchToken(key)
      if (asked === generation) {
        rejectedKeys.delete(key)
        entryByKey.set(key, { token, expiresAt: null })
      }
      return token
    },
    has: (key) => entryByKey.has(key),
    accept(key, expiresAt) {
      const entry = entryByKey.get(key)
      if (entry !== undefined) entryByKey.set(key, { ...entry, expiresAt })
    },
    expire: (key) => {
      entryByKey.delete(key)
    },
    reject(key) {
      entryByKey.delete(key)
      rejectedKeys.add(key)
    },
    isRejected: (key) => rejectedKeys.has(key),
    clear() {
      generation += 1
      entryByKey.clear()
      rejectedKeys.clear()
    },
  }
}
