import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import type { Jobs } from '#platform/jobs/jobs.ts'
import type { Logger } from '#platform/logger.ts'
import { MailError, type Mailer, messageIdOf } from '#platform/mail/mail.ts'
import type { Database, Queries } from '#platform/postgres/database.ts'
import type { Sealing } from '#platform/sealing.ts'
import type { MailStore, Outcome, UnsentMail } from './mails.store.ts'

const SEND = 'send-mail'
const MAINTAIN = 'maintain-mails'
const EVERY_TEN_MINUTES = '*/10 * * * *'
/** The link in an e-mail is valid for one hour. A later e-mail would only confuse. */
const SENT_WITHIN_S = 3_600
/** No attempt takes this long, so the server that made it has crashed. */
const LOST_AFTER_S = 600
const LOST_BATCH = 1_000
const KEPT_S = 30 * 86_400

const mailSchema = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  token: z.string(),
})
export type MailContent = z.infer<typeof mailSchema>

const jobSchema = z.object({ mailId: z.string() })

interface MailServiceOptions {
  store: MailStore
  database: Pick<Database, 'db'>
  jobs: Jobs
  mailer: Mailer
  sealing: Sealing
  /** The host in message ids. */
  host: string
  logger: Logger
  /** Called with the outcome of each attempt; `failed` is retried. */
  counted(outcome: Outcome | 'failed'): void
}

/** Sends e-mails at least once: a row says that an e-mail must be sent, and a job retries until the row has an outcome. */
export function createMailService(options: MailServiceOptions) {
  const { store, database, jobs, mailer, sealing, host, logger, counted } = options

  const enqueue = (queries: Queries, mailId: string) =>
    jobs.enqueue(queries, SEND, { mailId }, { key: `${SEND}:${mailId}` })

  const open = ({ id, sealed }: UnsentMail): MailContent => {
    const text = sealing.open(sealed, id)
    if (text === null) throw new MailError('It is encrypted under another SESSION_SECRET')
    return mailSchema.parse(JSON.parse(text))
  }

  const end = async (mailId: string, outcome: Outcome, reason: string): Promise<void> => {
    await store.finish(mailId, outcome)
    counted(outcome)
    logger.error({ mailId, outcome, reason }, 'An e-mail was not sent')
  }

  /** Makes one attempt. Throws if it must be repeated. */
  const send = async (mailId: string, signal: AbortSignal): Promise<void> => {
    const mail = await store.findUnsent(mailId)
    if (mail === null) return
    if (mail.ageSeconds > SENT_WITHIN_S) return end(mailId, 'expired', 'its link is older than an hour')
    try {
      await mailer.send({ ...open(mail), messageId: messageIdOf(mailId, host) }, signal)
    } catch (error) {
      const isMailError = error instanceof MailError
      if (isMailError && error.isPermanent) return end(mailId, 'refused', error.message)
      counted('failed')
      logger.warn({ mailId, reason: isMailError ? error.message : 'unexpected' }, 'An e-mail is tried again')
      throw error
    }
    await store.finish(mailId, 'sent')
    counted('sent')
  }

  /** Creates jobs again whose server has crashed, or that are missing after a restore. */
  const resume = async (olderThanSeconds: number): Promise<void> => {
    for (const mailId of await store.listUnsent(olderThanSeconds, LOST_BATCH)) {
      await enqueue(database.db, mailId)
    }
  }

  jobs.handle(SEND, (payload, signal) => send(jobSchema.parse(payload).mailId, signal))
  jobs.schedule(MAINTAIN, EVERY_TEN_MINUTES, async () => {
    await resume(LOST_AFTER_S)
    await store.deleteOld(KEPT_S)
  })

  return {
    /** Writes an e-mail in the given transaction; it is sent after the commit. */
    async post(queries: Queries, accountId: string, kind: string, content: MailContent): Promise<void> {
      const id = randomUUID()
      await store.insert(queries, { id, accountId, kind, sealed: sealing.seal(JSON.stringify(content), id) })
      await enqueue(queries, id)
    },
    /** At the start, e-mails of the last run that were not sent are tried at once. */
    resume: () => resume(0),
  }
}

export type MailService = ReturnType<typeof createMailService>
