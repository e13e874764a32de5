import * as z from 'zod/mini'
import type { Clock } from '#platform/clock.ts'
import { createKeyedSets } from '#platform/keyed-sets.ts'
import { createTopic } from '#platform/postgres/announcements.ts'
import type { Database } from '#platform/postgres/database.ts'
import { type Actor, changesAtOf, grantOf, homesOf, principalOf } from './can.ts'

/** Ids of accounts whose devices, links or roles changed. */
export const rightsEvents = createTopic('rights', z.string())

const RETRY_MS = 1_000
const DAY_MS = 86_400_000

/** The actor with its current rights, and the devices that it may view. */
export interface LoadedRights {
  actor: Actor
  deviceIds: string[]
}

/** A subscription to the devices of one account or link. */
interface Watch {
  actor: Actor
  /** Null until first loaded. */
  visible: ReadonlySet<string> | null
  changed(change: RightsChange): void
}

export interface RightsChange {
  /** The actor with its new rights. */
  actor: Actor
  gained: string[]
  lost: string[]
  /** Devices whose granted rights changed. */
  altered: string[]
}

interface RightsIndexOptions {
  database: Pick<Database, 'follow'>
  /** Announces to all instances that rights in these homes changed. */
  announce(accountIds: readonly string[]): Promise<void>
  /** Loads the devices that an actor may view, from committed data. */
  load(actor: Actor): Promise<LoadedRights>
  /** Returns the actor with its current rights, from committed data. */
  renew(actor: Actor): Promise<Actor>
  /** Called before reading again: cached data of this home, or of all homes if null, is outdated. */
  outdated(home: string | null): void
  clock: Pick<Clock, 'after' | 'now'>
  /** Called when a reload failed. It is retried soon, because until then sockets receive data that they may no longer see. */
  failed(error: unknown): void
}

/** The rights to a device as a string to compare. For an account it also contains who shares it and until when. */
function grantTextOf(actor: Actor, deviceId: string): string {
  if (actor.kind !== 'account') return JSON.stringify(grantOf(actor, deviceId) ?? null)
  const sharing = (actor.received ?? []).filter(({ isOver, devices }) => !isOver && devices.has(deviceId))
  return JSON.stringify(
    sharing.map(({ isActive, permissions, endsAt, ownerEmail }) => [
      isActive ? permissions : [],
      endsAt,
      ownerEmail,
    ]),
  )
}

/**
 * Knows which devices each watched account or link may view. This is computed when rights change, not for each message, and
 * follows changes made by other instances. Changes are announced by home: the account whose devices, links or roles changed.
 */
export function createRightsIndex(options: RightsIndexOptions) {
  const { database, announce, load, renew, outdated, clock, failed } = options
  const watchesByPrincipal = createKeyedSets<Watch>()
  const principalsByHome = createKeyedSets<string>()
  const homesByPrincipal = new Map<string, ReadonlySet<string>>()
  const timerByPrincipal = new Map<string, () => void>()
  const followersByHome = createKeyedSets<() => void>()
  const reloadByPrincipal = new Map<string, Promise<void>>()
  /** The reloads that have not started reading. */
  const queuedByPrincipal = new Map<string, Promise<void>>()
  const retryByPrincipal = new Map<string, () => void>()
  let unfollow = () => {}

  const notifyWatch = (watch: Watch, { actor, deviceIds }: LoadedRights) => {
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

  /** Sets the homes whose changes concern a principal. */
  const stand = (principal: string, homes: ReadonlySet<string>) => {
    for (const home of homesByPrincipal.get(principal) ?? [])
      if (!homes.has(home)) principalsByHome.delete(home, principal)
    for (const home of homes) principalsByHome.add(home, principal)
    if (homes.size === 0) homesByPrincipal.delete(principal)
    else homesByPrincipal.set(principal, homes)
  }

  /** Schedules a reload for the time when the rights of an actor change. */
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
    for (const watch of watchesByPrincipal.of(principal)) notifyWatch(watch, loaded)
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
   * Runs one load at a time for each account or link, so that an older result never overwrites a newer one. A load that has not
   * started will read the newest data, so further callers wait for it.
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

  const received = (homes: readonly string[]) => {
    for (const home of homes) {
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
      unfollow = await rightsEvents.follow(database, received, reloadAll)
    },
    stop() {
      unfollow()
      for (const cancel of retryByPrincipal.values()) cancel()
      retryByPrincipal.clear()
      for (const cancel of timerByPrincipal.values()) cancel()
      timerByPrincipal.clear()
    },
    /** Announces to all instances that rights in these homes changed. Call it after the commit. */
    async changed(accountIds: readonly string[]) {
      for (const home of accountIds) outdated(home)
      const here = accountIds.flatMap((home) => [...principalsByHome.of(home)])
      try {
        await announce(accountIds)
      } finally {
        // The change is committed, so this instance reloads even if the notification failed.
        await Promise.all(here.map(reload))
      }
    },
    /** Calls the listener when rights in a home may have changed, until the returned function is called. Reads nothing. */
    follow,
    /** Like `follow`, for everything that can change the rights of an actor: its homes and the time. */
    followActor(actor: Actor, changed: () => void): () => void {
      const undos = [...homesOf(actor)].map((home) => follow(home, changed))
      const at = changesAtOf(actor)
      // One timer is enough: the caller reads the new rights then, and rarely runs until the next change.
      if (at !== null) undos.push(clock.after(msUntil(at), changed))
      return () => {
        for (const undo of undos) undo()
      }
    },
    /** Returns the actor with its current rights, from committed data. */
    renew,
    /** Returns the actor and the ids that it may view, and then calls `changed` for every change until `stop` is called. */
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
