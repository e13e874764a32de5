import type { Language } from '@senca/contract'
import type { Account, AccountService } from '#features/accounts/index.ts'
import type { MailService } from '#features/mails/index.ts'
import type { Queries } from '#platform/postgres/database.ts'
import { type BillingNews, writeBillingMail } from './billing-mail.ts'
import {
  type SafetyNews,
  type TransferMail,
  type WeatherAutomaticNews,
  writeFactoryResetMail,
  writeSafetyMail,
  writeTransferMail,
  writeWeatherAutomaticMail,
} from './mail-content.ts'

/** The kind of e-mails about safety. */
export const SAFETY_MAIL = 'safety'
/** The kind of e-mails about what others decided about the weather. */
export const WEATHER_AUTOMATIC_MAIL = 'weather_automatic'

interface NoticesOptions {
  accounts: Pick<AccountService, 'find'>
  mails: Pick<MailService, 'post'>
}

/** Mails that nobody asked for: they tell an owner what has happened. */
export const createNotices = ({ accounts, mails }: NoticesOptions) => ({
  /** Reads the account, and answers what posts the mail: a transaction must not wait for a second connection. */
  async factoryReset(ownerId: string, device: string): Promise<(queries: Queries) => Promise<void>> {
    const account = await accounts.find(ownerId)
    if (account === null) return async () => {}
    const mail = writeFactoryResetMail({ to: account.email, language: account.locale, device })
    return async (queries) => {
      await mails.post(queries, ownerId, 'factory_reset', mail)
    }
  },

  /** As part of the transaction that keeps the offer. */
  async transfer(queries: Queries, { id, email, locale }: Account, offer: TransferMail): Promise<void> {
    const mail = writeTransferMail({ to: email, language: locale }, offer)
    await mails.post(queries, id, 'transfer', mail)
  },

  /** As part of the transaction that reads the account. */
  async safety(
    queries: Queries,
    { accountId, ...address }: { accountId: string; to: string; language: Language },
    news: SafetyNews,
  ): Promise<void> {
    await mails.post(queries, accountId, SAFETY_MAIL, writeSafetyMail(address, news))
  },

  /** As part of the transaction that reads the account. */
  async billing(
    queries: Queries,
    { accountId, ...address }: { accountId: string; to: string; language: Language },
    news: BillingNews,
  ): Promise<void> {
    await mails.post(queries, accountId, 'billing', writeBillingMail(address, news))
  },

  /** Likewise. */
  async weatherAutomatic(
    queries: Queries,
    { accountId, ...address }: { accountId: string; to: string; language: Language },
    news: WeatherAutomaticNews,
  ): Promise<void> {
    await mails.post(queries, accountId, WEATHER_AUTOMATIC_MAIL, writeWeatherAutomaticMail(address, news))
  },
})
