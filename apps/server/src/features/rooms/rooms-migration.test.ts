import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { expect, it } from 'vitest'
import { MIGRATIONS_FOLDER, migrate } from '#platform/postgres/migrate.ts'
import { createEmptyDatabase } from '#testing/database/test-database.ts'
import { migrateTo } from '../../backup/migrate-to.ts'

const ACCOUNT = '00000000-0000-4000-8000-000000000001'
const ROOM = '00000000-0000-4000-8000-000000000002'

it('accounts and devices of before have no rooms after an update, and get some like any other', async () => {
  const journal: { entries: { tag: string; when: number }[] } = JSON.parse(
    await readFile(join(MIGRATIONS_FOLDER, 'meta', '_journal.json'), 'utf8'),
  )
  const { url, drop } = await createEmptyDatabase()
  await migrateTo(url, journal.entries.find(({ tag }) => tag.startsWith('0010_'))?.when ?? 0)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`
      insert into accounts (id, email, email_key, is_confirmed, locale, created_at)
      values ('${ACCOUNT}', 'a@example.com', 'a@example.com', true, 'de', now());
      insert into devices (id, type, owner_id, name, name_key, settings, is_claimable, said_factory_reset, must_forget,
        created_at)
      values ('device-one', 'awning', '${ACCOUNT}', 'Awning', 'awning', '{}', false, false, false, now())`)
    await migrate(url)
    expect((await client.query('select id from rooms')).rows).toEqual([])
    expect((await client.query('select account_id from preferences')).rows).toEqual([])
    await client.query(`
      insert into rooms (id, account_id, name, name_key, place) values ('${ROOM}', '${ACCOUNT}', 'Room', 'room', 1);
      insert into room_devices (account_id, device_id, room_id, place) values ('${ACCOUNT}', 'device-one', '${ROOM}', 0);
      insert into preferences (account_id) values ('${ACCOUNT}');
      insert into pins (account_id, pinned_id, place) values ('${ACCOUNT}', 'device-one', 0)`)
    await client.query(`delete from accounts where id = '${ACCOUNT}'`)
    const { rows } = await client.query(
      'select device_id from room_devices union select name from rooms union select pinned_id from pins',
    )
    expect(rows).toEqual([])
    expect((await client.query('select id, owner_id from devices')).rows).toEqual([
      { id: 'device-one', owner_id: null },
    ])
  } finally {
    await client.end()
    await drop()
  }
})
