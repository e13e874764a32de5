import { createTransport } from 'nodemailer'
import { isLoopbackName } from '#platform/http/loopback.ts'
import { mailHostOf } from '#platform/mail/mail.ts'
import { smtpOptions } from '#platform/mail/smtp-mailer.ts'
import type { Config } from '#platform/process/config.ts'
import { type Finding, fault, ok, reasonOf } from './finding.ts'

const ABOUT = 'E-mail'

/** Connects and logs in to the mail server. Sends nothing. */
export async function checkMail({ smtp, publicUrl }: Pick<Config, 'smtp' | 'publicUrl'>): Promise<Finding[]> {
  if (smtp === undefined) {
    return isLoopbackName(new URL(publicUrl).hostname)
      ? [ok(ABOUT, 'They are kept in the data folder: for trying out')]
      : [fault(ABOUT, 'They are kept in the data folder and nobody gets them', 'Set SMTP_URL')]
  }
  const transport = createTransport(smtpOptions(smtp, mailHostOf(publicUrl)))
  try {
    await transport.verify()
    return [ok(ABOUT, `${smtp.host} takes our login`)]
  } catch (error) {
    return [
      fault(
        ABOUT,
        `${smtp.host} cannot be used: ${reasonOf(error)}`,
        'Check SMTP_URL, and that port 25, 465 or 587 is open outwards',
      ),
    ]
  } finally {
    transport.close()
  }
}
