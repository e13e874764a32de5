import { Client } from '@senca/e2e/product/client.ts'
import { linkIn } from '@senca/e2e/product/mailbox.ts'
import type { Server } from '@senca/e2e/product/server.ts'
import pLimit from 'p-limit'
import { provision } from '../product/homes.ts'

const PASSWORD = 'a-quiet-street-3'
const CLAIMS_AT_ONCE = 8

export interface RolePerson {
  email: string
  client: Client
}

/** Registers a confirmed account that can give and receive roles. */
export async function rolePerson(server: Pick<Server, 'url' | 'mailbox'>, name: string): Promise<RolePerson> {
  const email = `${name}-${process.pid}@example.org`
  const client = new Client(server.url)
  await client.register(email, PASSWORD)
  await client.confirm(linkIn(await server.mailbox.newest(email, 1), '/confirmaccount'))
  await client.refresh()
  return { email, client }
}

/** Has an account claim new shades that are not connected. Returns their ids. */
export async function claimShades(url: string, { client }: RolePerson, count: number): Promise<string[]> {
  const made = await provision(url, 'roller_shutter', count)
  const numbered = made.map((device, number) => ({ ...device, number }))
  await pLimit(CLAIMS_AT_ONCE).map(numbered, ({ claimCode, number }) =>
    client.claim(claimCode, `Shade ${number + 1}`),
  )
  return made.map(({ id }) => id)
}
