import type { RoleUse } from '#features/activity/index.ts'
import type { Device } from '#features/devices/index.ts'
import type { Notify } from '#features/notifications/index.ts'
import type { Database } from '#platform/postgres/database.ts'
import type { RoleStore } from './roles.store.ts'

interface RoleNoticesOptions {
  store: Pick<RoleStore, 'find'>
  notify: Pick<Notify, 'publish'>
  lookup(ids: readonly string[]): Promise<Device[]>
  database: Pick<Database, 'db'>
}

/** Notifies owners when somebody unlocks a door by a role for the first time. */
export const createRoleNotices =
  ({ store, notify, lookup, database }: RoleNoticesOptions) =>
  async ({ roleId, accountId, deviceId, action, at }: RoleUse): Promise<void> => {
    if (action !== 'unlock') return
    const [role, [device]] = await Promise.all([store.find(roleId), lookup([deviceId])])
    const user = role?.users.find((one) => one.accountId === accountId)
    if (role === null || device === undefined) return
    await database.db.transaction((queries) =>
      notify.publish(queries, {
        kind: 'role_used',
        key: `role_used:${roleId}:${accountId}`,
        ownerId: role.accountId,
        deviceId,
        at,
        data: { words: 'role_used', device: device.name, by: user?.email ?? '', name: role.name },
      }),
    )
  }
