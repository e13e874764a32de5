import { LANGUAGES, type Language } from '@senca/contract'
import type { StoreSubscription } from '@senca/contract/billing'
import type { MailContent } from '#features/mails/index.ts'
import { filled, writeNotice } from './mail-content.ts'
import { MAIL_TEXTS } from './mail-texts/index.ts'
import type { BillingMailKind } from './mail-texts/mail-texts.ts'

/** What became of a subscription. */
export interface BillingNews {
  mail: BillingMailKind
  /** The end of the trial, or of the subscription. */
  accessUntil: Date
  /** When scenarios of comfort stop. */
  stopsAt: Date
  /** The page of the subscription. */
  manageUrl: string
}

/** Tells of a subscription what its owner has to know, and where to go. */
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
    // In some languages a day ends with a full stop, and so may the sentence.
    ...[lead, rest].map((each) =>
      filled(each, { date: day(accessUntil), stop: day(stopsAt) }).replaceAll('..', '.'),
    ),
    `${manage} ${manageUrl}`,
  ])
}

/** With the deletion of an account: what was bought in stores is canceled there. */
export function storeNotes(bought: readonly StoreSubscription[], language: Language): string[] {
  if (bought.length === 0) return []
  return [
    [MAIL_TEXTS[language].billing.storeSubscriptions, ...bought.map(({ manageUrl }) => manageUrl)].join('\n'),
  ]
}
