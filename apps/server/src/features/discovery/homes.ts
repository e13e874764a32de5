import type {
  Binding,
  CreateHardware,
  EntityAnnouncement,
  EntityDriver,
  EntityEvent,
  EntityNotice,
} from '#drivers/hardware.ts'
import type { StoredBinding } from '#features/devices/index.ts'
import type { Clock } from '#platform/clock.ts'
import { type AccountHardware, createAccountHardware, keptIn, type Side } from './account-hardware.ts'
import { createAsks } from './asks.ts'
import type { DiscoveryStore, KeptEntities } from './discovery.store.ts'
import { createEntityList, type EntityList } from './entity-list.ts'
import { createEntityRecords, type EntityRecords } from './entity-records.ts'
import type { HardwareSpace } from './hardware-space.ts'
import { createUpdates } from './updates.ts'

/** The hardware of an account that has an open space. */
export interface Home {
  accountId: string
  hardware: AccountHardware
  records: EntityRecords
  list: EntityList
  /** The device that an entity is in. */
  bindingOf(entityId: string): Binding | undefined
  /** Reads which entities are in devices, and how these are set. */
  rebind(): Promise<void>
  /** Notifies open pages of the owner. */
  changed(): void
}

interface OpenHome extends Home {
  attach(space: HardwareSpace, announcements: readonly EntityAnnouncement[]): void
  stop(): Promise<void>
}

interface HomesOptions {
  clock: Clock
  store: DiscoveryStore
  createHardware: CreateHardware
  serverId(): Promise<string>
  driver: EntityDriver
  /** The entities of an account that are in devices. */
  bindingsOf(accountId: string): Promise<StoredBinding[]>
  /** Publishes that the list of an account has changed. */
  updated(accountId: string): void
  /** What the owner sees of the hardware of these devices has changed. */
  devicesUpdated(deviceIds: readonly string[]): void
  notice(accountId: string, notice: EntityNotice): void
  failed(error: unknown, accountId: string): void
}

interface OpenSide {
  side: Side
  unfollow(): void
}

type Kept = KeptEntities & { bindings: StoredBinding[]; ownServer: string }

/** The hardware of each account with an open space. An account that uses none has no cost. */
export function createHomes(options: HomesOptions) {
  const {
    clock,
    store,
    createHardware,
    serverId,
    driver,
    bindingsOf,
    updated,
    devicesUpdated,
    notice,
    failed,
  } = options
  const homes = new Map<string, OpenHome>()
  /** What was read for spaces that are about to open. */
  const keptByAccount = new Map<string, Kept>()
  const stopping = new Set<Promise<void>>()

  function openHome(accountId: string, kept: Kept): OpenHome {
    const updates = createUpdates(clock, () => updated(accountId))
    const changedDevices = new Set<string>()
    const deviceUpdates = createUpdates(clock, () => {
      devicesUpdated([...changedDevices])
      changedDevices.clear()
    })
    const hardware = createAccountHardware((event) => receiveEvent(event))
    const records = createEntityRecords({
      accountId,
      rows: kept.rows,
      store,
      clock,
      announcementOf: hardware.announcementOf,
      // Also while the home ends, when the driver has closed it.
      isInDevice: (id) => boundIds.has(id),
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
      const isShown =
        event.event === 'reported'
          ? event.hasChanged
          : event.event !== 'acknowledged' && event.event !== 'charged'
      if (isShown) updates.request()
      const binding = driver.bindingOf(accountId, event.id)
      if (binding === undefined || (event.event !== 'changed' && event.event !== 'appeared')) return
      changedDevices.add(binding.deviceId)
      deviceUpdates.request()
    }
    const sides = new Set<OpenSide>()
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
    const home: OpenHome = {
      accountId,
      hardware,
      records,
      list,
      bindingOf: (id) => driver.bindingOf(accountId, id),
      /** One after the other, so that an older one never ends last. */
      rebind() {
        rebinding = rebinding
          .catch(() => {})
          .then(async () => {
            const before = boundIds
            bind(await bindingsOf(accountId))
            if (before.size !== boundIds.size || ![...boundIds].every((id) => before.has(id)))
              await Promise.all([...sides].map(({ side }) => side.space.notifyBound?.()))
          })
        return rebinding
      },
      changed() {
        list.clear()
        updates.request()
      },
      attach(space, announcements) {
        const isFirst = sides.size === 0
        const opened = openSide(space, announcements)
        sides.add(opened)
        if (isFirst) bind(kept.bindings)
        space.onClosed(() => closeSide(opened))
      },
      async stop() {
        homes.delete(accountId)
        for (const { unfollow } of sides) unfollow()
        updates.stop()
        deviceUpdates.stop()
        driver.closed(accountId)
        await records.stop()
        for (const { side } of sides) side.hardware.stop()
        sides.clear()
      },
    }

    function openSide(space: HardwareSpace, announcements: readonly EntityAnnouncement[]): OpenSide {
      const asks = createAsks({ space, clock, failed: (error) => failed(error, accountId) })
      const side: Side = {
        space,
        hardware: createHardware({
          ...space.hardware,
          ownServer: kept.ownServer,
          clock,
          elsewhere: () => countOf(hardware.sides().filter((other) => other.space !== space)),
          report: (event) => hardware.receive(side, event),
          notice: (one) => notice(accountId, one),
          publish: asks.publish,
        }),
      }
      hardware.attach(side)
      for (const announcement of keptIn(space, announcements)) side.hardware.restore(announcement)
      for (const id of boundIds) side.hardware.keep(id, true)
      const endings = [
        space.receiveBy(side.hardware.receive),
        space.onSubscribersChanged(() => {
          driver.subscribersChanged(accountId)
          // What is elsewhere is available while it is connected.
          if (space.broker !== 'own') home.changed()
        }),
        space.onBound?.(async () => {
          await home.rebind()
          home.changed()
        }) ?? (() => {}),
        asks.stop,
      ]
      return {
        side,
        unfollow() {
          for (const end of endings) end()
        },
      }
    }

    function closeSide(closed: OpenSide): void {
      if (!sides.has(closed)) return
      if (sides.size === 1) {
        close(home)
        return
      }
      sides.delete(closed)
      closed.unfollow()
      track(detach(closed))
    }

    async function detach({ side }: OpenSide): Promise<void> {
      // What announced its entities is known until then.
      await records.flush().catch((error: unknown) => failed(error, accountId))
      side.hardware.stop()
      const ids = hardware.detach(side)
      // What another instance reports is there as long as that one says so.
      if (side.space.isReporter()) for (const id of ids) driver.receive(accountId, { event: 'changed', id })
      home.changed()
    }

    driver.opened(accountId, {
      find: hardware.find,
      chargeOf: hardware.chargeOf,
      commandsFor: (id, { action, value, seconds }) => hardware.commandsFor(id, action, value, seconds),
      commandTopicOf: hardware.commandTopicOf,
      sent: (id, { action, value }) => hardware.sent(id, action, value),
      maintenanceFor: hardware.maintenanceFor,
      isConnected: (id) => hardware.spaceOf(id)?.isConnected() ?? true,
      isReporter: (id) => hardware.spaceOf(id)?.isReporter() ?? true,
      hasSubscriber: (id, topic) => hardware.spaceOf(id)?.hasSubscriber(topic) ?? false,
      publish: async (id, { topic, payload, qos }) =>
        (await hardware.spaceOf(id)?.publish(topic, payload, qos)) ?? false,
      rebind: home.rebind,
    })
    homes.set(accountId, home)
    return home
  }

  function track(ending: Promise<void>): void {
    const ended = ending.finally(() => stopping.delete(ended))
    stopping.add(ended)
  }
  const close = (home: { stop(): Promise<void> }) => track(home.stop())

  return {
    /** Must be called before a space opens. */
    async prepare(accountId: string): Promise<void> {
      const [kept, bindings, ownServer] = await Promise.all([
        store.load(accountId),
        bindingsOf(accountId),
        serverId(),
      ])
      keptByAccount.set(accountId, { ...kept, bindings, ownServer })
    },
    open(space: HardwareSpace): void {
      const { accountId } = space
      const kept = keptByAccount.get(accountId)
      if (kept === undefined) return
      keptByAccount.delete(accountId)
      const home = homes.get(accountId) ?? openHome(accountId, kept)
      home.attach(space, kept.announcements)
    },
    find: (accountId: string): Home | undefined => homes.get(accountId),
    all: (): Iterable<Home> => homes.values(),
    async stop(): Promise<void> {
      for (const home of [...homes.values()]) close(home)
      await Promise.all(stopping)
    },
  }
}

export type Homes = ReturnType<typeof createHomes>

/** How many entities are announced in these spaces. */
export const countOf = (sides: readonly Side[]): number =>
  sides.reduce(
    (sum, { hardware }) => sum + [...hardware.counts().values()].reduce((one, count) => one + count, 0),
    0,
  )
