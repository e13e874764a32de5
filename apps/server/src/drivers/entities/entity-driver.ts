import type { Clock } from '#platform/clock.ts'
import { type DeviceReport, DriverError, type EndpointTraits, type HardwareDriver } from '../driver.ts'
import { BoundEntity } from './bound-entity.ts'
import { COVER_TOLERANCE } from './cover-motion.ts'
import type { Binding, EntityHome } from './entity-home.ts'
import type { EntityEvent } from './entity-model.ts'
import { createPacing } from './pacing.ts'

export type { Binding, EntityHome }

/** The stored name of the driver for hardware of other makers. */
export const ENTITY_DRIVER = 'entities'

/** The driver of all entities that are parts of devices, in the spaces of all accounts that are open. */
export interface EntityDriver extends HardwareDriver {
  /** Sets how the space of an account is opened to look at its hardware. */
  openBy(open: (accountId: string) => Promise<void>): void
  opened(accountId: string, home: EntityHome): void
  closed(accountId: string): void
  /** Replaces the bindings of an account whose space is open. */
  bind(accountId: string, bindings: readonly Binding[]): void
  receive(accountId: string, event: EntityEvent): void
  /** Clients have subscribed, unsubscribed or left. */
  subscribersChanged(accountId: string): void
  bindingOf(accountId: string, entityId: string): Binding | undefined
  /** Whether the broker of the hardware of a device is known to be away. */
  isUnreachable(accountId: string, deviceId: string): boolean
  /** The accounts in whose open spaces these devices have hardware. */
  accountsOf(deviceIds: readonly string[]): string[]
}

interface OpenHome {
  home: EntityHome
  turn: ReturnType<typeof createPacing>
  bound: Map<string, BoundEntity>
}

/** Entities of two accounts may have the same id. */
export const entityAddress = (accountId: string, entityId: string): string => `${accountId}/${entityId}`

const NOT_CONFIRMED: EndpointTraits = {
  confirmation: 'none',
  motion: 'derived',
  expires: false,
  tolerance: COVER_TOLERANCE,
}

export function createEntityDriver(clock: Pick<Clock, 'now' | 'after'>): EntityDriver {
  const homes = new Map<string, OpenHome>()
  let report: (report: DeviceReport) => void = () => {}
  let isStarted = false
  let openSpace = async (_accountId: string): Promise<void> => {}

  const boundAt = (address: string): BoundEntity | undefined => {
    const [accountId = '', entityId = ''] = address.split('/')
    return homes.get(accountId)?.bound.get(entityId)
  }
  const reachable = (address: string): BoundEntity => {
    const bound = boundAt(address)
    if (bound === undefined) throw new DriverError('device_offline', `${address} is in no open space`)
    return bound
  }
  const all = (): BoundEntity[] => [...homes.values()].flatMap(({ bound }) => [...bound.values()])

  return {
    describe: (address) => boundAt(address)?.traits() ?? NOT_CONFIRMED,
    execute: async ({ address, command }, options) => reachable(address).execute(command, options),

    async maintenance({ address, command }, options) {
      // Settings are the server's: the space is given them when they are stored.
      if (command.command === 'settings') options.acknowledged?.()
      else await reachable(address).maintain(command.command, options)
    },

    async inspect(address) {
      const [accountId = ''] = address.split('/')
      // It may be in a space that is not open, while another one of the account is.
      if ((boundAt(address)?.describe() ?? null) === null) await openSpace(accountId)
      return boundAt(address)?.describe() ?? null
    },

    async settingsStored(address) {
      const [accountId = ''] = address.split('/')
      await homes.get(accountId)?.home.rebind()
    },

    openBy(open) {
      openSpace = open
    },

    async start(host) {
      report = host.report
      isStarted = true
      for (const bound of all()) bound.start()
    },

    async stop() {
      isStarted = false
      report = () => {}
      for (const bound of all()) bound.stop()
    },

    opened(accountId, home) {
      homes.set(accountId, { home, turn: createPacing(clock), bound: new Map() })
    },

    closed(accountId) {
      for (const bound of homes.get(accountId)?.bound.values() ?? []) bound.stop()
      homes.delete(accountId)
    },

    bind(accountId, bindings) {
      const open = homes.get(accountId)
      if (open === undefined) return
      const before = open.bound
      open.bound = new Map()
      for (const binding of bindings) {
        const known = before.get(binding.entityId)
        if (known !== undefined && known.binding.deviceId === binding.deviceId) {
          before.delete(binding.entityId)
          open.bound.set(binding.entityId, known)
          known.rebind(binding)
          continue
        }
        const bound = new BoundEntity(binding, {
          clock,
          home: open.home,
          address: entityAddress(accountId, binding.entityId),
          report: (one) => report(one),
          turn: open.turn,
        })
        open.bound.set(binding.entityId, bound)
        if (isStarted) bound.start()
      }
      for (const bound of before.values()) bound.stop()
    },

    receive(accountId, event) {
      homes.get(accountId)?.bound.get(event.id)?.receive(event)
    },

    subscribersChanged(accountId) {
      for (const bound of homes.get(accountId)?.bound.values() ?? []) bound.checkConnection()
    },

    accountsOf(deviceIds) {
      const isOfThem = ({ binding }: BoundEntity) => deviceIds.includes(binding.deviceId)
      return [...homes].flatMap(([accountId, { bound }]) =>
        [...bound.values()].some(isOfThem) ? [accountId] : [],
      )
    },

    isUnreachable: (accountId, deviceId) =>
      [...(homes.get(accountId)?.bound.values() ?? [])].some(
        (bound) => bound.binding.deviceId === deviceId && bound.isUnreachable(),
      ),

    bindingOf: (accountId, entityId) => homes.get(accountId)?.bound.get(entityId)?.binding,
  }
}
