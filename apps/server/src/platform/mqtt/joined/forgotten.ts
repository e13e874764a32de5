import { createHash } from 'node:crypto'
import type { JoinedMessage } from './message-pace.ts'

/** By topic the hash of the payload that is ignored. */
export type ForgottenPayloads = Readonly<Record<string, string>>

const KEPT = 2_000

const hashOf = (payload: Uint8Array): string =>
  createHash('sha256').update(payload).digest('base64url').slice(0, 22)

interface ForgottenOptions {
  forgotten: ForgottenPayloads
  changed(forgotten: ForgottenPayloads): void
}

/** Announcements that a person has forgotten at a broker where nothing may be removed: they count again with another payload. */
export function createForgotten({ forgotten, changed }: ForgottenOptions) {
  const hashByTopic = new Map(Object.entries(forgotten))
  const newest = new Map<string, string>()
  const save = () => changed(Object.fromEntries(hashByTopic))

  return {
    /** Must be called with every announcement. */
    isForgotten({ topic, payload }: JoinedMessage): boolean {
      const hash = hashOf(payload)
      newest.delete(topic)
      newest.set(topic, hash)
      const [oldest] = newest.keys()
      if (newest.size > KEPT * 2 && oldest !== undefined) newest.delete(oldest)
      const known = hashByTopic.get(topic)
      if (known === undefined || known === hash) return known !== undefined
      hashByTopic.delete(topic)
      save()
      return false
    },
    forget(topics: readonly string[]) {
      for (const topic of topics) {
        const hash = newest.get(topic)
        if (hash !== undefined && hashByTopic.size < KEPT) hashByTopic.set(topic, hash)
      }
      save()
    },
  }
}
