import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import type { Database, Queries } from '#platform/database.ts'
import type { Jobs } from '#platform/jobs.ts'
import type { Logger } from '#platform/logger.ts'
import { MailError, type Mailer, messageIdOf } from '#platform/mail.ts'
import type { Sealing } from '#platform/sealing.ts'
import { retryDelay } from './mail-retries.ts'
import type { ClaimedMail, MailStore } from './mails.store.ts'

const SEND = 'send-mail'
const LOOK_AFTER = 'look-after-mails'
const EVERY_MINUTE = '* * * * *'
/** No dialogue with a mail server takes this long: whoever held the letter has crashed. */
const LOST_AFTER_S = 600
const OVERDUE_AFTER_S = 30
const OVERDUE_BATCH = 1_000
const KEPT_S = 30 * 86_400

const letterSchema = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  token: z.string(),
})
export type Letter = z.infer<typeof letterSchema>

const jobSchema = z.object({ mailId: z.string() })

interface MailServiceOptions {
  store: MailStore
  database: Pick<Database, 'db'>
  jobs: Jobs
  mailer: Mailer
  sealing: Sealing
  host: string
  logger: Logger
}

export function createMailService(options: MailServiceOptions) {
  const { store, database, jobs, mailer, sealing, host, logger } = options

  const open = ({ id, sealed }: ClaimedMail): Letter => {
    const text = sealing.open(sealed, id)
    if (text === null) throw new MailError('refused', 'it was sealed under another SESSION_SECRET')
    return letterSchema.parse(JSON.parse(text))
  }

  const retry = async ({ id, attempts, ageSeconds }: ClaimedMail): Promise<'retried' | 'given up'> => {
    const delay = retryDelay(attempts, ageSeconds)
    if (delay === null) {
      await store.finish(id, 'given_up')
      return 'given up'
    }
    await database.db.transaction(async (transaction) => {
      await store.postpone(transaction, id, delay)
      await jobs.enqueue(transaction, SEND, { mailId: id }, delay)
    })
    return 'retried'
  }

  const send = async (mailId: string, signal: AbortSignal): Promise<void> => {
    const mail = await store.claim(mailId)
    if (mail === null) return
    try {
      await mailer.send({ ...open(mail), messageId: messageIdOf(mailId, host) }, signal)
    } catch (error) {
      const fate = error instanceof MailError ? error.fate : 'not_sent'
      const reason = error instanceof MailError ? error.reason : 'an unexpected error'
      const outcome = fate === 'not_sent' ? await retry(mail) : fate
      if (fate !== 'not_sent') await store.finish(mailId, fate)
      const level = outcome === 'retried' ? 'warn' : 'error'
      logger[level](
        {
          mailId,
          outcome,
          reason,
          attempts: mail.attempts,
          ...(error instanceof MailError ? {} : { err: error }),
        },
        'A mail was not sent',
      )
      return
    }
    await store.finish(mailId, 'sent')
  }

  /** Finds again what a crash has left behind. */
  const lookAfter = async (): Promise<void> => {
    for (const mailId of await store.giveUpLost(LOST_AFTER_S)) {
      logger.error({ mailId, outcome: 'uncertain' }, 'A mail was being sent when the server crashed')
    }
    for (const mailId of await store.listOverdue(OVERDUE_AFTER_S, OVERDUE_BATCH)) {
      await jobs.enqueue(database.db, SEND, { mailId })
    }
    await store.deleteFinished(KEPT_S)
  }

  jobs.handle(SEND, async (payload, signal) => send(jobSchema.parse(payload).mailId, signal))
  jobs.schedule(LOOK_AFTER, EVERY_MINUTE, lookAfter)

  return {
    /** Writes a letter as part of a transaction; it leaves once that is committed. */
    async post(queries: Queries, accountId: string, kind: string, letter: Letter): Promise<void> {
      const id = randomUUID()
      await store.insert(queries, { id, accountId, kind, sealed: sealing.seal(JSON.stringify(letter), id) })
      await jobs.enqueue(queries, SEND, { mailId: id })
    },
    lookAfter,
  }
}

export type MailService = ReturnType<typeof createMailService>
