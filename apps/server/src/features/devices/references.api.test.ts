import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { askDevice, receivedBy } from '#testing/device-calls.ts'
import { entriesOf, furnish } from '#testing/furnished-device.ts'
import { createConfirmedClient } from '#testing/homes/link-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'

/** A home is set up by a dozen calls. */
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/** What belongs to the hardware, and stays with its id. */
const HARDWARE = [
  'device_shadows.device_id',
  'devices.id',
  'endpoints.address',
  'endpoints.device_id',
] as const

/** What goes when a device leaves its home, and follows when another device replaces it. */
const OF_THE_HOME = [
  'bridge_devices.device_id',
  'bridge_unlocks.device_id',
  'device_link_devices.device_id',
  'devices.door_id',
  'facade_places.device_id',
  'group_devices.device_id',
  'home_assistant_keys.device_id',
  'notification_device_choices.device_id',
  'notifications.device_id',
  'notifications.key',
  'pins.pinned_id',
  'role_devices.device_id',
  'room_devices.device_id',
  'scenario_targets.device_id',
  'weather_pauses.device_id',
  'webhooks.devices',
] as const

/** What stays in the home when a device leaves it, and follows when another device replaces it. */
const HISTORY = [
  'activity_log.device_id',
  'alarms.device_id',
  'scenario_firing_devices.device_id',
  'scenario_firing_devices.result',
] as const

/** The sun's check of a device that leaves ends when it is due. It follows when another device replaces it. */
const SUN = 'sun_looks.device_id'

/** What ends when a device leaves its home, also when another device replaces it. */
const ENDING = [
  'device_conditions.device_id',
  'device_health.device_id',
  'device_health_days.device_id',
  'device_keys.device_id',
  'device_upgrades.device_id',
  'transfers.device_id',
  'webhook_deliveries.device_ids',
  'webhook_holds.device_id',
] as const

/** What no home has: the devices of the demo home, and challenges, which end with their session and after a minute. */
const ELSEWHERE = ['demo_devices.device_id', 'unlock_challenges.device_id'] as const

const everything = [...HARDWARE, ...OF_THE_HOME, ...HISTORY, ...ENDING, SUN].sort()

async function columnsThatReferenceDevices(): Promise<string[]> {
  const { rows } = await app.database.pool.query<{ name: string }>(`
    select c.conrelid::regclass || '.' || a.attname as name
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
    where c.contype = 'f' and c.confrelid = 'devices'::regclass`)
  return rows.map(({ name }) => name)
}

/** The columns of all tables, foreign keys or not, in which the id of a device stands by itself or within something. */
async function columnsWith(id: string): Promise<string[]> {
  const { rows: tables } = await app.database.pool.query<{ name: string }>(`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`)
  const columns = new Set<string>()
  for (const { name } of tables) {
    const { rows } = await app.database.pool.query<{ row: object }>(
      `select to_jsonb(t) as row from "${name}" t where strpos(to_jsonb(t)::text, $1) > 0`,
      [id],
    )
    for (const { row } of rows)
      for (const [column, value] of Object.entries(row))
        if (JSON.stringify(value).includes(id)) columns.add(`${name}.${column}`)
  }
  return [...columns].sort()
}

/** A home in which every table names a shade, and the shades name it as their door. */
async function moveInEverywhere() {
  const owner = await createConfirmedClient(app)
  const shade = await moveIn(app, owner, 'roller_shutter', { state: { position: 0.4 } })
  const { neighbour, scenario } = await furnish(app, owner, shade.id, { settings: { motorInverted: true } })
  await owner.ok(owner.api('POST', '/auth/api/v1/scenario/run', { json: { id: scenario.id } }))
  const { pool } = app.database
  const insert = (table: string, row: object) =>
    pool.query(
      `insert into ${table} select (jsonb_populate_record(null::${table}, $1::jsonb)).* on conflict do nothing`,
      [JSON.stringify(row)],
    )
  const { rows } = await pool.query('select owner_id from devices where id = $1', [shade.id])
  const ownerId: string = rows[0].owner_id
  const device_id = shade.id
  const now = new Date().toISOString()
  const day = now.slice(0, 10)
  const [firmware, hash] = ['2.0.0', randomUUID()]
  await pool.query('update devices set door_id = $1 where id = $2', [shade.id, neighbour.id])
  await insert('alarms', { account_id: ownerId, source: 'fire', origin: 'door', since: now, device_id })
  const { rows: bridges } = await pool.query('select bridge_id from bridge_devices where device_id = $1', [
    shade.id,
  ])
  await insert('bridge_unlocks', { bridge_id: bridges[0].bridge_id, device_id, mode: 'ask', pin_tries: 0 })
  await insert('home_assistant_keys', { bridge_id: bridges[0].bridge_id, device_id, key: 'key' })
  const webhook_id = randomUUID()
  await insert('webhooks', {
    ...{ id: webhook_id, account_id: ownerId, bridge_id: bridges[0].bridge_id, is_enabled: false },
    ...{ url: 'https://hooks.example', events: [], devices: [device_id], secret: '', created_at: now },
  })
  await insert('webhook_holds', { webhook_id, device_id })
  await insert('webhook_deliveries', {
    ...{ id: randomUUID(), webhook_id, event: 'device.held', device_ids: [device_id], body: '{}' },
    ...{ at: now, attempts: 0 },
  })
  await insert('notifications', {
    ...{ id: randomUUID(), account_id: ownerId, owner_id: ownerId, device_id, key: `door_open:${device_id}` },
    ...{ kind: 'door_open', level: 'normal', data: { words: 'door_open' }, at: now },
  })
  await insert('notification_device_choices', {
    account_id: ownerId,
    device_id,
    kind: 'door_open',
    minutes: 5,
  })
  await insert('device_conditions', { device_id, kind: 'door_open', since: now })
  await insert('device_health', { device_id, told_signs: [] })
  await insert('device_health_days', { device_id, day, restarts: 1, drops: 0, answers: 0, answer_ms: 0 })
  await insert('device_keys', { id: hash, device_id, public_key: '', fingerprint: hash, created_at: now })
  await insert('device_upgrades', {
    ...{ device_id, owner_id: ownerId, is_in_line: false, type: 'roller_shutter', version: firmware },
    ...{ step: 'done', asked_at: now, changed_at: now },
  })
  await insert('transfers', {
    ...{ device_id, giver_id: ownerId, receiver_id: ownerId, token_hash: hash },
    ...{ created_at: now, expires_at: new Date(Date.now() + 3_600_000).toISOString() },
  })
  await vi.waitFor(async () => {
    // Reading the activity writes what waits.
    await entriesOf(owner, shade.id)
    expect(await columnsWith(shade.id)).toEqual(everything)
  })
  return { owner, shade }
}

it('every column that references a device is known here', async () => {
  const known: readonly string[] = [...everything, ...ELSEWHERE]
  for (const column of await columnsThatReferenceDevices()) expect(known).toContain(column)
})

it('a device that leaves its home leaves its hardware and its history', async () => {
  const { owner, shade } = await moveInEverywhere()
  await owner.delete(shade.id)
  await vi.waitFor(async () =>
    expect((await columnsWith(shade.id)).filter((column) => column !== SUN)).toEqual(
      [...HARDWARE, ...HISTORY].sort(),
    ),
  )
  await shade.device.end()
})

it('[DV15] a device that is replaced leaves its hardware alone', async () => {
  const { owner, shade } = await moveInEverywhere()
  const [fresh] = await owner.provision('roller_shutter')
  if (fresh === undefined) throw new Error('nothing was provisioned')
  await owner.ok(askDevice(owner, 'replace', { token: shade.id, claimCode: fresh.claimCode }))
  await receivedBy(shade.device, 'forget')
  await vi.waitFor(async () => {
    expect(await columnsWith(shade.id)).toEqual(HARDWARE)
    expect(await columnsWith(fresh.id)).toEqual([...HARDWARE, ...OF_THE_HOME, ...HISTORY, SUN].sort())
  })
  await shade.device.end()
})
