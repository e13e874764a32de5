import { createECDH } from 'node:crypto'
import { LIMITS } from '@senca/contract'
import { NOTIFICATION_LEVELS } from '@senca/contract/notifications'
import { decrypt, encrypt } from 'http_ece'
import { describe, expect, it } from 'vitest'
import { accountMarkOf, createPushMarks, type MessageParts, messageOf } from './push-message.ts'

const ID = '0f5b2a54-7a9e-4f0c-9d2e-5b1c3c5d7e9f'
const parts: MessageParts = {
  title: 'Front door is open',
  body: 'Since 21:40 (15 minutes).',
  lang: 'en',
  isSilent: false,
  tag: 'door_open:k3',
  navigate: `https://senca.example/notifications?id=${ID}`,
  badge: 3,
  actions: [{ action: 'snooze', title: 'In an hour' }],
  data: {
    id: ID,
    receipt: 'A'.repeat(22),
    account: accountMarkOf('ana@example.com'),
    level: 'normal',
    at: '2026-11-29T20:40:00.000Z',
  },
}

describe('the message [PK26]', () => {
  it('is JSON of the described shape, filled up to one length', () => {
    const text = messageOf(parts)
    expect(Buffer.byteLength(text)).toBe(LIMITS.PUSH_MESSAGE_BYTES)
    expect(JSON.parse(text)).toEqual({
      web_push: 8030,
      mutable: true,
      app_badge: 3,
      notification: {
        title: 'Front door is open',
        body: 'Since 21:40 (15 minutes).',
        lang: 'en',
        dir: 'ltr',
        silent: false,
        tag: 'door_open:k3',
        navigate: parts.navigate,
        mutable: true,
        app_badge: 3,
        actions: [{ action: 'snooze', title: 'In an hour', navigate: parts.navigate }],
        data: { v: 1, ...parts.data },
      },
    })
  })

  it('has two actions at most', () => {
    const actions = ['stop', 'retry', 'lock'].map((action) => ({ action, title: action }))
    expect(JSON.parse(messageOf({ ...parts, actions })).notification.actions).toHaveLength(2)
  })

  it.each([
    ['its actions', { navigate: `https://senca.example/notifications?id=${'x'.repeat(1_000)}` }, ''],
    ['the end of its body', { body: 'š'.repeat(3_000) }, '…'],
  ])('gives up %s when it is too long', (_name, change, end) => {
    const text = messageOf({ ...parts, ...change })
    const { notification } = JSON.parse(text)
    expect(Buffer.byteLength(text)).toBe(LIMITS.PUSH_MESSAGE_BYTES)
    expect(Buffer.byteLength(text.trimEnd())).toBeLessThanOrEqual(LIMITS.PUSH_MESSAGE_MAX_BYTES)
    expect(notification.actions).toEqual([])
    expect(notification.body.endsWith(end)).toBe(true)
  })
})

/** What Apple's parser asks of a message, from `NotificationJSONParser.cpp` of WebKit. It drops messages that break a rule. */
const APPLE_RULES: readonly (readonly [
  rule: string,
  holds: (message: Record<string, unknown>) => boolean,
])[] = [
  ['web_push is 8030', ({ web_push }) => web_push === 8030],
  [
    'notification is an object',
    ({ notification }) => typeof notification === 'object' && notification !== null,
  ],
  ['title is a text that is not empty', ({ notification }) => /./.test(String(Object(notification).title))],
  ['navigate is an absolute URL', ({ notification }) => URL.canParse(String(Object(notification).navigate))],
  [
    'dir is one of three words',
    ({ notification }) => ['auto', 'ltr', 'rtl'].includes(Object(notification).dir),
  ],
  [
    'lang, body and tag are texts',
    ({ notification }) =>
      ['lang', 'body', 'tag'].every((key) => typeof Object(notification)[key] === 'string'),
  ],
  ['silent is a boolean', ({ notification }) => typeof Object(notification).silent === 'boolean'],
  ['mutable is a boolean inside', ({ notification }) => typeof Object(notification).mutable === 'boolean'],
  [
    'app_badge is a whole number that is not negative, inside',
    ({ notification }) => {
      const badge: unknown = Object(notification).app_badge
      return typeof badge === 'number' && Number.isSafeInteger(badge) && badge >= 0
    },
  ],
  ['there is no icon to load', ({ notification }) => !Object.hasOwn(Object(notification), 'icon')],
]
const MESSAGES: MessageParts[] = [
  parts,
  { ...parts, isSilent: true, actions: [] },
  { ...parts, badge: 0, tag: 'several' },
  { ...parts, body: 'š'.repeat(3_000) },
  { ...parts, data: { ...parts.data, id: null, end: true } },
  ...NOTIFICATION_LEVELS.map((level) => ({ ...parts, data: { ...parts.data, level } })),
]
describe.each(APPLE_RULES)('for Apple, %s', (_rule, holds) => {
  it.each(MESSAGES.map((message, place) => [place, message] as const))('in message %d', (_place, message) => {
    expect(holds(JSON.parse(messageOf(message)))).toBe(true)
  })
})

describe('what is derived from the secret', () => {
  const marks = createPushMarks('session-secret-of-the-tests')

  it('is a topic of 32 characters for a person and a subject', () => {
    const topic = marks.topicOf('ana', 'door_open:k3')
    expect(topic).toMatch(/^[A-Za-z0-9_-]{32}$/)
    expect(marks.topicOf('ana', 'door_open:k3')).toBe(topic)
    expect(marks.topicOf('bor', 'door_open:k3')).not.toBe(topic)
    expect(marks.topicOf('ana', 'door_open:k4')).not.toBe(topic)
  })

  it('is a receipt of 128 bits for a push', () => {
    expect(marks.receiptOf(ID)).toMatch(/^[A-Za-z0-9_-]{22}$/)
    expect(createPushMarks('another-secret-of-the-tests').receiptOf(ID)).not.toBe(marks.receiptOf(ID))
  })
})

it('the decryption of the tests agrees with the example of RFC 8291, appendix A', () => {
  const bytes = (text: string) => Buffer.from(text, 'base64url')
  const receiver = createECDH('prime256v1')
  receiver.setPrivateKey(bytes('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94'))
  const sender = createECDH('prime256v1')
  sender.setPrivateKey(bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'))
  const authSecret = 'BTBZMqHH6r4Tts7J_aSIgg'
  const text = Buffer.from('When I grow up, I want to be a watermelon')
  const message = bytes(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
  expect(decrypt(message, { version: 'aes128gcm', privateKey: receiver, authSecret })).toEqual(text)
  const made = encrypt(text, {
    version: 'aes128gcm',
    privateKey: sender,
    dh: receiver.getPublicKey(),
    salt: 'DGv6ra1nlYgDCS1FRnbzlw',
    authSecret,
  })
  expect(decrypt(made, { version: 'aes128gcm', privateKey: receiver, authSecret })).toEqual(text)
})
