import { type Language, parseLanguage } from '@senca/contract'
import { and, count, eq, sql } from 'drizzle-orm'
import { accounts } from '#features/accounts/accounts.schema.ts'
import { homes } from '#features/homes/homes.schema.ts'
import { mails } from '#features/mails/mails.schema.ts'
import type { Queries } from '#platform/postgres/database.ts'

/** Gusts of a whole day fill no mailbox. */
const MAILS_A_DAY = 6

export interface Addressee {
  address: { accountId: string; to: string; language: Language }
  /** Of the home. */
  timezone: string
}

/** Who is mailed about a home; null where nobody can be, or was often enough today by e-mails of the kind. */
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
