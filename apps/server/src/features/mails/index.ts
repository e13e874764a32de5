import type { AppContext } from '#platform/app-context.ts'
import { mailHostOf } from '#platform/mail/mail.ts'
import { createSealing } from '#platform/sealing.ts'
import { createMailService } from './mails.service.ts'
import { createMailStore } from './mails.store.ts'

export type { MailContent, MailService } from './mails.service.ts'

/** E-mails to account holders: committed with what caused them, tried until they are sent or their link has expired. */
export function registerMails({ config, database, jobs, mailer, logger, runs }: AppContext) {
  const mails = createMailService({
    store: createMailStore(database.db),
    database,
    jobs,
    mailer,
    sealing: createSealing(config.sessionSecret, 'mails'),
    host: mailHostOf(config.publicUrl),
    logger,
  })
  // Before jobs are done, or it would take e-mails away from them.
  runs({ start: mails.resume })
  return mails
}
