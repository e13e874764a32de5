import { DEFAULT_LANGUAGE, type Language } from '@senca/contract'
import { type Account, type AccountService, addresseeOf } from '#features/accounts/index.ts'
import type { MailService } from '#features/mails/index.ts'
import type { Queries } from '#platform/postgres/database.ts'
import { type BillingNews, writeBillingMail } from './billing-mail.ts'
import {
  type BridgeNews,
  type LateDoorNews,
  type SafetyNews,
  type SafetySettingsNews,
  type TransferMail,
  type WeatherAutomaticNews,
  writeBridgeMail,
  writeCredentialMail,
  writeFactoryResetMail,
  writeLateDoorMail,
  writeMqttLoginsMail,
  writeSafetyMail,
  writeSafetySettingsMail,
  writeTransferMail,
  writeWeatherAutomaticMail,
} from './mail-content.ts'
import type { CredentialChange } from './mail-texts/mail-texts.ts'

/** The kind of e-mails about safety. */
export const SAFETY_MAIL = 'safety'
/** The kind of e-mails about settings that others changed and on which safety depends. */
export const SAFETY_SETTINGS_MAIL = 'safety_settings'
/** The kind of e-mails about decisions of others about the weather. */
export const WEATHER_AUTOMATIC_MAIL = 'weather_automatic'

/** The kind of e-mails about locks that carried out a command late. */
export const LATE_DOOR_MAIL = 'late_door'

interface NoticesOptions {
  accounts: Pick<AccountService, 'find'>
  mails: Pick<MailService, 'post'>
}

/** E-mails that nobody requested. They notify an owner of what has happened. */
export const createNotices = ({ accounts, mails }: NoticesOptions) => ({
  /**
   * Reads the account and returns a function that posts the e-mail, because a transaction must not wait for a second connection.
   */
  async factoryReset(ownerId: string, device: string): Promise<(queries: Queries) => Promise<void>> {
    const account = await accounts.find(ownerId)
    if (account === null) return async () => {}
    const mail = writeFactoryResetMail({ to: account.email, language: account.locale, device })
    return async (queries) => {
      await mails.post(queries, ownerId, 'factory_reset', mail)
    }
  },

  /** Runs in the transaction that stores the offer. */
  async transfer(queries: Queries, { id, email, locale }: Account, offer: TransferMail): Promise<void> {
    const mail = writeTransferMail({ to: email, language: locale }, offer)
    await mails.post(queries, id, 'transfer', mail)
  },

  /** Runs in the transaction that reads the account. */
  async safety(
    queries: Queries,
    { accountId, ...address }: { accountId: string; to: string; language: Language },
    news: SafetyNews,
  ): Promise<void> {
    await mails.post(queries, accountId, SAFETY_MAIL, writeSafetyMail(address, news))
  },

  /** Runs in the transaction that changes the settings. */
  async safetySettings(
    queries: Queries,
    { accountId, ...address }: { accountId: string; to: string; language: Language },
    news: SafetySettingsNews,
  ): Promise<void> {
    await mails.post(queries, accountId, SAFETY_SETTINGS_MAIL, writeSafetySettingsMail(address, news))
  },

  /** Runs in the transaction that reads the account. */
  async mqttLogins(
    queries: Queries,
    { accountId, ...address }: { accountId: string; to: string; language: Language },
    names: readonly string[],
  ): Promise<void> {
    await mails.post(queries, accountId, 'mqtt_logins', writeMqttLoginsMail(address, names))
  },

  /** Runs in the transaction that changes the bridge or finds that it ends. */
  async bridge(queries: Queries, accountId: string, news: BridgeNews): Promise<void> {
    const addressee = await addresseeOf(queries, accountId)
    if (addressee === null) return
    const address = { to: addressee.to, language: addressee.language ?? DEFAULT_LANGUAGE }
    await mails.post(queries, accountId, 'bridges', writeBridgeMail(address, news))
  },

  /** Runs in the transaction that changes the credentials. It is sent for each change, so it counts against no limit. */
  async credentials(
    queries: Queries,
    accountId: string,
    news: { change: CredentialChange; name?: string },
  ): Promise<void> {
    const addressee = await addresseeOf(queries, accountId)
    if (addressee === null) return
    const address = { to: addressee.to, language: addressee.language ?? DEFAULT_LANGUAGE }
    await mails.post(queries, accountId, 'credentials', writeCredentialMail(address, news))
  },

  /** Runs in the transaction that reads the account. */
  async lateDoor(
    queries: Queries,
    { accountId, ...address }: { accountId: string; to: string; language: Language },
    news: LateDoorNews,
  ): Promise<void> {
    await mails.post(queries, accountId, LATE_DOOR_MAIL, writeLateDoorMail(address, news))
  },

  /** Runs in the transaction that reads the account. */
  async billing(
    queries: Queries,
    { accountId, ...address }: { accountId: string; to: string; language: Language },
    news: BillingNews,
  ): Promise<void> {
    await mails.post(queries, accountId, 'billing', writeBillingMail(address, news))
  },

  /** Runs in the transaction that reads the account. */
  async weatherAutomatic(
    queries: Queries,
    { accountId, ...address }: { accountId: string; to: string; language: Language },
    news: WeatherAutomaticNews,
  ): Promise<void> {
    await mails.post(queries, accountId, WEATHER_AUTOMATIC_MAIL, writeWeatherAutomaticMail(address, news))
  },
})
