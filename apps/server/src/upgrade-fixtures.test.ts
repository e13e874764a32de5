import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, it, vi } from 'vitest'
import { MIGRATIONS_FOLDER, migrate } from '#platform/postgres/migrate.ts'
import { readJournal } from '#platform/postgres/schema-version.ts'
import { SERVER_ROOT } from '#platform/process/server-root.ts'
import { createEmptyDatabase, queryAt } from '#testing/database/test-database.ts'
import { FIXTURE_OWNER, makeUpgradeFixture } from '#testing/database/upgrade-fixture.ts'
import { spawnServer } from '#testing/server-process.ts'
import { createTestClient } from '#testing/test-client.ts'
import { chooseSecret, restore, verifyBackup } from './backup/restore.ts'

/**
 * The data of earlier versions, each a backup named after the newest migration at that time. Before a migration is added,
 * `MAKE_UPGRADE_FIXTURE=yes npx vitest run apps/server/src/upgrade-fixtures.test.ts` stores those of the current version.
 */
const FOLDER = join(SERVER_ROOT, 'upgrade-fixtures')
/** Columns that a migration removed or rewrote on purpose, as `table.column`, with the reason. */
const CHANGED: Record<string, string> = {}

vi.setConfig({ testTimeout: 240_000 })

type Row = Record<string, unknown>

async function readTables(url: string, names: Iterable<string>) {
  const tables = new Map<string, Row[]>()
  for (const name of names) {
    const rows = await queryAt<{ row: Row }>(
      url,
      `select to_jsonb(t) as row from public.${pg.escapeIdentifier(name)} t`,
    )
    tables.set(
      name,
      rows.map(({ row }) => row),
    )
  }
  return tables
}

const sorted = (rows: Row[], columns: readonly string[]) =>
  rows.map((row) => JSON.stringify(columns.map((column) => [column, row[column]]))).sort()

/** The owner logs in on a current server and finds the home unchanged. */
async function startOn(url: string, folder: string, secret: string) {
  const { child, printed } = spawnServer(folder, { DATABASE_URL: url, SESSION_SECRET: secret })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  try {
    await vi.waitFor(() => expect(printed.out).toContain('Senca is ready'), {
      timeout: 120_000,
      interval: 100,
    })
    const [, address = ''] = /^Senca is ready: (\S+)$/m.exec(printed.out) ?? []
    const owner = createTestClient({ url: address })
    await owner.ok(owner.logIn(FIXTURE_OWNER))
    const ids = await queryAt<{ id: string }>(
      url,
      `select id from devices where owner_id = (select id from accounts where email = '${FIXTURE_OWNER}')`,
    )
    const infos = await owner.info(...ids.map(({ id }) => id))
    expect(
      Object.values(infos)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['Bath', 'Front door', 'Kitchen', 'Lamp'])
    expect(Object.values(infos).find(({ name }) => name === 'Kitchen')?.state.position).toBe(0.25)
  } finally {
    child.kill('SIGTERM')
    await ended
  }
}

if (process.env.MAKE_UPGRADE_FIXTURE === 'yes') {
  it('makes the fixture of this version', async () => {
    const { entries } = await readJournal(MIGRATIONS_FOLDER)
    await makeUpgradeFixture(join(FOLDER, `${entries.at(-1)?.tag}.senca`))
  })
}

const fixtures = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.senca'))
  .sort()

it('there are data of earlier versions', () => {
  expect(fixtures.length).toBeGreaterThan(0)
})

describe.each(fixtures)('the data of %s', (name) => {
  it('lose no row and no value when they are migrated; on the oldest the server is started', async () => {
    const file = join(FOLDER, name)
    const content = await verifyBackup(file)
    const { url, drop } = await createEmptyDatabase()
    const folder = mkdtempSync(join(tmpdir(), 'senca-upgrade-'))
    try {
      await restore(url, file, content, new AbortController().signal)
      const before = await readTables(url, content.rowsByTable.keys())
      await migrate(url)
      const after = await readTables(url, content.rowsByTable.keys())
      expect((before.get('activity_log') ?? before.get('activity'))?.length).toBeGreaterThan(0)
      for (const [table, rows] of before) {
        const columns = Object.keys(rows[0] ?? {}).filter((column) => !(`${table}.${column}` in CHANGED))
        expect(sorted(after.get(table) ?? [], columns), table).toEqual(sorted(rows, columns))
      }

      if (name === fixtures[0]) await startOn(url, folder, chooseSecret(content, undefined))
    } finally {
      rmSync(folder, { recursive: true, force: true })
      await drop()
    }
  })
})
