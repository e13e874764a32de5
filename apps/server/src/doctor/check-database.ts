import pg from 'pg'
import { findRunningPostgres, hasPostgresData } from '#platform/postgres/embedded/running.ts'
import { MIGRATIONS_FOLDER } from '#platform/postgres/migrate.ts'
import { readPostgresVersion } from '#platform/postgres/postgres-version.ts'
import { isKnownSchema, readSchemaVersion } from '#platform/postgres/schema-version.ts'
import type { Config } from '#platform/process/config.ts'
import { compareClocks } from './check-clock.ts'
import { type Finding, fault, ok, reasonOf, unknown } from './finding.ts'

const ABOUT = 'Database'

/** Checks the database of DATABASE_URL and its pooler, or the embedded one while a server runs it. */
export async function checkDatabase({
  databaseUrl,
  databaseListenUrl,
  dataDir,
}: Pick<Config, 'databaseUrl' | 'databaseListenUrl' | 'dataDir'>): Promise<Finding[]> {
  if (databaseUrl !== undefined && databaseListenUrl !== undefined)
    return [...(await check(databaseListenUrl, 'DATABASE_LISTEN_URL')), await checkPooler(databaseUrl)]
  if (databaseUrl !== undefined) return check(databaseUrl)
  const running = await findRunningPostgres(dataDir)
  if (running !== undefined) return check(running)
  return (await hasPostgresData(dataDir))
    ? [unknown(ABOUT, 'The embedded one is not running; it is checked while Senca runs')]
    : [ok(ABOUT, 'The embedded one is made at the first start')]
}

const check = (url: string, variable = 'DATABASE_URL'): Promise<Finding[]> =>
  withClient({ connectionString: url, statement_timeout: 5_000 }, readFrom).catch((error: unknown) => [
    fault(
      ABOUT,
      `It cannot be used: ${reasonOf(error)}`,
      `Check ${variable}, and that PostgreSQL runs and lets Senca in`,
    ),
  ])

/** Checks that a pooler responds and keeps prepared statements when it shares a connection. */
const checkPooler = (url: string): Promise<Finding> =>
  withClient({ connectionString: url }, async (client) => {
    const prepared = { name: 'doctor', text: 'select $1::int as number' }
    for (const number of [1, 2]) await client.query({ ...prepared, values: [number] })
    return ok('Pooler', 'It answers and takes prepared statements')
  }).catch((error: unknown) =>
    fault(
      'Pooler',
      `It cannot be used: ${reasonOf(error)}`,
      'Check DATABASE_URL; PgBouncer must be 1.21 or newer with max_prepared_statements above 0',
    ),
  )

async function withClient<T>(config: pg.ClientConfig, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return await use(client)
  } finally {
    await client.end().catch(() => {})
  }
}

async function readFrom(client: pg.Client): Promise<Finding[]> {
  const asked = new Date()
  const { rows } = await client.query<{ encoding: string; now: Date }>(
    `select current_setting('server_encoding') as encoding, clock_timestamp() as now`,
  )
  const [found] = rows
  if (found === undefined) return [unknown(ABOUT, 'It does not say what it is')]
  const clock = compareClocks('the database', found.now, asked, new Date())
  const { name, isNewEnough } = await readPostgresVersion(client)
  if (!isNewEnough)
    return [fault(ABOUT, `It is PostgreSQL ${name}`, 'Senca needs PostgreSQL 15 or newer'), clock]
  if (found.encoding !== 'UTF8')
    return [
      fault(ABOUT, `It keeps texts in ${found.encoding}`, 'Make a database with the encoding UTF8'),
      clock,
    ]
  const schema = await readSchemaVersion(client)
  if (!(await isKnownSchema(schema ?? 0, MIGRATIONS_FOLDER)))
    return [
      fault(ABOUT, 'A newer Senca has changed it', 'Start the newer Senca, or restore a backup of this one'),
      clock,
    ]
  return [ok(ABOUT, `PostgreSQL ${name}${schema === null ? ', still empty' : ''}`), clock]
}
