import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

/** Connects to the embedded database of a running server. */
export async function connectTo(dataDir: string): Promise<pg.Client> {
  const client = new pg.Client({
    host: join(dataDir, 'postgres'),
    port: 5432,
    user: 'senca',
    database: 'senca',
    password: readFileSync(join(dataDir, 'postgres-password'), 'utf8').trim(),
  })
  await client.connect()
  return client
}
