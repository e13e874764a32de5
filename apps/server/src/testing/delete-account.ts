import { exchangeAnswerSchema } from '@senca/contract/account'
import { createToken, lookupHashOf, tokenHashOf } from '#features/confirmations/confirmation-token.ts'
import type { TestApp } from './test-app.ts'
import type { TestClient } from './test-client.ts'

/** Deletes a client's account. The database contains only a hash of the e-mailed token, so this replaces it by a known one. */
export async function deleteAccount(
  app: Pick<TestApp, 'database'>,
  client: TestClient,
  email: string,
): Promise<void> {
  await client.ok(client.call('GET', '/auth/account/delete?confirmtype=link'))
  const { token } = createToken('link')
  await app.database.pool.query(
    `update confirmations set lookup_hash = $1, token_hash = $2
     where purpose = 'delete' and account_id = (select id from accounts where email = $3)`,
    [lookupHashOf(token, 'link'), tokenHashOf(token), email],
  )
  const exchanged = await client.ok(client.call('POST', '/auth/account/delete', { form: { token } }))
  const { state } = exchangeAnswerSchema.parse(exchanged)
  await client.ok(client.call('POST', `/auth/account/${token}/delete`, { form: { state } }))
}
