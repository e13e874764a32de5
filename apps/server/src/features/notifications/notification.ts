import type { Language } from '@senca/contract'
import { deviceCommandSchema } from '@senca/contract'
import { safetyReasonSchema } from '@senca/contract/automation'
import type { NotificationKind, NotificationLevel } from '@senca/contract/notifications'
import * as z from 'zod/mini'
import type { MailContent } from '#features/mails/index.ts'
import { NOTIFICATION_WORDS } from './notification-texts/notification-texts.ts'

/** What the words of a notification are made of, as it is stored. */
export const notificationDataSchema = z.object({
  words: z.enum(NOTIFICATION_WORDS),
  /** The name of the device. */
  device: z.optional(z.string()),
  /** The names of several devices. */
  devices: z.optional(z.array(z.string())),
  /** When it began, if that was before it was notified. */
  since: z.optional(z.string()),
  until: z.optional(z.string()),
  percent: z.optional(z.number()),
  /** Who caused it. */
  by: z.optional(z.string()),
  /** The name of the scenario, link, role, passkey or login. */
  name: z.optional(z.string()),
  reason: z.optional(safetyReasonSchema),
  /** The command that `retry` sends again. */
  command: z.optional(deviceCommandSchema),
})
export type NotificationData = z.infer<typeof notificationDataSchema>

/** The reader of an e-mail. */
export interface MailAddress {
  to: string
  language: Language
  /** The time zone of the home that the notification is about. */
  timezone: string
}

/** An event that people are notified of. */
export interface NewNotification {
  kind: NotificationKind
  /** The same for the same event, also when it is published twice. */
  key: string
  /** Whose home it is about. */
  ownerId: string
  deviceId: string | null
  at: Date
  data: NotificationData
  /** The same words about the device are not published again within this time. */
  notWithinMs?: number
  /** Whether phones show it, if its reader wants the kind; absent for yes. */
  isPushed?: boolean
  /** The session that caused it, whose phone needs no push. */
  exceptSessionId?: string
  /** The level, if it is not that of the kind. */
  level?: NotificationLevel
  /** Its readers were named for what their owner missed: it is pushed whatever they chose, or mailed to readers without a phone. */
  isEscalated?: boolean
  /** The one phone that it is for, whatever was chosen. */
  phoneId?: string
  /** Absent for those who may view the device and have not turned the kind off. */
  readers?: readonly string[]
  /** Writes an e-mail that has more details than the entry of the list. */
  mail?: (address: MailAddress) => MailContent
  /** Whether an e-mail is sent if the reader has chosen nothing; absent: as the kind has it. */
  isMailed?: boolean
  /** The name under which its e-mails are counted; absent for the kind. */
  mailKind?: string
  /** Whether the e-mail is one of those that leave each time, also to addresses that are not confirmed. */
  isUnlimited?: boolean
}
