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
/** Long enough to come to the point where the text is asked for; who takes longer only loses the attempt. */
const CLAIM_S = 120
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

  const retry = async (mail: ClaimedMail): Promise<'retried' | 'given up' | 'taken over'> => {
    const delay = retryDelay(mail.attempts, mail.ageSeconds)
    if (delay === null) {
      await store.finish(mail, 'given_up')
      return 'given up'
    }
    return database.db.transaction(async (transaction) => {
      if (!(await store.postpone(transaction, mail, delay))) return 'taken over'
      await jobs.enqueue(transaction, SEND, { mailId: mail.id }, delay)
      return 'retried'
    })
  }

  const send = async (mailId: string, signal: AbortSignal): Promise<void> => {
    const mail = await store.claim(mailId)
    if (mail === null) return
    const beforeText = async () => {
      if (!(await store.beginSending(mail))) throw new MailError('not_sent', 'another attempt has begun')
    }
    try {
      await mailer.send({ ...open(mail), messageId: messageIdOf(mailId, host) }, { signal, beforeText })
    } catch (error) {
      const fate = error instanceof MailError ? error.fate : 'not_sent'
      const reason = error instanceof MailError ? error.reason : 'an unexpected error'
      const outcome = fate === 'not_sent' ? await retry(mail) : fate
      if (fate !== 'not_sent') await store.finish(mail, fate)
      const level = outcome === 'retried' || outcome === 'taken over' ? 'warn' : 'error'
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
    await store.finish(mail, 'sent')
  }

  const lookAfter = async (claimSeconds: number, overdueSeconds: number): Promise<void> => {
    for (const mailId of await store.giveUpLost(LOST_AFTER_S)) {
      logger.error({ mailId, outcome: 'uncertain' }, 'A mail was being sent when the server crashed')
    }
    await store.release(claimSeconds)
    for (const mailId of await store.listOverdue(overdueSeconds, OVERDUE_BATCH)) {
      await jobs.enqueue(database.db, SEND, { mailId })
    }
    await store.deleteFinished(KEPT_S)
  }

  jobs.handle(SEND, async (payload, signal) => send(jobSchema.parse(payload).mailId, signal))
  jobs.schedule(LOOK_AFTER, EVERY_MINUTE, () => lookAfter(CLAIM_S, OVERDUE_AFTER_S))

  return {
    /** Writes a letter as part of a transaction; it leaves once that is committed. */
    async post(queries: Queries, accountId: string, kind: string, letter: Letter): Promise<void> {
      const id = randomUUID()
      await store.insert(queries, { id, accountId, kind, sealed: sealing.seal(JSON.stringify(letter), id) })
      await jobs.enqueue(queries, SEND, { mailId: id })
    },
    /**
     * At start, finds again at once what a crash has left behind. Another instance that is alive loses the attempts that
     * it has not yet handed the text over in; they are made anew.
     */
    lookAfter: () => lookAfter(0, 0),
  }
}

export type MailService = ReturnType<typeof createMailService>
