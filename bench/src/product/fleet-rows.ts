import type pg from 'pg'
import { connectTo } from './embedded-database.ts'

const ROWS_AT_ONCE = 500_000

export interface FleetSize {
  devices: number
  accounts: number
  activity: number
}

const ACCOUNTS = `
  insert into accounts (id, email, email_key, is_confirmed, locale, created_at)
  select uuid, 'fleet-' || n || '@example.org', 'fleet-' || n || '@example.org', true, 'en', now()
  from (select n, md5('account ' || n)::uuid as uuid from generate_series($1::bigint, $2::bigint) n) made`

/** Devices that were used some time ago, spread evenly over the accounts. */
const DEVICES = `
  with made as (
    select n, substr(md5('device ' || n), 1, 20) as id, md5('account ' || (n % $3::bigint))::uuid as owner_id
    from generate_series($1::bigint, $2::bigint) n
  ), written as (
    insert into devices (id, type, owner_id, name, name_key, settings, is_claimable, said_factory_reset, must_forget,
      created_at, claimed_at)
    select id, 'roller_shutter', owner_id, 'Shade ' || n, 'shade ' || n, '{}', false, false, false, now(), now() from made
  ), reached as (
    insert into endpoints (driver, address, device_id, secret_hash, claim_code_hash, version)
    select 'senca', id, id, md5('secret ' || n), md5('code ' || n), 2 from made
  )
  insert into device_shadows (device_id, fields, settings, endpoints, reported_at, last_seen_at)
  select id, '{"status": "ready", "position": 0.5, "inclination": null}', '{}',
    jsonb_build_object('senca/' || id,
      '{"counts": {"totalRestarts": 1, "totalStateUpdates": 5}, "capabilities": null}'::jsonb), now(), now()
  from made`

/** Activity of the last year, spread evenly over the devices, in chronological order. */
const activityIn = (table: string) => `
  insert into ${table} (at, device_id, device_name, account_id, actor_id, origin, action, details, result, key, keep)
  select now() - (($4::bigint - n)::float8 / $4::bigint) * interval '365 days', substr(md5('device ' || d), 1, 20), 'Shade ' || d,
    md5('account ' || (d % $3::bigint))::uuid, md5('account ' || (d % $3::bigint))::uuid, 'app', 'move', '{"position": 0.5}',
    '{"status": "success", "durationMs": 9000}', gen_random_uuid(), 'home'
  from (
    select n, (hashint8(n)::bigint & 2147483647) % $5::bigint as d from generate_series($1::bigint, $2::bigint) n
  ) happened`

interface Index {
  name: string
  definition: string
}

/**
 * Fills the part of the activity log that holds the past. A table without indexes takes rows several times as fast, and building
 * an index afterwards takes less than keeping it.
 */
async function fillWithoutIndexes(client: pg.Client, fill: () => Promise<void>): Promise<void> {
  const bounds = await client.query<{ bound: string }>(
    "select pg_get_expr(relpartbound, oid) as bound from pg_class where relname = 'activity'",
  )
  const { rows: indexes } = await client.query<Index>(
    `select indexname as name, indexdef as definition from pg_indexes
    where tablename = 'activity' and indexname not in (select conname from pg_constraint)`,
  )
  await client.query('alter table activity_log detach partition activity')
  for (const { name } of indexes) await client.query(`drop index ${client.escapeIdentifier(name)}`)
  await fill()
  await client.query("set maintenance_work_mem = '1GB'")
  for (const { definition } of indexes) await client.query(definition)
  await client.query(`alter table activity_log attach partition activity ${bounds.rows[0]?.bound}`)
}

/** Fills the database of a running server in bulk, as if it had been used for a year. */
export async function fillFleet(
  dataDir: string,
  { devices, accounts, activity }: FleetSize,
  notified: (line: string) => void,
): Promise<void> {
  const client = await connectTo(dataDir)
  const inBatches = async (what: string, count: number, sql: string, values: readonly number[]) => {
    for (let from = 0; from < count; from += ROWS_AT_ONCE) {
      await client.query(sql, [from, Math.min(from + ROWS_AT_ONCE, count) - 1, ...values])
      notified(`${what}: ${Math.min(from + ROWS_AT_ONCE, count).toLocaleString('en')} rows`)
    }
  }
  try {
    await inBatches('accounts', accounts, ACCOUNTS, [])
    await inBatches('devices', devices, DEVICES, [accounts])
    await fillWithoutIndexes(client, () =>
      inBatches('activity', activity, activityIn('activity'), [accounts, activity, devices]),
    )
    await client.query('vacuum analyze')
    await client.query('checkpoint')
  } finally {
    await client.end()
  }
}
