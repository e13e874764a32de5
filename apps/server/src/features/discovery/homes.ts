import type {
  Binding,
  CreateHardware,
  EntityDriver,
  EntityEvent,
  EntityNotice,
  Hardware,
} from '#drivers/hardware.ts'
import type { StoredBinding } from '#features/devices/index.ts'
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
  /** The device that an entity is in. */
  bindingOf(entityId: string): Binding | undefined
  /** Reads which entities are in devices, and how these are set. */
  rebind(): Promise<void>
  /** Notifies open pages of the owner. */
  changed(): void
}

interface HomesOptions {
  clock: Clock
  store: DiscoveryStore
  createHardware: CreateHardware
  driver: EntityDriver
  /** The entities of an account that are in devices. */
  bindingsOf(accountId: string): Promise<StoredBinding[]>
  /** Publishes that the list of an account has changed. */
  updated(accountId: string): void
  notice(accountId: string, notice: EntityNotice): void
  failed(error: unknown, accountId: string): void
}

/** The hardware of each space that is open. A space that nobody uses costs nothing. */
export function createHomes(options: HomesOptions) {
  const { clock, store, createHardware, driver, bindingsOf, updated, notice, failed } = options
  const homes = new Map<string, Home & { stop(): Promise<void> }>()
  /** What was read for spaces that are about to open. */
  const keptByAccount = new Map<string, KeptEntities & { bindings: StoredBinding[] }>()
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
      isInDevice: (id) => driver.bindingOf(accountId, id) !== undefined,
      failed: (error) => failed(error, accountId),
    })
    const list = createEntityList({
      hardware,
      records,
      bindingOf: (id) => driver.bindingOf(accountId, id),
    })
    const receiveEvent = (event: EntityEvent) => {
      list.receive(event)
      driver.receive(accountId, event)
      if (event.event === 'appeared') records.appeared(event.id)
      if (event.event === 'gone') records.gone(event.id)
      if (event.event === 'changed') records.announced(event.id)
      const isShown = event.event === 'reported' ? event.hasChanged : event.event !== 'acknowledged'
      if (isShown) updates.request()
    }
    let rebinding: Promise<void> = Promise.resolve()
    let boundIds: ReadonlySet<string> = new Set(kept.bindings.map(({ entityId }) => entityId))
    const bind = (bindings: readonly StoredBinding[]) => {
      const ids = new Set(bindings.map(({ entityId }) => entityId))
      driver.bind(accountId, bindings)
      for (const id of ids) hardware.keep(id, true)
      for (const id of boundIds) if (!ids.has(id)) hardware.keep(id, false)
      for (const id of [...ids, ...boundIds]) if (ids.has(id) !== boundIds.has(id)) records.bound(id)
      for (const { entityId, isGuarded } of bindings) if (isGuarded) records.guarded(entityId)
      boundIds = ids
    }
    const home: Home & { stop(): Promise<void> } = {
      space,
      hardware,
      records,
      list,
      bindingOf: (id) => driver.bindingOf(accountId, id),
      /** One after the other, so that an older one never ends last. */
      rebind() {
        rebinding = rebinding.catch(() => {}).then(async () => bind(await bindingsOf(accountId)))
        return rebinding
      },
      changed() {
        list.clear()
        updates.request()
      },
      async stop() {
        homes.delete(accountId)
        unsubscribe()
        unfollow()
        updates.stop()
        asks.stop()
        driver.closed(accountId)
        await records.stop()
        hardware.stop()
      },
    }
    driver.opened(accountId, {
      find: hardware.find,
      commandsFor: (id, { action, value }) => hardware.commandsFor(id, action, value),
      sent: (id, { action, value }) => hardware.sent(id, action, value),
      maintenanceFor: hardware.maintenanceFor,
      hasSubscriber: (_id, topic) => space.hasSubscriber(topic),
      publish: (_id, { topic, payload, qos }) => space.publish(topic, payload, qos),
      rebind: home.rebind,
    })
    for (const announcement of kept.announcements) hardware.restore(announcement)
    bind(kept.bindings)
    const unfollow = space.onSubscribersChanged(() => driver.subscribersChanged(accountId))
    const unsubscribe = space.subscribe('#', ({ topic, payload, retained }) =>
      hardware.receive({
        topic,
        payload: Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength),
        retained,
      }),
    )
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
      const [kept, bindings] = await Promise.all([store.load(accountId), bindingsOf(accountId)])
      keptByAccount.set(accountId, { ...kept, bindings })
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
