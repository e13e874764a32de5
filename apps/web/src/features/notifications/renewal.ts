import type { NotificationState } from '#core/pocket.ts'

interface PhoneNow {
  permission: NotificationState
  /** Whether this browser sent a subscription to the server, and nobody turned notifications off here since. */
  wasOn: boolean
  /** The subscription of the browser: none, the one that was sent, or another. */
  subscription: 'none' | 'sent' | 'other'
  /** Whether the server knows a subscription of this session; undefined if it did not say. */
  isKnown: boolean | undefined
}

/**
 * What the start of a page does about notifications that this browser lost [PK34]: nothing, send the subscription that the browser
 * has, subscribe again without a word, or ask. It asks where a person may have removed this browser elsewhere.
 */
export function renewalOf({ permission, wasOn, subscription, isKnown }: PhoneNow) {
  if (permission === 'unsupported' || permission === 'denied') return 'nothing'
  if (subscription === 'other') return isKnown === undefined ? 'nothing' : 'send'
  if (subscription === 'sent') return isKnown === false ? 'ask' : 'nothing'
  if (!wasOn) return 'nothing'
  return permission === 'granted' ? 'subscribe' : 'ask'
}
