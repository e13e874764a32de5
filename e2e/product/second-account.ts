import { Client } from './client.ts'
import { linkIn } from './mailbox.ts'
import type { Account } from './product.ts'
import type { Server } from './server.ts'

const PASSWORD = 'window-with-two-sides-4'

/** Another confirmed account on a server, without devices. */
export async function secondAccount(
  server: Pick<Server, 'url' | 'mailbox'>,
  name: string,
): Promise<{ account: Account; client: Client }> {
  const account = { email: `${name}-${process.pid}-${Date.now() % 100_000}@example.com`, password: PASSWORD }
  const client = new Client(server.url)
  await client.register(account.email, account.password)
  await client.confirm(linkIn(await server.mailbox.newest(account.email, 1), '/confirmaccount'))
  return { account, client }
}
