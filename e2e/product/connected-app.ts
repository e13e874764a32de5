import { approvalAskedSchema, approvalStatusSchema } from '@senca/contract/approvals'
import { createdBridgeSchema } from '@senca/contract/bridges'
import type { Client } from './client.ts'
import type { Product } from './product.ts'

/** A connected app that may ask people to unlock one door, and what it does with its own token. */
export async function askingApp(
  product: Pick<Product, 'url' | 'account'>,
  owner: Client,
  name: string,
  door: string,
) {
  const { password } = product.account
  const { id, secret } = createdBridgeSchema.parse(
    await owner.post('bridge/create', {
      name,
      kind: 'script',
      grants: { [door]: { permissions: ['command'] } },
      scopes: ['devices:read', 'devices:command', 'doors:ask'],
      password,
    }),
  )
  await owner.post('bridge/unlock', { id, token: door, mode: 'ask', password })
  const call = async (method: string, path: string, json?: object): Promise<unknown> => {
    const answer = await fetch(`${product.url}/auth/api/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    })
    const body: unknown = await answer.json()
    if (answer.status !== 200) throw new Error(JSON.stringify(body))
    return body
  }
  return {
    id,
    /** Asks for the motor lock, and returns the id of the ask. */
    ask: async () =>
      approvalAskedSchema.parse(await call('POST', 'approval/ask', { token: door, lockType: 'motor' })).id,
    statusOf: async (ask: string) =>
      approvalStatusSchema.parse(await call('GET', `approval/status?${new URLSearchParams({ id: ask })}`))
        .status,
  }
}
