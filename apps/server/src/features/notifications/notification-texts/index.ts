import type { Language } from '@senca/contract'
import { bs } from './bs.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { hr } from './hr.ts'
import { it } from './it.ts'
import type { NotificationTexts } from './notification-texts.ts'
import { rs_cyrl } from './rs_cyrl.ts'
import { rs_latn } from './rs_latn.ts'
import { sl } from './sl.ts'

export const NOTIFICATION_TEXTS: Record<Language, NotificationTexts> = {
  en,
  sl,
  hr,
  bs,
  rs_latn,
  rs_cyrl,
  de,
  it,
}
