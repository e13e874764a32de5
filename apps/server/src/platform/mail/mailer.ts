import type { Clock } from '../clock.ts'
import type { Logger } from '../logger.ts'
import type { Config } from '../process/config.ts'
import { type Mailer, mailHostOf } from './mail.ts'
import { createOutboxMailer } from './outbox-mailer.ts'
import { createSmtpMailer } from './smtp-mailer.ts'

interface MailerOptions {
  config: Pick<Config, 'smtp' | 'mailFrom' | 'publicUrl' | 'dataDir'>
  clock: Clock
  logger: Logger
}

/** The configured mail server, or the outbox in the data folder. */
export function createMailer({ config, clock, logger }: MailerOptions): Mailer {
  const { smtp, mailFrom: from, publicUrl, dataDir } = config
  return smtp === undefined
    ? createOutboxMailer({ dataDir, from, clock, logger })
    : createSmtpMailer({ server: smtp, from, host: mailHostOf(publicUrl), clock })
}
