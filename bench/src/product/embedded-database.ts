import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

async function opened(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(config)
  await client.connect()
  return client
}

/** Connects to the embedded database of a running server. */
export async function connectTo(dataDir: string): Promise<pg.Client> {
  return opened({
    host: join(dataDir, 'postgres'),
    port: 5432,
    user: 'senca',
    database: 'senca',
    password: readFileSync(join(dataDir, 'postgres-password'), 'utf8').trim(),
  })
}

/** Confirms all accounts: an account without a confirmed address connects no app. */
export async function confirmAccounts(connectionString: string): Promise<void> {
  const client = await opened({ connectionString })
  await client.query('update accounts set is_confirmed = true')
  await client.end()
}
