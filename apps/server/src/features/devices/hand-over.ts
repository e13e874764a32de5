import { nameKeyOf } from '@senca/contract'
import type { Activity } from '#features/activity/index.ts'
import { type AccountActor, type RightsIndex, rightsEvents } from '#features/rights/index.ts'
import type { Clock } from '#platform/clock.ts'
import { ApiError } from '#platform/errors.ts'
import type { Database, Queries } from '#platform/postgres/database.ts'
import type { Left } from './registry/changing-hands.store.ts'
import { type Device, isNameTaken } from './registry/device-row.ts'
import type { DeviceStore } from './registry/devices.store.ts'
import type { DeviceRemoval } from './removal.ts'
import type { Shadows } from './shadow/shadows.ts'

interface HandOverOptions {
  store: DeviceStore
  left: Left
  database: Pick<Database, 'db'>
  removal: Pick<DeviceRemoval, 'begin' | 'isBeingRemoved' | 'isWithoutHome'>
  rights: Pick<RightsIndex, 'changed'>
  shadows: Pick<Shadows, 'record'>
  activity: Pick<Activity, 'recordIn' | 'flushOf'>
  clock: Clock
  /** Called for a device whose changes during the transfer were not published. */
  updated(deviceId: string): void
}

/** One of the two accounts of a transfer. */
interface Side {
  accountId: string
  email: string
}

interface Transfer {
  giver: Side
  receiver: Side & { actor: AccountActor }
  /** New names by device id. A device without an entry keeps its name. */
  nameById: ReadonlyMap<string, string>
  deviceIds: readonly string[]
  /** Called first in the transaction, because accounts are locked before devices. */
  begin(queries: Queries): Promise<void>
  /** Called after the devices are locked. Returns those that are still offered and ends their offers. */
  spend(queries: Queries, deviceIds: readonly string[]): Promise<readonly string[]>
}

/**
 * Moves devices from one account to another in one transaction. The hardware does not notice it, and each device is always in
 * exactly one of the two homes.
 */
export function createHandOver(options: HandOverOptions) {
  const { store, left, database, removal, rights, shadows, activity, clock, updated } = options

  const move = async (queries: Queries, transfer: Transfer): Promise<Device[]> => {
    const { giver, receiver, nameById, deviceIds, begin, spend } = transfer
    await begin(queries)
    const locked = await store.lockOwned(queries, giver.accountId, deviceIds)
    const offered = new Set(
      await spend(
        queries,
        locked.map(({ id }) => id),
      ),
    )
    const going = locked.filter(({ id }) => offered.has(id))
    const now = clock.now()
    await left(queries, { deviceIds: going.map(({ id }) => id) })
    const arrived = await store.transfer(
      queries,
      going.map(({ id, name }) => ({ id, name: nameById.get(id) ?? name })),
      receiver.accountId,
      now,
    )
    // The giver acts as the owner, whatever roles the receiver had.
    const giving: AccountActor = { kind: 'account', accountId: giver.accountId, sessionId: '' }
    await activity.recordIn(queries, [
      ...going.map((device) => ({
        actor: giving,
        device,
        event: { action: 'transferred', details: { email: receiver.email } } as const,
      })),
      ...arrived.map((device) => ({
        actor: receiver.actor,
        device,
        event: { action: 'received', details: { email: giver.email, name: device.name } } as const,
      })),
    ])
    // Announced even if this instance dies after the commit.
    await rightsEvents.announce(queries, [giver.accountId, receiver.accountId])
    return arrived
  }

  /** The first of the devices whose name is already used by the receiver or by another device of the transfer. */
  const namesake = async ({ receiver, deviceIds, nameById }: Transfer): Promise<string | undefined> => {
    const [own, coming] = await Promise.all([
      store.listFor(receiver.accountId, []),
      store.findMany(deviceIds),
    ])
    const taken = new Set(own.map(({ name }) => nameKeyOf(name)))
    for (const { id, name } of coming) {
      const key = nameKeyOf(nameById.get(id) ?? name)
      if (taken.has(key)) return id
      taken.add(key)
    }
    return undefined
  }

  /** Prevents that the devices are deleted or receive commands until the returned function is called. */
  const hold = (deviceIds: readonly string[]): (() => void) => {
    const ends: (() => void)[] = []
    const end = () => {
      for (const each of ends) each()
    }
    for (const id of deviceIds) {
      const running = removal.begin(id)
      if (running === null) {
        end()
        throw new ApiError('device_busy', { deviceId: id })
      }
      ends.push(() => {
        if (running.cancel()) updated(id)
      })
    }
    return end
  }

  return {
    /** The names of an account's own devices, in the form used for comparison. */
    async nameKeysOf(accountId: string): Promise<ReadonlySet<string>> {
      return new Set((await store.listFor(accountId, [])).map(({ name }) => nameKeyOf(name)))
    },

    /**
     * Resolves when every instance has been notified. Throws `device_busy` if a device is being removed, `device_name_in_use`
     * with key `name`, and what `begin` and `spend` throw.
     */
    async handOver(transfer: Transfer): Promise<Device[]> {
      const { giver, receiver, deviceIds } = transfer
      const leaving = deviceIds.find(removal.isWithoutHome)
      if (leaving !== undefined) throw new ApiError('device_busy', { deviceId: leaving })
      const taken = await namesake(transfer)
      if (taken !== undefined) throw new ApiError('device_name_in_use', { key: 'name', deviceId: taken })
      const end = hold(deviceIds)
      try {
        // Waiting entries of the activity log are written first, so that they keep their order.
        await activity.flushOf(giver.accountId)
        const arrived = await database.db.transaction((transaction) => move(transaction, transfer))
        for (const { id } of arrived) shadows.record(id, { kind: 'transferred' })
        await rights.changed([giver.accountId, receiver.accountId])
        return arrived
      } catch (error) {
        if (isNameTaken(error)) throw new ApiError('device_name_in_use', { key: 'name' })
        throw error
      } finally {
        end()
      }
    },
  }
}
