import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Clock } from '#platform/clock.ts'
import { createKeyedSets } from '#platform/keyed-sets.ts'
import type { Database, Queries } from '#platform/postgres/database.ts'
import { type Actor, changesAtOf, grantOf, homesOf, principalOf } from './can.ts'

const CHANNEL = 'senca_rights'
/** A notice of PostgreSQL carries less than 8,000 bytes. */
const ACCOUNTS_PER_NOTICE = 100
const RETRY_MS = 1_000
const DAY_MS = 86_400_000

const noticeSchema = z.object({ accountIds: z.array(z.string()) })

/** What an actor may view, and the actor with what it is lent now. */
export interface LoadedRights {
  actor: Actor
  deviceIds: string[]
}

/** One account's or link's devices, kept up to date while somebody watches. */
interface Watch {
  actor: Actor
  /** Null until first loaded. */
  visible: ReadonlySet<string> | null
  changed(change: RightsChange): void
}

export interface RightsChange {
  /** The actor with what it is lent from now on. */
  actor: Actor
  gained: string[]
  lost: string[]
  /** Of these more or less is lent than before. */
  altered: string[]
}

interface RightsIndexOptions {
  database: Pick<Database, 'listen' | 'notify'>
  /** What an actor may view, from committed data. */
  load(actor: Actor): Promise<LoadedRights>
  /** The actor with what it is lent now, from committed data. */
  renew(actor: Actor): Promise<Actor>
  /** Called before anything is read again: what was read of this home before, of all homes where null, is outdated. */
  outdated(home: string | null): void
  clock: Pick<Clock, 'after' | 'now'>
  /** Called when a reload failed; it is tried again soon, for until then sockets hear what they may no longer hear. */
  failed(error: unknown): void
}

/** How much of a device an actor is lent, as a text to compare; of an account also by whom and until when. */
function grantTextOf(actor: Actor, deviceId: string): string {
  if (actor.kind !== 'account') return JSON.stringify(grantOf(actor, deviceId) ?? null)
  const lending = (actor.received ?? []).filter(({ isOver, devices }) => !isOver && devices.has(deviceId))
  return JSON.stringify(
    lending.map(({ isActive, permissions, endsAt, ownerEmail }) => [
      isActive ? permissions : [],
      endsAt,
      ownerEmail,
    ]),
  )
}

/**
 * Knows which devices each watched account or link may view. It is evaluated when rights change, never per message, and
 * hears of changes that other instances of the server made. Changes are told by home: the account whose devices, links
 * or roles are concerned.
 */
export function createRightsIndex({ database, load, renew, outdated, clock, failed }: RightsIndexOptions) {
  const watchesByPrincipal = createKeyedSets<Watch>()
  const principalsByHome = createKeyedSets<string>()
  const homesByPrincipal = new Map<string, ReadonlySet<string>>()
  const timerByPrincipal = new Map<string, () => void>()
  const followersByHome = createKeyedSets<() => void>()
  const reloadByPrincipal = new Map<string, Promise<void>>()
  /** Those of them that have not begun to read. */
  const queuedByPrincipal = new Map<string, Promise<void>>()
  const retryByPrincipal = new Map<string, () => void>()
  let unlisten: (() => void) | undefined

  const tell = (watch: Watch, { actor, deviceIds }: LoadedRights) => {
    const visible: ReadonlySet<string> = new Set(deviceIds)
    const before = watch.visible ?? visible
    const gained = [...visible].filter((id) => !before.has(id))
    const lost = [...before].filter((id) => !visible.has(id))
    const altered = [...visible].filter(
      (id) => before.has(id) && grantTextOf(watch.actor, id) !== grantTextOf(actor, id),
    )
    watch.visible = visible
    watch.actor = actor
    if (gained.length + lost.length + altered.length > 0) watch.changed({ actor, gained, lost, altered })
  }

  /** Changes in these homes concern a principal from now on, and in no others. */
  const stand = (principal: string, homes: ReadonlySet<string>) => {
    for (const home of homesByPrincipal.get(principal) ?? [])
      if (!homes.has(home)) principalsByHome.delete(home, principal)
    for (const home of homes) principalsByHome.add(home, principal)
    if (homes.size === 0) homesByPrincipal.delete(principal)
    else homesByPrincipal.set(principal, homes)
  }

  /** Looks again when time changes what an actor may do. */
  const wakeFor = (principal: string, actor: Actor) => {
    timerByPrincipal.get(principal)?.()
    timerByPrincipal.delete(principal)
    const at = changesAtOf(actor)
    if (at === null) return
    const wait = clock.after(msUntil(at), () => {
      timerByPrincipal.delete(principal)
      void reload(principal)
    })
    timerByPrincipal.set(principal, wait)
  }
  const msUntil = (at: Date) => Math.min(Math.max(at.getTime() - clock.now().getTime(), 1), DAY_MS)

  const loadFor = async (principal: string) => {
    const [first] = watchesByPrincipal.of(principal)
    if (first === undefined) return
    const loaded = await load(first.actor)
    if (watchesByPrincipal.of(principal).size === 0) return
    stand(principal, homesOf(loaded.actor))
    wakeFor(principal, loaded.actor)
    for (const watch of watchesByPrincipal.of(principal)) tell(watch, loaded)
  }

  const retry = (principal: string) => {
    if (retryByPrincipal.has(principal)) return
    const cancel = clock.after(RETRY_MS, () => {
      retryByPrincipal.delete(principal)
      void reload(principal)
    })
    retryByPrincipal.set(principal, cancel)
  }

  /**
   * One load at a time per account or link, so that an older answer never overwrites a newer one. One that has not begun
   * yet will read what is there by then: who asks meanwhile waits for it.
   */
  const reload = (principal: string): Promise<void> => {
    const queued = queuedByPrincipal.get(principal)
    if (queued !== undefined) return queued
    const next = (reloadByPrincipal.get(principal) ?? Promise.resolve())
      .then(() => {
        queuedByPrincipal.delete(principal)
        return loadFor(principal)
      })
      .catch((error: unknown) => {
        failed(error)
        retry(principal)
      })
    queuedByPrincipal.set(principal, next)
    reloadByPrincipal.set(principal, next)
    void next.then(() => {
      if (reloadByPrincipal.get(principal) === next) reloadByPrincipal.delete(principal)
    })
    return next
  }

  const hear = (payload: string) => {
    const notice = noticeSchema.safeParse(JSON.parse(payload))
    if (!notice.success) return
    for (const home of notice.data.accountIds) {
      outdated(home)
      for (const principal of principalsByHome.of(home)) void reload(principal)
      for (const follower of [...followersByHome.of(home)]) follower()
    }
  }

  const reloadAll = () => {
    outdated(null)
    for (const principal of principalsByHome.all()) void reload(principal)
    for (const follower of [...followersByHome.all()]) follower()
  }

  const add = (watch: Watch) => {
    const principal = principalOf(watch.actor)
    watchesByPrincipal.add(principal, watch)
    stand(principal, new Set([...(homesByPrincipal.get(principal) ?? []), ...homesOf(watch.actor)]))
    return () => {
      watchesByPrincipal.delete(principal, watch)
      if (watchesByPrincipal.of(principal).size > 0) return
      stand(principal, new Set())
      timerByPrincipal.get(principal)?.()
      timerByPrincipal.delete(principal)
    }
  }

  const follow = (home: string, changed: () => void): (() => void) => {
    const own = () => changed()
    followersByHome.add(home, own)
    return () => followersByHome.delete(home, own)
  }

  return {
    async start() {
      unlisten = await database.listen(CHANNEL, hear, reloadAll)
    },
    stop() {
      unlisten?.()
      for (const cancel of retryByPrincipal.values()) cancel()
      retryByPrincipal.clear()
      for (const cancel of timerByPrincipal.values()) cancel()
      timerByPrincipal.clear()
    },
    /** Tells every instance that rights in these homes have changed; call it after the change is committed. */
    async changed(accountIds: readonly string[]) {
      for (const home of accountIds) outdated(home)
      const here = accountIds.flatMap((home) => [...principalsByHome.of(home)])
      try {
        for (let start = 0; start < accountIds.length; start += ACCOUNTS_PER_NOTICE) {
          const slice = accountIds.slice(start, start + ACCOUNTS_PER_NOTICE)
          await database.notify(CHANNEL, JSON.stringify({ accountIds: slice }))
        }
      } finally {
        // The change is committed, whether it can be told to others or not.
        await Promise.all(here.map(reload))
      }
    },
    /** Tells every instance, as part of the transaction that changes rights: also if this one dies before it can say more. */
    async announce(queries: Queries, accountIds: readonly string[]): Promise<void> {
      await queries.execute(sql`select pg_notify(${CHANNEL}, ${JSON.stringify({ accountIds })})`)
    },
    /** Hears that rights in a home could have changed, until the returned function is called; reads nothing. */
    follow,
    /** The same of whatever decides what an actor may do: its homes, and the time. */
    followActor(actor: Actor, changed: () => void): () => void {
      const undos = [...homesOf(actor)].map((home) => follow(home, changed))
      const at = changesAtOf(actor)
      // What it may do after that is read then, and what runs rarely lasts until it changes once more.
      if (at !== null) undos.push(clock.after(msUntil(at), changed))
      return () => {
        for (const undo of undos) undo()
      }
    },
    /** The actor with what it is lent now, from committed data. */
    renew,
    /** Follows what an actor may view: it and the ids now, then every change, until `stop` is called. */
    async watch(actor: Actor, changed: (change: RightsChange) => void) {
      const watch: Watch = { actor, visible: null, changed: () => {} }
      const stop = add(watch)
      await reload(principalOf(actor))
      if (watch.visible === null) {
        stop()
        throw new Error('what may be viewed could not be read')
      }
      const initial: string[] = [...watch.visible]
      watch.changed = changed
      return { actor: watch.actor, visible: initial, stop }
    },
  }
}

export type RightsIndex = ReturnType<typeof createRightsIndex>
