import { type Language, parseLanguage } from '@senca/contract'
import { and, count, eq, sql } from 'drizzle-orm'
import { accounts } from '#features/accounts/accounts.schema.ts'
import { homes } from '#features/homes/homes.schema.ts'
import { mails } from '#features/mails/mails.schema.ts'
import type { Queries } from '#platform/postgres/database.ts'

/** The limit, so that a windy day does not fill the mailbox. */
const MAILS_A_DAY = 6

export interface Addressee {
  address: { accountId: string; to: string; language: Language }
  /** The time zone of the home. */
  timezone: string
}

/** Who receives e-mails about a home; null if nobody can, or if today's limit for this kind is reached. */
export async function addresseeOf(
  queries: Queries,
  accountId: string,
  kind: string,
): Promise<Addressee | null> {
  const [account] = await queries
    .select({ to: accounts.email, locale: accounts.locale, timezone: homes.timezone })
    .from(accounts)
    .leftJoin(homes, eq(homes.accountId, accounts.id))
    .where(and(eq(accounts.id, accountId), eq(accounts.isConfirmed, true)))
  if (account === undefined) return null
  const [sent] = await queries
    .select({ number: count() })
    .from(mails)
    .where(
      and(
        eq(mails.accountId, accountId),
        eq(mails.kind, kind),
        sql`${mails.createdAt} > now() - interval '1 day'`,
      ),
    )
  const { to, locale, timezone } = account
  const language = parseLanguage(locale)
  return (sent?.number ?? 0) >= MAILS_A_DAY || language === null
    ? null
    : { address: { accountId, to, language }, timezone: timezone ?? 'UTC' }
}
