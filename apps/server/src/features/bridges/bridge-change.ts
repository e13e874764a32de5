import { randomUUID } from 'node:crypto'
import { type BridgeNews, writeBridgeMail } from '#features/confirmations/index.ts'
import type { NewNotification } from '#features/notifications/index.ts'

const WORDS = {
  made: 'bridge_made',
  changed: 'bridge_changed',
  renewed: 'bridge_renewed',
  ends: 'bridge_ends',
} as const satisfies Record<BridgeNews['change'], string>

/** A change of a connected app, for its maker. Its e-mail is sent each time. */
export const bridgeChange = (accountId: string, news: BridgeNews, at: Date): NewNotification => ({
  kind: 'account_security',
  key: `bridge:${randomUUID()}`,
  ownerId: accountId,
  deviceId: null,
  at,
  data: { words: WORDS[news.change], name: news.name },
  readers: [accountId],
  mail: (address) => writeBridgeMail(address, news),
  mailKind: 'bridges',
  isUnlimited: true,
})
