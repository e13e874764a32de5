import * as z from 'zod/mini'
import type { Database } from '#platform/database.ts'

const CHANNEL = 'senca_rights'
/** A notice of PostgreSQL carries less than 8,000 bytes. */
const ACCOUNTS_PER_NOTICE = 100

const noticeSchema = z.object({ accountIds: z.array(z.string()) })

/** One account's devices, kept up to date while somebody watches. */
interface Watch {
  accountId: string
  /** Null until first loaded. */
  visible: ReadonlySet<string> | null
  changed(change: RightsChange): void
}

export interface RightsChange {
  gained: string[]
  lost: string[]
}

interface RightsIndexOptions {
  database: Pick<Database, 'listen' | 'notify'>
  /** The ids of all devices that an account may view, from committed data. */
  loadVisible(accountId: string): Promise<string[]>
  /** Called when a reload failed; it is tried again with the next change. */
  failed(error: unknown): void
}

/**
 * Knows which devices each watched account may view. It is evaluated when rights change, never per message, and hears
 * of changes that other instances of the server made.
 */
export function createRightsIndex({ database, loadVisible, failed }: RightsIndexOptions) {
  const watchesByAccount = new Map<string, Set<Watch>>()
  const followersByAccount = new Map<string, Set<() => void>>()
  const reloadByAccount = new Map<string, Promise<void>>()
  let unlisten: (() => void) | undefined

  const load = async (accountId: string) => {
    const visible = new Set(await loadVisible(accountId))
    for (const watch of watchesByAccount.get(accountId) ?? []) {
      const before = watch.visible ?? visible
      const gained = [...visible].filter((id) => !before.has(id))
      const lost = [...before].filter((id) => !visible.has(id))
      watch.visible = visible
      if (gained.length + lost.length > 0) watch.changed({ gained, lost })
    }
  }

  /** One load at a time per account, so that an older answer never overwrites a newer one. */
  const reload = (accountId: string): Promise<void> => {
    const next = (reloadByAccount.get(accountId) ?? Promise.resolve())
      .then(() => load(accountId))
      .catch(failed)
    reloadByAccount.set(accountId, next)
    void next.then(() => {
      if (reloadByAccount.get(accountId) === next) reloadByAccount.delete(accountId)
    })
    return next
  }

  const hear = (payload: string) => {
    const notice = noticeSchema.safeParse(JSON.parse(payload))
    if (!notice.success) return
    for (const accountId of notice.data.accountIds) {
      if (watchesByAccount.has(accountId)) void reload(accountId)
      for (const follower of [...(followersByAccount.get(accountId) ?? [])]) follower()
    }
  }

  const reloadAll = () => {
    for (const accountId of watchesByAccount.keys()) void reload(accountId)
    for (const followers of [...followersByAccount.values()])
      for (const follower of [...followers]) follower()
  }

  return {
    async start() {
      unlisten = await database.listen(CHANNEL, hear, reloadAll)
    },
    stop() {
      unlisten?.()
    },
    /** Tells every instance that what these accounts may do has changed; call it after the change is committed. */
    async changed(accountIds: readonly string[]) {
      for (let start = 0; start < accountIds.length; start += ACCOUNTS_PER_NOTICE) {
        const slice = accountIds.slice(start, start + ACCOUNTS_PER_NOTICE)
        await database.notify(CHANNEL, JSON.stringify({ accountIds: slice }))
      }
      await Promise.all(accountIds.filter((id) => watchesByAccount.has(id)).map(reload))
    },
    /** Hears that what an account may do could have changed, until the returned function is called; reads nothing. */
    follow(accountId: string, changed: () => void): () => void {
      const own = () => changed()
      const followers = followersByAccount.get(accountId) ?? new Set()
      followersByAccount.set(accountId, followers.add(own))
      return () => {
        followers.delete(own)
        if (followers.size === 0 && followersByAccount.get(accountId) === followers)
          followersByAccount.delete(accountId)
      }
    },
    /** Follows what an account may view: the ids now, then every change, until `stop` is called. */
    async watch(accountId: string, changed: (change: RightsChange) => void) {
      const watch: Watch = { accountId, visible: null, changed: () => {} }
      const watches = watchesByAccount.get(accountId) ?? new Set()
      watchesByAccount.set(accountId, watches.add(watch))
      const stop = () => {
        watches.delete(watch)
        if (watches.size === 0 && watchesByAccount.get(accountId) === watches)
          watchesByAccount.delete(accountId)
      }
      await reload(accountId)
      if (watch.visible === null) {
        stop()
        throw new Error('what an account may view could not be read')
      }
      const initial: string[] = [...watch.visible]
      watch.changed = changed
      return { visible: initial, stop }
    },
  }
}

export type RightsIndex = ReturnType<typeof createRightsIndex>
