import type { CreateHardware, EntityEvent, EntityNotice, Hardware } from '#drivers/hardware.ts'
import type { Clock } from '#platform/clock.ts'
import type { Space } from '#platform/mqtt/spaces.ts'
import { createAsks } from './asks.ts'
import type { DiscoveryStore, KeptEntities } from './discovery.store.ts'
import { createEntityList, type EntityList } from './entity-list.ts'
import { createEntityRecords, type EntityRecords } from './entity-records.ts'
import { createUpdates } from './updates.ts'

/** The hardware of an account whose space is open. */
export interface Home {
  space: Space
  hardware: Hardware
  records: EntityRecords
  list: EntityList
  /** Notifies open pages of the owner. */
  changed(): void
}

interface HomesOptions {
  clock: Clock
  store: DiscoveryStore
  createHardware: CreateHardware
  /** Publishes that the list of an account has changed. */
  updated(accountId: string): void
  notice(accountId: string, notice: EntityNotice): void
  failed(error: unknown, accountId: string): void
}

/** The hardware of each space that is open. A space that nobody uses costs nothing. */
export function createHomes({ clock, store, createHardware, updated, notice, failed }: HomesOptions) {
  const homes = new Map<string, Home & { stop(): Promise<void> }>()
  /** What was read for spaces that are about to open. */
  const keptByAccount = new Map<string, KeptEntities>()
  const stopping = new Set<Promise<void>>()

  function open(space: Space): void {
    const { accountId } = space
    const kept = keptByAccount.get(accountId)
    if (kept === undefined) return
    keptByAccount.delete(accountId)
    const updates = createUpdates(clock, () => updated(accountId))
    const asks = createAsks({ space, clock, failed: (error) => failed(error, accountId) })
    const hardware = createHardware({
      clock,
      report: (event) => receiveEvent(event),
      notice: (one) => notice(accountId, one),
      publish: asks.publish,
      retainedAt: space.retainedAt,
    })
    const records = createEntityRecords({
      accountId,
      rows: kept.rows,
      store,
      clock,
      announcementOf: hardware.announcementOf,
      failed: (error) => failed(error, accountId),
    })
    const list = createEntityList({ hardware, records })
    const receiveEvent = (event: EntityEvent) => {
      list.receive(event)
      if (event.event === 'appeared') records.appeared(event.id)
      if (event.event === 'gone') records.gone(event.id)
      if (event.event === 'changed') records.announced(event.id)
      const isShown = event.event === 'reported' ? event.hasChanged : event.event !== 'acknowledged'
      if (isShown) updates.request()
    }
    for (const announcement of kept.announcements) hardware.restore(announcement)
    const unsubscribe = space.subscribe('#', ({ topic, payload, retained }) =>
      hardware.receive({
        topic,
        payload: Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength),
        retained,
      }),
    )
    const home = {
      space,
      hardware,
      records,
      list,
      changed() {
        list.clear()
        updates.request()
      },
      async stop() {
        homes.delete(accountId)
        unsubscribe()
        updates.stop()
        asks.stop()
        await records.stop()
        hardware.stop()
      },
    }
    homes.set(accountId, home)
    space.onClosed(() => close(home))
  }

  function close(home: { stop(): Promise<void> }): void {
    const stopped = home.stop().finally(() => stopping.delete(stopped))
    stopping.add(stopped)
  }

  return {
    /** Must be called before a space opens. */
    async prepare(accountId: string): Promise<void> {
      keptByAccount.set(accountId, await store.load(accountId))
    },
    open,
    find: (accountId: string): Home | undefined => homes.get(accountId),
    all: (): Iterable<Home> => homes.values(),
    async stop(): Promise<void> {
      for (const home of [...homes.values()]) close(home)
      await Promise.all(stopping)
    },
  }
}

export type Homes = ReturnType<typeof createHomes>
