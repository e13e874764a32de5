import { GRACE_DAYS } from '@senca/contract/billing'
import { addresseeOf } from '#features/accounts/index.ts'
import { writeBillingMail } from '#features/confirmations/index.ts'
import type { MailService } from '#features/mails/index.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Queries } from '#platform/postgres/database.ts'
import type { BillingStore } from './billing.store.ts'
import { currentOf, hasAccess, mailKeyOf, mailOf } from './purchase.ts'

interface BillingMailsOptions {
  store: BillingStore
  database: Pick<Database, 'db'>
  clock: Clock
  mails: Pick<MailService, 'post'>
  publicUrl: string
  /** Called in the transaction by which the entitlement of an account changes. */
  changed(queries: Queries, accountId: string): Promise<void>
}

const DAY_MS = 86_400_000
const AHEAD_MS = 4 * DAY_MS
const ACCOUNTS_AT_ONCE = 200

/** E-mails about subscriptions: a trial ends soon, a payment failed, and the grace period after an end. */
export function createBillingMails({
  store,
  database,
  clock,
  mails,
  publicUrl,
  changed,
}: BillingMailsOptions) {
  const sendTo = (accountId: string): Promise<void> =>
    database.db.transaction(async (queries) => {
      await store.lock(queries, accountId)
      const now = clock.now()
      const current = currentOf(await store.purchasesOf(accountId, queries), now)
      if (current === null) return
      const stopsAt = new Date(current.accessUntil.getTime() + GRACE_DAYS * DAY_MS)
      // The last day of the grace period has passed, so scenarios that use the weather are evaluated again.
      const stopped = mailKeyOf('stopped', current)
      if (!hasAccess(current, now) && stopsAt <= now && !current.notified.includes(stopped)) {
        await store.markNotified(queries, current, stopped)
        await changed(queries, accountId)
      }
      const mail = mailOf(current, current.notified, now)
      if (mail === null) return
      const account = await addresseeOf(queries, accountId)
      await store.markNotified(queries, current, mailKeyOf(mail, current))
      if (account === null || !account.isConfirmed || account.language === null) return
      const { accessUntil } = current
      const manageUrl = `${publicUrl}/subscription`
      const address = { to: account.to, language: account.language }
      await mails.post(
        queries,
        accountId,
        'billing',
        writeBillingMail(address, { mail, accessUntil, stopsAt, manageUrl }),
      )
    })

  return {
    async send(): Promise<void> {
      const now = clock.now().getTime()
      const from = new Date(now - (GRACE_DAYS + 2) * DAY_MS)
      const until = new Date(now + AHEAD_MS)
      let after: string | null = null
      for (;;) {
        const ids: string[] = await store.endingBetween(from, until, after, ACCOUNTS_AT_ONCE)
        for (const accountId of ids) await sendTo(accountId)
        after = ids.at(-1) ?? null
        if (ids.length < ACCOUNTS_AT_ONCE || after === null) return
      }
    },
  }
}
