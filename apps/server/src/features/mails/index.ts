import type { Jobs } from '#platform/jobs/jobs.ts'
import type { Logger } from '#platform/logger.ts'
import { type Mailer, mailHostOf } from '#platform/mail/mail.ts'
import type { Database } from '#platform/postgres/database.ts'
import type { Config } from '#platform/process/config.ts'
import { createSealing } from '#platform/sealing.ts'
import { createMailService } from './mails.service.ts'
import { createMailStore } from './mails.store.ts'

export type { MailContent, MailService } from './mails.service.ts'

interface MailsOptions {
  config: Pick<Config, 'publicUrl'> & { sessionSecret: string }
  database: Database
  jobs: Jobs
  mailer: Mailer
  logger: Logger
}

/** E-mails to account holders: committed with what caused them, tried until they are sent or their link has expired. */
export function createMails({ config, database, jobs, mailer, logger }: MailsOptions) {
  return createMailService({
    store: createMailStore(database.db),
    database,
    jobs,
    mailer,
    sealing: createSealing(config.sessionSecret, 'mails'),
    host: mailHostOf(config.publicUrl),
    logger,
  })
}
