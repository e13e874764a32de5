import type { Language } from '@senca/contract'
import { addresseeOf as accountAddresseeOf } from '#features/accounts/index.ts'
import { homePlaceOf } from '#features/homes/index.ts'
import { countMailsOfDay } from '#features/mails/index.ts'
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
  const account = await accountAddresseeOf(queries, accountId)
  if (account === null || !account.isConfirmed || account.language === null) return null
  if ((await countMailsOfDay(queries, accountId, kind)) >= MAILS_A_DAY) return null
  const { to, language } = account
  const home = await homePlaceOf(queries, accountId)
  return { address: { accountId, to, language }, timezone: home?.timezone ?? 'UTC' }
}
