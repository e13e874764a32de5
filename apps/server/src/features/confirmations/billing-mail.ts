import { LANGUAGES, type Language } from '@senca/contract'
import type { StoreSubscription } from '@senca/contract/billing'
import type { MailContent } from '#features/mails/index.ts'
import { filled, writeNotice } from './mail-content.ts'
import { MAIL_TEXTS } from './mail-texts/index.ts'
import type { BillingMailKind } from './mail-texts/mail-texts.ts'

/** A change of a subscription. */
export interface BillingNews {
  mail: BillingMailKind
  /** The end of the trial or of the subscription. */
  accessUntil: Date
  /** When comfort scenarios stop. */
  stopsAt: Date
  /** The page of the subscription. */
  manageUrl: string
}

/** Writes the e-mail about a subscription for its owner. */
export function writeBillingMail(
  address: { to: string; language: Language },
  { mail, accessUntil, stopsAt, manageUrl }: BillingNews,
): MailContent {
  const { language } = address
  const { mails, manage } = MAIL_TEXTS[language].billing
  const { subject, lead, rest } = mails[mail]
  const day = (date: Date) =>
    new Intl.DateTimeFormat(LANGUAGES[language].tag, { dateStyle: 'long', timeZone: 'UTC' }).format(date)
  return writeNotice(address, subject, [
    // In some languages a date ends with a full stop, and the sentence may end there too.
    ...[lead, rest].map((each) =>
      filled(each, { date: day(accessUntil), stop: day(stopsAt) }).replaceAll('..', '.'),
    ),
    `${manage} ${manageUrl}`,
  ])
}

/** For the deletion of an account: store subscriptions must be canceled in their stores. */
export function storeNotes(bought: readonly StoreSubscription[], language: Language): string[] {
  if (bought.length === 0) return []
  return [
    [MAIL_TEXTS[language].billing.storeSubscriptions, ...bought.map(({ manageUrl }) => manageUrl)].join('\n'),
  ]
}
