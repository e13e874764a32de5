import { randomUUID } from 'node:crypto'
import {
  type BridgeDoorNews,
  type BridgeNews,
  writeBridgeDoorMail,
  writeBridgeMail,
} from '#features/confirmations/index.ts'
import type { NewNotification } from '#features/notifications/index.ts'

const WORDS = {
  made: 'bridge_made',
  changed: 'bridge_changed',
  renewed: 'bridge_renewed',
  ends: 'bridge_ends',
  paired: 'bridge_paired',
  unpaired: 'bridge_unpaired',
  reset: 'bridge_reset',
  reused: 'bridge_reused',
} as const satisfies Record<BridgeNews['change'], string>

/** A change of a connected app, for its maker. Its e-mail is sent each time. */
export const bridgeChange = (accountId: string, news: BridgeNews, at: Date): NewNotification => ({
  kind: 'account_security',
  key: `bridge:${randomUUID()}`,
  ownerId: accountId,
  deviceId: null,
  at,
  data: {
    words: WORDS[news.change],
    name: news.name,
    ...('ecosystem' in news ? { device: news.ecosystem } : {}),
  },
  readers: [accountId],
  mail: (address) => writeBridgeMail(address, news),
  mailKind: 'bridges',
  isUnlimited: true,
})

const DOOR_WORDS = {
  unlockByPin: 'bridge_unlocks_by_pin',
  unlockByAsk: 'bridge_unlocks_by_ask',
  unlockOff: 'bridge_unlocks_no_more',
  pinLocked: 'bridge_pin_locked',
  asksPaused: 'bridge_asks_paused',
} as const satisfies Record<BridgeDoorNews['change'], string>

/** What a connected app may do at a door, or what went wrong there, for its maker. Its e-mail is sent each time. */
export const bridgeDoorChange = (accountId: string, news: BridgeDoorNews, at: Date): NewNotification => ({
  kind: 'account_security',
  key: `bridge_door:${randomUUID()}`,
  ownerId: accountId,
  deviceId: null,
  at,
  data: {
    words: DOOR_WORDS[news.change],
    name: news.app,
    ...(news.device === undefined ? {} : { device: news.device }),
  },
  readers: [accountId],
  mail: (address) => writeBridgeDoorMail(address, news),
  mailKind: 'bridge_door',
  isUnlimited: true,
})
