import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { expect, it } from 'vitest'
import { MIGRATIONS_FOLDER, migrate } from '#platform/postgres/migrate.ts'
import { createEmptyDatabase } from '#testing/database/test-database.ts'
import { migrateTo } from './backup/migrate-to.ts'

const BEFORE_ENDPOINTS = 9

it('a device from before it had endpoints keeps its login, its claim code, its hardware and its counts', async () => {
  const journal: { entries: { idx: number; when: number }[] } = JSON.parse(
    await readFile(join(MIGRATIONS_FOLDER, 'meta', '_journal.json'), 'utf8'),
  )
  const { url, drop } = await createEmptyDatabase()
  await migrateTo(url, journal.entries.find(({ idx }) => idx === BEFORE_ENDPOINTS)?.when ?? 0)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`
      insert into devices (id, secret_hash, claim_code_hash, type, version, firmware, settings, is_claimable,
        said_factory_reset, must_forget, created_at)
      values ('device-one', 'secret-1', 'code-1', 'awning', 2, '1.2', '{"motorInverted": true}', false, false, true, now()),
        ('device-two', 'secret-2', 'code-2', 'light', null, null, '{}', true, true, false, now());
      insert into device_shadows (device_id, fields, settings, total_restarts, total_state_updates, generation)
      values ('device-one', '{"position": 0.5}', '{"motorInverted": true}', 3, 9007199254740991, 4),
        ('device-two', '{}', '{}', null, null, 0)`)
    await migrate(url)
    expect((await client.query('select * from endpoints order by address')).rows).toEqual([
      {
        driver: 'senca',
        address: 'device-one',
        device_id: 'device-one',
        secret_hash: 'secret-1',
        is_secret_enabled: true,
        claim_code_hash: 'code-1',
        version: 2,
        firmware: '1.2',
        part: null,
        sealed_code: null,
      },
      {
        driver: 'senca',
        address: 'device-two',
        device_id: 'device-two',
        secret_hash: 'secret-2',
        is_secret_enabled: true,
        claim_code_hash: 'code-2',
        version: null,
        firmware: null,
        part: null,
        sealed_code: null,
      },
    ])
    expect((await client.query('select * from devices order by id')).rows).toMatchObject([
      { id: 'device-one', type: 'awning', settings: { motorInverted: true }, must_forget: true },
      { id: 'device-two', is_claimable: true },
    ])
    expect((await client.query('select * from device_shadows order by device_id')).rows).toMatchObject([
      {
        fields: { position: 0.5 },
        settings: { motorInverted: true },
        endpoints: {
          'senca/device-one': { counts: { totalRestarts: 3, totalStateUpdates: 9_007_199_254_740_991 } },
        },
        generation: 4,
      },
      { fields: {}, endpoints: {} },
    ])
  } finally {
    await client.end()
    await drop()
  }
})
