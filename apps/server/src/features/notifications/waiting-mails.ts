import * as z from 'zod/mini'
import type { MailContent, MailService } from '#features/mails/index.ts'
import type { AppContext } from '#platform/app-context.ts'
import type { Queries } from '#platform/postgres/database.ts'
import { createSealing } from '#platform/sealing.ts'
import { DUE_MAIL, waitingMailStore } from './waiting-mails.store.ts'

const BATCH = 100

const contentSchema = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  token: z.string(),
})

/** E-mails that are sent unless their reader sees the notification, or it ends, before their time [PK21]. */
export function createWaitingMails(
  { config, clock, database, logger, whenDue }: AppContext,
  mails: Pick<MailService, 'post'>,
) {
  const sealing = createSealing(config.sessionSecret, 'mails of notifications')

  const postDue = (): Promise<number> =>
    database.db.transaction(async (queries) => {
      const due = await waitingMailStore.takeDue(queries, clock.now(), BATCH)
      for (const { notificationId, accountId, kind, sealed } of due) {
        const text = accountId === null ? null : sealing.open(sealed, notificationId)
        if (accountId !== null && text !== null)
          await mails.post(queries, accountId, kind, contentSchema.parse(JSON.parse(text)))
      }
      return due.length
    })

  const posting = whenDue({
    kind: 'notification-mails',
    query: DUE_MAIL,
    async run(_found, repeatAfter) {
      if ((await postDue()) === BATCH) repeatAfter(0)
    },
    failed: (error) =>
      logger.error({ err: error }, 'E-mails of notifications could not be posted; trying again'),
  })

  return {
    post(
      queries: Queries,
      notificationId: string,
      { kind, content, dueAt }: { kind: string; content: MailContent; dueAt: Date },
    ): Promise<void> {
      const sealed = sealing.seal(JSON.stringify(content), notificationId)
      return waitingMailStore.insert(queries, { notificationId, kind, sealed, dueAt })
    },
    /** The e-mail of a notification waits no longer. */
    hasten: (queries: Queries, notificationId: string): Promise<void> =>
      waitingMailStore.setDue(queries, notificationId, clock.now()),
    stop: posting.stop,
  }
}

export type WaitingMails = ReturnType<typeof createWaitingMails>
