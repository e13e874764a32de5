import type { AccountService } from '#features/accounts/index.ts'
import type { Discovery } from '#features/discovery/index.ts'
import type { AppContext } from '#platform/app-context.ts'
import { atCommit } from '#platform/postgres/database.ts'
import { createSealing } from '#platform/sealing.ts'
import { matterRoutes } from './matter.routes.ts'
import { type CommissioningTimes, createMatterService } from './matter.service.ts'
import { createMatterStore } from './matter.store.ts'
import { createMatterAccounts } from './matter-accounts.ts'
import type { StartMatter } from './matter-process.ts'

export type { StartMatter } from './matter-process.ts'

/** How Matter devices are reached. */
export interface MatterOptions {
  start: StartMatter
  times?: CommissioningTimes
}

const TIMES: CommissioningTimes = { searchMs: 60_000, timeoutMs: 120_000 }

interface MatterFeatures {
  accounts: Pick<AccountService, 'assertConfirmed'>
  discovery: Pick<Discovery, 'openMatter' | 'entitiesOfNode'>
  /** Absent where `MATTER` is off. */
  matter: MatterOptions | undefined
}

/** Registers the controller of Matter nodes. Where it is off nothing of it exists. */
export function registerMatter(context: AppContext, { accounts, discovery, matter }: MatterFeatures) {
  const { clock, config, database, http, logger, metrics, runs } = context
  if (matter === undefined) return { async forget(_accountId: string): Promise<void> {} }
  const failed = (error: unknown, accountId?: string) =>
    logger.warn(
      { err: error, ...(accountId === undefined ? {} : { accountId }) },
      'Matter devices may be away',
    )
  const controllers = createMatterAccounts({
    start: matter.start,
    store: createMatterStore(database.db),
    sealing: createSealing(config.sessionSecret, 'matter fabrics'),
    clock,
    opening: discovery.openMatter,
    failed,
  })
  http.register(matterRoutes, {
    matter: createMatterService({
      matter: controllers,
      accounts,
      clock,
      times: matter.times ?? TIMES,
      entitiesOf: discovery.entitiesOfNode,
      failed,
    }),
  })
  metrics.gauges(
    'senca_matter_nodes',
    'Matter nodes of accounts that this instance controls',
    'status',
    () => {
      const counts = new Map([
        ['online', 0],
        ['offline', 0],
      ])
      for (const account of controllers.all())
        for (const { node } of account.nodes()) {
          const status = account.isOnline(node) ? 'online' : 'offline'
          counts.set(status, (counts.get(status) ?? 0) + 1)
        }
      return counts
    },
  )
  runs({ open: controllers.start, stop: controllers.stop })

  return {
    /** Lets the nodes of an account forget it, after the transaction that deletes it. */
    async forget(accountId: string): Promise<void> {
      atCommit(() => void controllers.deleted(accountId).catch(failed))
    },
  }
}
