import type { AccountService } from '#features/accounts/index.ts'
import type { Activity } from '#features/activity/index.ts'
import type { LimitService } from '#features/limits/index.ts'
import type { MailService } from '#features/mails/index.ts'
import type { AppContext } from '#platform/app-context.ts'
import { confirmationRoutes } from './confirmations.routes.ts'
import { createConfirmationService, type StoreSubscriptions } from './confirmations.service.ts'
import { createConfirmationStore } from './confirmations.store.ts'
import { exchangeRoutes } from './exchange.routes.ts'

export { type BillingNews, writeBillingMail } from './billing-mail.ts'
export type { ConfirmationService } from './confirmations.service.ts'
export {
  type BridgeDoorNews,
  type BridgeNews,
  filled,
  reasonText,
  type SafetyNews,
  writeBridgeDoorMail,
  writeBridgeMail,
  writeCredentialMail,
  writeFactoryResetMail,
  writeLateDoorMail,
  writeMqttLoginsMail,
  writeNotice,
  writeSafetyMail,
  writeSafetySettingsMail,
  writeTransferMail,
  writeWeatherAutomaticMail,
} from './mail-content.ts'
export { mailOptionsOf, mailSchemas } from './mail-schemas.ts'
export type { CredentialChange, DirectionSetting, RoleNews } from './mail-texts/mail-texts.ts'
export { writeRoleMail } from './role-mail.ts'

interface ConfirmationsOptions {
  accounts: AccountService
  activity: Pick<Activity, 'recordSecurity' | 'accountCreation'>
  limits: LimitService
  mails: MailService
  storeSubscriptions: StoreSubscriptions
}

/** Registers confirmations by e-mail, with a link or a code. Each works once and for one hour. */
export function registerConfirmations(context: AppContext, options: ConfirmationsOptions) {
  const { config, database, clock, http, everyHour } = context
  const { accounts, activity, limits, mails, storeSubscriptions } = options
  const confirmations = createConfirmationService({
    database,
    clock,
    mails,
    limits,
    isConfirmed: accounts.isConfirmed,
    storeSubscriptions,
    creationOf: activity.accountCreation,
    store: createConfirmationStore(database.db),
    publicUrl: config.publicUrl,
    secret: config.sessionSecret,
  })
  everyHour(confirmations.forgetOld)
  http.register(exchangeRoutes, { confirmations })
  http.register(confirmationRoutes, { confirmations, accounts, database, record: activity.recordSecurity })
  return confirmations
}
