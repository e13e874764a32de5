import type { AppContext } from '#platform/app-context.ts'
import { mailHostOf } from '#platform/mail/mail.ts'
import { createSealing } from '#platform/sealing.ts'
import { createMailService } from './mails.service.ts'
import { createMailStore } from './mails.store.ts'

export type { MailContent, MailService } from './mails.service.ts'
export { countMailsOfDay } from './mails.store.ts'

/**
 * Registers e-mails to account holders. They are committed together with their cause, and sending is retried until it succeeds or
 * the link has expired.
 */
export function registerMails({ config, database, jobs, mailer, logger, metrics, runs }: AppContext) {
  const store = createMailStore(database.db)
  const mails = createMailService({
    store,
    database,
    jobs,
    mailer,
    sealing: createSealing(config.sessionSecret, 'mails'),
    host: mailHostOf(config.publicUrl),
    logger,
    counted: metrics.counter('senca_mails_total', 'Attempts to send e-mails, by outcome', 'outcome'),
  })
  metrics.gauge(
    'senca_mails_waiting',
    'E-mails that are still to be sent, on all instances',
    async () => (await store.readWaiting()).count,
  )
  metrics.gauge(
    'senca_mails_waiting_seconds',
    'Waiting time of the oldest e-mail that is still to be sent',
    async () => (await store.readWaiting()).seconds,
  )
  // Runs before jobs start. Otherwise it would take running jobs for lost ones.
  runs({ start: mails.resume })
  return mails
}
