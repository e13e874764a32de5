import { Webhook } from 'standardwebhooks'
import { expect, it } from 'vitest'
import { createWebhookSecret, signedHeaders } from './signature.ts'

const BODY = '{"type":"webhook.test","data":{"name":"Šenčur “x”"}}'

it('a secret is whsec_ and 32 bytes in base64', () => {
  const secret = createWebhookSecret()
  expect(secret).toMatch(/^whsec_/)
  expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32)
})

it('each secret that signs is accepted by Standard Webhooks, and no other [BR55]', () => {
  const [now, before, other] = [createWebhookSecret(), createWebhookSecret(), createWebhookSecret()]
  const headers = signedHeaders({ id: 'a', body: BODY }, [now, before], new Date())
  for (const secret of [now, before])
    expect(new Webhook(secret).verify(BODY, headers)).toMatchObject({ type: 'webhook.test' })
  expect(() => new Webhook(other).verify(BODY, headers)).toThrow()
  expect(() => new Webhook(now).verify(`${BODY} `, headers)).toThrow()
})
