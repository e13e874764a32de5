import { createHash, createHmac, hkdfSync } from 'node:crypto'
import { LIMITS } from '@senca/contract'
import type { NotificationLevel } from '@senca/contract/notifications'
import { PUSH_MESSAGE_VERSION } from '@senca/contract/push'

/** The number that says that a message describes its notification by itself (Declarative Web Push). */
const WEB_PUSH = 8030
/** More are not shown. */
const ACTIONS_MAX = 2

export interface MessageParts {
  title: string
  body: string
  lang: string
  /** Shown without sound and vibration. */
  isSilent: boolean
  tag: string
  /** An absolute address on the origin of the subscription. */
  navigate: string
  /** How many notifications the person has not seen. */
  badge: number
  actions: readonly { action: string; title: string }[]
  data: {
    id: string | null
    receipt: string
    account: string
    level: NotificationLevel
    at: string
    /** The session of the phone has ended: the worker removes what it kept. */
    end?: true
    /** What is shown after a button was pressed. */
    done?: string
    failed?: string
  }
}

/** The message as it is read by workers and, where there is none, by the browser itself [PK26]. */
function textOf({ data, ...parts }: MessageParts): string {
  const { title, body, lang, isSilent, tag, navigate, badge, actions } = parts
  // Apple's browsers read these two inside, the draft of the standard outside.
  const counted = { mutable: true, app_badge: badge }
  return JSON.stringify({
    web_push: WEB_PUSH,
    ...counted,
    notification: {
      title,
      body,
      lang,
      dir: 'ltr',
      silent: isSilent,
      tag,
      navigate,
      ...counted,
      actions: actions.slice(0, ACTIONS_MAX).map((action) => ({ ...action, navigate })),
      data: { v: PUSH_MESSAGE_VERSION, ...data },
    },
  })
}

const bytesOf = (text: string) => Buffer.byteLength(text)

/**
 * The plain text of a message: JSON of at most 2,400 bytes, filled up with spaces to 2,560, so that its length says nothing. If it is
 * longer, actions give way first, then the end of the body.
 */
export function messageOf(parts: MessageParts): string {
  const fits = (text: string) => bytesOf(text) <= LIMITS.PUSH_MESSAGE_MAX_BYTES
  let text = textOf(parts)
  if (!fits(text)) text = textOf({ ...parts, actions: [] })
  let body = [...parts.body]
  while (!fits(text) && body.length > 0) {
    body = body.slice(0, Math.floor(body.length / 2))
    text = textOf({ ...parts, actions: [], body: `${body.join('')}…` })
  }
  return text + ' '.repeat(Math.max(0, LIMITS.PUSH_MESSAGE_BYTES - bytesOf(text)))
}

const TOPIC_LENGTH = 32
const RECEIPT_BYTES = 16
const ACCOUNT_LENGTH = 22

/** What is derived from the session secret: topics, in which a push service reads nothing, and receipts, which nobody can guess. */
export function createPushMarks(sessionSecret: string) {
  const keyOf = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', sessionSecret, '', `senca ${purpose}`, 32))
  const topicKey = keyOf('push topics')
  const receiptKey = keyOf('push receipts')
  return {
    /** A waiting message of the same person and subject is replaced at the push service. */
    topicOf: (accountId: string, tag: string): string =>
      createHmac('sha256', topicKey)
        .update(`${accountId}\n${tag}`)
        .digest('base64url')
        .slice(0, TOPIC_LENGTH),
    /** The same for each attempt to send a push. */
    receiptOf: (pushId: string): string =>
      createHmac('sha256', receiptKey)
        .update(pushId)
        .digest()
        .subarray(0, RECEIPT_BYTES)
        .toString('base64url'),
  }
}

export type PushMarks = ReturnType<typeof createPushMarks>

/** How pages, workers and messages call the same account: 22 characters of the SHA-256 of its address. */
export const accountMarkOf = (email: string): string =>
  createHash('sha256').update(email).digest('base64url').slice(0, ACCOUNT_LENGTH)
