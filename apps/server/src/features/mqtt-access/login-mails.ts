import { randomUUID } from 'node:crypto'
import { writeMqttLoginsMail } from '#features/confirmations/index.ts'
import type { Notify } from '#features/notifications/index.ts'
import type { Clock } from '#platform/clock.ts'
import type { WhenDue } from '#platform/due-loop.ts'
import type { Database, Queries } from '#platform/postgres/database.ts'
import { DUE_MAIL, type LoginMailStore } from './login-mails.store.ts'

const HOUR_MS = 3_600_000
/** The first e-mails of an hour are sent at once; the other logins are in one e-mail at its end. */
const AT_ONCE = 5
const BATCH = 100

interface LoginMailsOptions {
  store: LoginMailStore
  database: Pick<Database, 'db'>
  clock: Clock
  whenDue: WhenDue
  notify: Pick<Notify, 'publish'>
  failed(error: unknown): void
}

/** E-mails to the owner about logins that were created or replaced. */
export function createLoginMails({ store, database, clock, whenDue, notify, failed }: LoginMailsOptions) {
  const send = (queries: Queries, accountId: string, names: readonly string[], sessionId?: string) =>
    notify.publish(queries, {
      kind: 'account_security',
      key: `mqtt_login:${randomUUID()}`,
      ownerId: accountId,
      deviceId: null,
      at: clock.now(),
      data: { words: 'mqtt_login', devices: [...names] },
      readers: [accountId],
      mail: (address) => writeMqttLoginsMail(address, names),
      mailKind: 'mqtt_logins',
      isUnlimited: true,
      ...(sessionId === undefined ? {} : { exceptSessionId: sessionId }),
    })

  const sending = whenDue({
    kind: 'mqtt-login-mails',
    everySeconds: 30,
    query: DUE_MAIL,
    async run(_found, repeatAfter) {
      const count = await database.db.transaction(async (transaction) => {
        const due = await store.takeDue(transaction, clock.now(), BATCH)
        for (const { accountId, names } of due) await send(transaction, accountId, names)
        return due.length
      })
      if (count === BATCH) repeatAfter(0)
    },
    failed,
  })

  return {
    /** Sends or delays the e-mail about a login, in the transaction that creates it. */
    async created(
      queries: Queries,
      { accountId, sessionId }: { accountId: string; sessionId: string },
      name: string,
    ): Promise<void> {
      const now = clock.now()
      const hour = await store.lock(queries, accountId)
      const isOver = hour === null || hour.endsAt <= now
      const isDelayed = !isOver && hour.sent >= AT_ONCE
      const names = [...(hour?.names ?? []), name]
      await store.put(queries, accountId, {
        endsAt: isOver ? new Date(now.getTime() + HOUR_MS) : hour.endsAt,
        sent: isOver ? 1 : Math.min(AT_ONCE, hour.sent + 1),
        names: isDelayed ? names : [],
      })
      if (!isDelayed) await send(queries, accountId, names, sessionId)
    },
    setBack: (now: Date): Promise<void> => store.endBy(new Date(now.getTime() + HOUR_MS)),
    stop: sending.stop,
  }
}

export type LoginMails = ReturnType<typeof createLoginMails>
