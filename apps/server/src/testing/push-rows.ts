import { createHash, createHmac, generateKeyPairSync, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { createSealing } from '#platform/sealing.ts'

/** Rows of a phone and of a push to it, as the server writes them with this session secret. */
export interface PushRows {
  subscription: Record<string, unknown>
  notification: Record<string, unknown>
  push: Record<string, unknown>
}

/** As many phones as wanted, spread over accounts, each with a push that is due at a time. */
export function makePushRows(
  {
    sessionSecret,
    accountIds,
    service,
    dueAt,
  }: { sessionSecret: string; accountIds: readonly string[]; service: string; dueAt: Date },
  count: number,
): PushRows[] {
  const sealing = createSealing(sessionSecret, 'push endpoints')
  const receiptKey = Buffer.from(hkdfSync('sha256', sessionSecret, '', 'senca push receipts', 32))
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
  const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url')
  const at = dueAt.toISOString()
  return Array.from({ length: count }, (_, place) => {
    const accountId = accountIds[place % accountIds.length]
    const endpoint = `${service}/${randomUUID()}`
    const endpoint_hash = sha256(endpoint)
    const keys = { p256dh: point.toString('base64url'), auth: randomBytes(16).toString('base64url') }
    const [subscriptionId, notificationId, pushId] = [randomUUID(), randomUUID(), randomUUID()]
    const receipt = createHmac('sha256', receiptKey)
      .update(pushId)
      .digest()
      .subarray(0, 16)
      .toString('base64url')
    return {
      subscription: {
        ...{ id: subscriptionId, account_id: accountId, session_id: randomUUID(), endpoint_hash },
        ...{ sealed: sealing.seal(JSON.stringify({ endpoint, keys }), endpoint_hash), service: '127.0.0.1' },
        ...{ origin: service, label: 'Phone', content: 'normal', created_at: at, unconfirmed: 0 },
      },
      notification: {
        ...{ id: notificationId, account_id: accountId, owner_id: accountId, key: `bench:${notificationId}` },
        ...{ kind: 'account_security', level: 'normal', data: { words: 'new_browser' }, at },
      },
      push: {
        ...{
          id: pushId,
          account_id: accountId,
          notification_id: notificationId,
          subscription_id: subscriptionId,
        },
        ...{ label: 'Phone', purpose: 'event', level: 'normal', tag: notificationId, state: 'waiting' },
        ...{ state_at: at, created_at: at, next_at: at, attempts: 0, receipt_hash: sha256(receipt) },
        ...{ expires_at: new Date(dueAt.getTime() + 3_600_000).toISOString() },
        ...{ is_held: false, is_discreet: false, is_missed: false },
      },
    }
  })
}
