import type { Certificates } from '@senca/matter/certificates'
import type { AccountService } from '#features/accounts/index.ts'
import type { Discovery } from '#features/discovery/index.ts'
import type { AppContext } from '#platform/app-context.ts'
import { urlHostOf } from '#platform/http/hosts.ts'
import type { HttpServer } from '#platform/http/server.ts'
import { atCommit } from '#platform/postgres/database.ts'
import { createSealing } from '#platform/sealing.ts'
import { matterRoutes } from './matter.routes.ts'
import { type CommissioningTimes, createMatterService } from './matter.service.ts'
import { createMatterStore } from './matter.store.ts'
import { createMatterAccounts } from './matter-accounts.ts'
import { createMatterBridges, type RunBridges } from './matter-bridges.ts'
import { createMatterLeases, LEASE_MS } from './matter-leases.ts'
import { createMatterLink } from './matter-link.ts'
import { createMatterProcess, type StartMatter } from './matter-process.ts'

export type { StartMatter } from './matter-process.ts'

/** How Matter devices are reached. */
export interface MatterOptions {
  start: StartMatter
  /** Of the product; without them bridges have those for tests. */
  certificates?: Certificates | undefined
  times?: CommissioningTimes
}

const TIMES: CommissioningTimes = { searchMs: 60_000, timeoutMs: 120_000 }

interface MatterFeatures {
  accounts: Pick<AccountService, 'assertConfirmed'>
  discovery: Pick<Discovery, 'openMatter' | 'entitiesOfNode'>
  /** The Matter bridges that the process runs. */
  bridges: RunBridges
  /** Absent where `MATTER` is off. */
  matter: MatterOptions | undefined
}

/** Where the process, which is on this machine, reaches the server. */
function urlHere(http: HttpServer, port: number): string {
  const address = http.server.address()
  if (address === null || typeof address === 'string') return `http://127.0.0.1:${port}`
  const isAny = address.address === '0.0.0.0' || address.address === '::'
  return `http://${isAny ? '127.0.0.1' : urlHostOf(address.address)}:${address.port}`
}

/** Registers the controller of Matter nodes, and the process that runs Matter bridges. Where it is off nothing of it exists. */
export function registerMatter(
  context: AppContext,
  { accounts, bridges, discovery, matter: options }: MatterFeatures,
) {
  const { bus, clock, config, database, http, logger, metrics, runs, whenDue, whenSetBack } = context
  if (options === undefined) return { async forget(_accountId: string): Promise<void> {} }
  const failed = (error: unknown, accountId?: string) =>
    logger.warn(
      { err: error, ...(accountId === undefined ? {} : { accountId }) },
      'Matter devices may be away',
    )
  const matter = createMatterProcess({
    start: options.start,
    clock,
    received(message) {
      switch (message.type) {
        case 'ready':
          return
        case 'failed':
          failed(new Error(`The Matter process reports: ${message.what}`), message.account ?? undefined)
          return
        case 'bridge-over':
          void out.over(message.bridge).catch(failed)
          return
        default:
          controllers.received(message)
      }
    },
    ready() {
      controllers.ready()
      out.ready()
    },
    ended() {
      controllers.ended()
      out.ended()
    },
    failing: (isFailing) => void bridges.failing(isFailing).catch(failed),
    failed,
  })
  const store = createMatterStore(database.db)
  whenSetBack((now) => store.setBack(new Date(now.getTime() + LEASE_MS)))
  const out = createMatterBridges({
    matter,
    bridges,
    certificates: options.certificates,
    urlHere: () => urlHere(http, config.port),
    failed,
  })
  const controllers = createMatterAccounts({
    matter,
    store,
    leases: createMatterLeases({
      store,
      clock,
      keeper: config.databaseUrl === undefined ? null : crypto.randomUUID(),
    }),
    link: createMatterLink({ bus, clock, failed }),
    whenDue,
    sealing: createSealing(config.sessionSecret, 'matter fabrics'),
    clock,
    opening: discovery.openMatter,
    failed,
  })
  const service = createMatterService({
    matter: controllers,
    accounts,
    clock,
    times: options.times ?? TIMES,
    entitiesOf: discovery.entitiesOfNode,
    failed,
  })
  http.register(matterRoutes, { matter: service })
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
  metrics.gauge('senca_matter_failing', '1 while the Matter process ends again and again', async () =>
    matter.isFailing() ? 1 : 0,
  )
  runs({
    async open() {
      await controllers.start(service.answer)
      await out.start()
    },
    async stop() {
      out.stop()
      await matter.stop()
      await controllers.stop()
    },
  })

  return {
    /** Lets the nodes of an account forget it, after the transaction that deletes it. */
    async forget(accountId: string): Promise<void> {
      atCommit(() => void controllers.deleted(accountId).catch(failed))
    },
  }
}
