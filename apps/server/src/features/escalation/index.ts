import { LIMITS } from '@senca/contract'
import type { AccountService } from '#features/accounts/index.ts'
import type { Publishing } from '#features/notifications/index.ts'
import type { ReceivedRole } from '#features/rights/index.ts'
import type { AppContext } from '#platform/app-context.ts'
import type { Queries } from '#platform/postgres/database.ts'
import { escalationRoutes } from './escalation.routes.ts'
import { createEscalationService } from './escalation.service.ts'
import { createEscalationStore } from './escalation.store.ts'
import { createEscalationRunner } from './escalation-runner.ts'

const MINUTE_MS = 60_000

/** Registers the steps that begin with what must not be missed. */
export function registerEscalationSteps({ clock, database }: AppContext) {
  const store = createEscalationStore(database.db)
  return {
    store,
    begin: (queries: Queries, notificationId: string, ownerId: string): Promise<void> =>
      store.begin(queries, notificationId, ownerId, clock.now()),
    isMailed: async (queries: Queries, accountId: string): Promise<boolean> =>
      (await store.find(queries, accountId)).mail,
  }
}

interface EscalationOptions {
  steps: ReturnType<typeof registerEscalationSteps>
  publishing: Publishing
  accounts: Pick<AccountService, 'findEmails' | 'findByEmail' | 'get'>
  received: {
    of(accountId: string): Promise<readonly ReceivedRole[]>
    within(queries: Queries, accountId: string): Promise<readonly ReceivedRole[]>
  }
}

/** Registers who is reached when nobody looks at what must not be missed. */
export function registerEscalation(context: AppContext, options: EscalationOptions): void {
  const { clock, database, http, logger, metrics, runs, whenDue, whenSetBack } = context
  const { steps, publishing, accounts, received } = options
  const { store } = steps
  const runner = createEscalationRunner({
    store,
    publishing,
    rolesOf: received.within,
    database,
    clock,
    whenDue,
    counted: metrics.counter(
      'senca_escalations_total',
      'Steps taken because nobody had looked at what must not be missed',
      'step',
    ),
    failed: (error) => logger.error({ err: error }, 'Escalations could not be carried out; trying again'),
  })
  runs({ stop: runner.stop })
  const latestMs = 2 * LIMITS.ESCALATION_MAX_MINUTES * MINUTE_MS
  whenSetBack((now) => store.setBack(now, new Date(now.getTime() + latestMs)))
  const escalation = createEscalationService({
    store,
    accounts,
    receivedBy: received.of,
    notify: publishing,
    database,
    clock,
  })
  http.register(escalationRoutes, { escalation })
}
