import { ACTIVITY_ACTIONS } from '@senca/contract/activity'
import type { RoleReport } from '@senca/contract/people'
import * as z from 'zod/mini'
import type { Activity } from '#features/activity/index.ts'
import type { AccountActor } from '#features/rights/index.ts'
import { ApiError } from '#platform/errors.ts'
import type { RoleStore } from './roles.store.ts'

const changeSchema = z.nullable(z.object({ before: z.unknown(), after: z.unknown() }))
const actionSchema = z.enum(ACTIVITY_ACTIONS)

interface RoleReportsOptions {
  store: Pick<RoleStore, 'giverOf'>
  activity: { store: Pick<Activity['store'], 'listMaintenance'>; flushOf: Activity['flushOf'] }
}

/** The changes, calibrations and test movements made by people who maintain devices by a role. */
export const createRoleReports = ({ store, activity }: RoleReportsOptions) => ({
  /**
   * The report for the account that gave the role, oldest entry first, also after the end of the role. Throws
   * `resource_not_found`.
   */
  async read({ accountId }: AccountActor, id: string): Promise<RoleReport> {
    const giver = z.uuid().safeParse(id).success ? await store.giverOf(id) : null
    if (giver !== accountId) throw new ApiError('resource_not_found', { key: 'id' })
    await activity.flushOf(accountId)
    const rows = await activity.store.listMaintenance(accountId, id)
    return rows.map(({ at, action, deviceId, change }) => ({
      at: at.toISOString(),
      action: actionSchema.parse(action),
      deviceId: deviceId ?? '',
      before: null,
      after: null,
      ...changeSchema.parse(change),
    }))
  },
})

export type RoleReports = ReturnType<typeof createRoleReports>
