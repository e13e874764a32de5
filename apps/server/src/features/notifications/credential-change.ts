import { randomUUID } from 'node:crypto'
import { type CredentialChange, writeCredentialMail } from '#features/confirmations/index.ts'
import type { NewNotification } from './notification.ts'
import type { NotificationWords } from './notification-texts/notification-texts.ts'

const WORDS: Readonly<Record<CredentialChange, NotificationWords>> = {
  passwordChanged: 'password_changed',
  passwordReset: 'password_reset',
  passwordAdded: 'password_added',
  appAdded: 'app_added',
  appRemoved: 'app_removed',
  passkeyAdded: 'passkey_added',
  passkeyRemoved: 'passkey_removed',
  codesRenewed: 'codes_renewed',
}

/** They end all other sessions, whose last push says so. */
const ENDS_SESSIONS: ReadonlySet<CredentialChange> = new Set(['passwordChanged', 'passwordReset'])

/**
 * A change of what an account logs in with; `name` is that of the passkey. Its e-mail is sent each time, and pushes to other sessions
 * than the one that changed it.
 */
export const credentialChange = (
  { accountId, sessionId }: { accountId: string; sessionId?: string },
  news: { change: CredentialChange; name?: string },
  at: Date,
): NewNotification => ({
  kind: 'account_security',
  key: `credentials:${randomUUID()}`,
  ownerId: accountId,
  deviceId: null,
  at,
  data: { words: WORDS[news.change], ...(news.name === undefined ? {} : { name: news.name }) },
  readers: [accountId],
  ...(sessionId === undefined ? {} : { exceptSessionId: sessionId }),
  ...(ENDS_SESSIONS.has(news.change) ? { isPushed: false } : {}),
  mail: (address) => writeCredentialMail(address, news),
  mailKind: 'credentials',
  isUnlimited: true,
})
