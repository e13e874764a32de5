import type { AccountService } from '#features/accounts/index.ts'
import type { Activity } from '#features/activity/index.ts'
import { createNotices } from '#features/confirmations/index.ts'
import type { Devices } from '#features/devices/index.ts'
import type { DoorGuardService } from '#features/door-guards/index.ts'
import type { LimitService } from '#features/limits/index.ts'
import type { MailService } from '#features/mails/index.ts'
import type { AccountActor } from '#features/rights/index.ts'
import type { Prove } from '#features/second-factor/index.ts'
import type { AppContext } from '#platform/app-context.ts'
import { type BridgeAccess, createBridgeAccess } from './bridge-access.ts'
import { createBridgeDoors } from './bridge-doors.service.ts'
import { bridgeRoutes } from './bridges.routes.ts'
import { createBridgeService } from './bridges.service.ts'
import { createBridgeStore } from './bridges.store.ts'
import { createUnlockPins } from './unlock-pins.ts'
import { createUnlockStore } from './unlocks.store.ts'

export type { BridgeAccess } from './bridge-access.ts'
export { bridges } from './bridges.schema.ts'
export { removeFromBridges } from './bridges.store.ts'
export { bridgeUnlocks } from './unlocks.schema.ts'

interface BridgeAccessOptions {
  accounts: Pick<AccountService, 'find'>
  limits: LimitService
  mails: Pick<MailService, 'post'>
}

/** Registers how bridges are known by their tokens. It is needed before the devices are. */
export function registerBridgeAccess(
  { database, clock, logger, runs, whenSetBack }: AppContext,
  { accounts, limits, mails }: BridgeAccessOptions,
) {
  const unlocks = createUnlockStore(database.db)
  const notices = createNotices({ accounts, mails })
  whenSetBack(unlocks.setBack)
  const pins = createUnlockPins({
    unlocks,
    clock,
    locked: ({ accountId, name }, device) =>
      database.db.transaction((queries) =>
        notices.bridgeDoor(queries, accountId, {
          change: 'pinLocked',
          app: name ?? '',
          device: device.name,
        }),
      ),
  })
  const access = createBridgeAccess({
    store: createBridgeStore(database.db),
    database,
    limits,
    pins,
    clock,
    failed: (error) => logger.error({ err: error }, 'The use of a connected app could not be written'),
  })
  runs(access)
  return access
}

interface BridgesOptions {
  access: BridgeAccess
  accounts: AccountService
  activity: Pick<Activity, 'recordSecurityEvent'>
  doorGuards: Pick<DoorGuardService, 'hashPin'>
  mails: Pick<MailService, 'post'>
  devices: Pick<Devices, 'service' | 'rights' | 'shadows'>
  secondFactor: { prove: Prove }
}

/** Registers bridges: apps and scripts that act for an account with granted rights. */
export function registerBridges(
  context: AppContext,
  { access, accounts, activity, devices, doorGuards, mails, secondFactor }: BridgesOptions,
) {
  const { database, clock, http, whenSetBack } = context
  const store = createBridgeStore(database.db)
  whenSetBack(store.setBack)
  const changed = async ({ accountId }: AccountActor) => {
    access.changed([accountId])
    await devices.rights.changed([accountId])
  }
  const service = createBridgeService({
    store,
    database,
    accounts,
    devices: devices.service,
    shadows: devices.shadows,
    changed,
    prove: secondFactor.prove,
    clock,
  })
  const doors = createBridgeDoors({
    bridges: service,
    unlocks: createUnlockStore(database.db),
    database,
    devices: devices.service,
    hashPin: doorGuards.hashPin,
    prove: secondFactor.prove,
    notices: createNotices({ accounts, mails }),
    activity,
    changed,
  })
  http.register(bridgeRoutes, { bridges: service, doors })
}
