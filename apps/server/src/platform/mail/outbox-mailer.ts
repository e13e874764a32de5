import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../clock.ts'
import type { Logger } from '../logger.ts'
import { composeMail, type Mailer } from './mail.ts'

interface OutboxOptions {
  dataDir: string
  from: string
  clock: Clock
  logger: Logger
}

/**
 * Writes e-mails as files into `outbox` in the data folder, with names that sort by time, and prints their links and codes. For
 * trying Senca out, and for homes without a mail server.
 */
export function createOutboxMailer({ dataDir, from, clock, logger }: OutboxOptions): Mailer {
  const folder = join(dataDir, 'outbox')
  let count = 0
  return {
    async send(mail) {
      const message = await composeMail(mail, from, clock.now())
      await mkdir(folder, { recursive: true, mode: 0o700 })
      count += 1
      const time = clock.now().toISOString().replaceAll(':', '-')
      const name = `${time}-${String(count).padStart(6, '0')}-${mail.messageId.slice(1, 9)}.eml`
      // Written under another name first, so that a program that reads the folder finds only complete files.
      const unfinished = join(folder, `.${name}.part`)
      await writeFile(unfinished, message, { mode: 0o600 })
      await rename(unfinished, join(folder, name))
      logger.info({ to: mail.to, subject: mail.subject, token: mail.token, file: name }, 'Mail in the outbox')
    },
  }
}
