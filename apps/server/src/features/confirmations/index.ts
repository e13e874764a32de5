import type { LimitService } from '#features/limits/index.ts'
import type { MailService } from '#features/mails/index.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres/database.ts'
import type { Config } from '#platform/process/config.ts'
import { createConfirmationService } from './confirmations.service.ts'
import { createConfirmationStore } from './confirmations.store.ts'

export { confirmationRoutes } from './confirmations.routes.ts'
export type { ConfirmationService, Shown } from './confirmations.service.ts'
export { exchangeRoutes } from './exchange.routes.ts'
export { mailSchemas, wishOf } from './mail-schemas.ts'
export { createNotices } from './notices.ts'

interface ConfirmationsOptions {
  config: Pick<Config, 'publicUrl'> & { sessionSecret: string }
  database: Database
  clock: Clock
  mails: MailService
  limits: LimitService
  isConfirmed(accountId: string): Promise<boolean>
}

/** Wishes that are confirmed from the mailbox, by a link or a code: each works once, for an hour. */
export function createConfirmations({ config, database, ...rest }: ConfirmationsOptions) {
  return createConfirmationService({
    ...rest,
    database,
    store: createConfirmationStore(database.db),
    publicUrl: config.publicUrl,
    secret: config.sessionSecret,
  })
}
