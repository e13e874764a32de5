import type { AccountService } from '#features/accounts/index.ts'
import type { Activity } from '#features/activity/index.ts'
import type { Devices, Leaving } from '#features/devices/index.ts'
import type { LimitService } from '#features/limits/index.ts'
import { type Links, sharingEvents } from '#features/links/index.ts'
import type { Notify } from '#features/notifications/index.ts'
import type { Realtime } from '#features/realtime/index.ts'
import type { Prove } from '#features/second-factor/index.ts'
import type { AppContext } from '#platform/app-context.ts'
import type { Queries } from '#platform/postgres/database.ts'
import { createAddresses } from './addresses.ts'
import { createReceived } from './received.ts'
import type { Role } from './role.ts'
import { createRoleEnds, type Lost } from './role-ends.ts'
import { roleEvents } from './role-events.ts'
import { createRoleMails } from './role-mails.ts'
import { createRoleNotices } from './role-notices.ts'
import { createRoleReports } from './role-report.ts'
import { createRoleUses } from './role-uses.ts'
import { roleRoutes } from './roles.routes.ts'
import { createRoleService } from './roles.service.ts'
import { createRoleStore } from './roles.store.ts'
import { removeFromRoles as remove } from './roles-of-devices.store.ts'

export type { Received } from './received.ts'
export { nextChangeOf, roleStateOf } from './role.ts'
export type { Lost } from './role-ends.ts'
export { roleEvents } from './role-events.ts'

/** Removes or replaces devices in all roles, in the transaction by which they leave their owner, and notifies the accounts concerned. */
export async function removeFromRoles(queries: Queries, leaving: Leaving, now: Date): Promise<void> {
  await roleEvents.announce(queries, await remove(queries, leaving, now))
}

/** Reads the roles that accounts received, in the form that `can` needs. */
export const registerReceived = ({ database, clock, logger }: AppContext) =>
  createReceived({
    database,
    clock,
    failed: (error) => logger.error({ err: error }, 'Roles could not be read'),
  })

interface RolesOptions {
  accounts: AccountService
  activity: Activity
  devices: Pick<Devices, 'service' | 'rights' | 'events' | 'lookup'>
  limits: LimitService
  notify: Pick<Notify, 'publish'>
  links: Pick<Links, 'service' | 'access'>
  realtime: Realtime
  secondFactor: { prove: Prove }
  /** Removes devices from an account's scenarios, groups and so on, in the given transaction. */
  lost(queries: Queries, accountId: string, lost: Lost): Promise<void>
}

/** Registers roles, by which accounts share devices with each other. */
export function registerRoles(context: AppContext, options: RolesOptions) {
  const { database, clock, http, logger, runs, everyHour } = context
  const { accounts, activity, devices, limits, links, realtime, secondFactor, lost } = options
  const store = createRoleStore(database.db)
  const failed = (error: unknown) => logger.error({ err: error }, 'A background update of roles failed')
  const addresses = createAddresses({ accounts, limits })
  const mails = createRoleMails({
    database,
    limits,
    notify: options.notify,
    lookup: devices.lookup,
    clock,
    failed,
  })
  const unlocked = createRoleNotices({ store, notify: options.notify, lookup: devices.lookup, database })
  const notifiedOf = (role: Role) => {
    if (role.permissions.includes('maintain')) devices.events.updated(...role.deviceIds)
  }
  const uses = createRoleUses({
    store,
    async begun(roleId) {
      const role = await store.find(roleId)
      if (role === null) return
      await roleEvents.announce(database.db, [role.accountId])
      notifiedOf(role)
    },
    failed,
  })
  const ends = createRoleEnds({
    store,
    database,
    clock,
    lost,
    rightsChanged: devices.rights.changed,
    mails,
    maintained: notifiedOf,
    failed,
  })
  const service = createRoleService({
    store,
    ends,
    database,
    accounts,
    addresses,
    devices: devices.service,
    rights: devices.rights,
    prove: secondFactor.prove,
    clock,
    mails,
    settleUses: uses.settle,
    maintained: notifiedOf,
  })
  links.access.addOpeners(async (accountId) =>
    (await store.listGiven(accountId))
      .filter(({ permissions }) => permissions.includes('command'))
      .map((role) => ({ ...role, kind: 'role', names: role.users.map(({ email }) => email) })),
  )
  const notify = (accountId: string) => realtime.publish('roles.updated', { accountId }, {})
  const undos: (() => void)[] = []
  runs({
    async start() {
      undos.push(
        activity.onRoleUsed((use) => {
          uses.used(use)
          unlocked(use).catch(failed)
        }),
        await roleEvents.follow(database, (accountIds) => {
          accountIds.forEach(notify)
          ends.scheduleNext()
        }),
        await sharingEvents.follow(database, (accountIds) => {
          accountIds.forEach(notify)
          for (const accountId of accountIds)
            store.receiversOf(accountId).then((ids) => ids.forEach(notify), failed)
        }),
      )
    },
    open: ends.start,
    stop() {
      for (const undo of undos.splice(0)) undo()
      ends.stop()
      uses.stop()
    },
  })
  everyHour(() => store.deleteOld(clock.now()))
  const reports = createRoleReports({ store, activity })
  http.register(roleRoutes, { roles: service, reports, links: links.service })
  return {
    service,
    addresses,
    /** Ends the roles that an account gave and received, in the transaction that deletes the account. */
    async forget(queries: Queries, accountId: string): Promise<void> {
      const concerned = [
        ...(await store.giversOf(queries, accountId)),
        ...(await store.receiversOf(accountId, queries)),
      ]
      await roleEvents.announce(queries, new Set(concerned))
    },
  }
}
