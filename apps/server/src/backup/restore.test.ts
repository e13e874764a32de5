import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { migrate } from '#platform/postgres/migrate.ts'
import { createTestDatabase, queryAt, type TestDatabase } from '#testing/database/test-database.ts'
import { createBackupHome, insertAccount, NEVER, SECRET } from '#testing/homes/backup-home.ts'
import { spawnServer } from '#testing/server-process.ts'
import { backUp } from './backup.ts'
import { chooseSecret, restore, verifyBackup } from './restore.ts'

/** Each restore runs all migrations. */
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

let database: TestDatabase
let home: Awaited<ReturnType<typeof createBackupHome>>
beforeAll(async () => {
  database = await createTestDatabase()
  await insertAccount(database.pool, 'owner@example.com')
})
afterAll(() => database.drop())
beforeEach(async () => {
  home = await createBackupHome(database)
  return home.end
})

describe('a restore', () => {
  it('leaves a database alone that has tables', async () => {
    await home.make()
    await expect(home.bringBack(database.url)).rejects.toThrow('The database is not empty (it has the table')
    const url = await home.makeEmpty()
    await home.bringBack(url)
    await expect(home.bringBack(url)).rejects.toThrow('The database is not empty')
  })

  it('that was stopped is reported, and no server, backup or restore treats its database as an empty one', async () => {
    await home.make()
    const url = await home.makeEmpty()
    const stopping = new AbortController()
    stopping.abort(new Error('stopped'))
    await expect(restore(url, home.file, await verifyBackup(home.file), stopping.signal)).rejects.toThrow(
      'It was stopped before its end: empty DATA_DIR, or the database of DATABASE_URL, and restore again',
    )
    const unfinished =
      'A restore into the database did not come to its end: empty the database and restore again'
    await expect(home.bringBack(url)).rejects.toThrow(unfinished)
    await expect(migrate(url)).rejects.toThrow(unfinished)
    await expect(
      backUp(home.source(url), join(home.folder, 'other'), { isForced: true, signal: NEVER }),
    ).rejects.toThrow(unfinished)
    const { child, printed } = spawnServer(home.folder, { DATABASE_URL: url, SESSION_SECRET: SECRET })
    expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(1)
    expect(printed.error).toContain(`Senca cannot start: ${unfinished}`)
  })

  it('fills in nothing when the file turns out damaged on the way', async () => {
    await home.make()
    const content = await verifyBackup(home.file)
    await writeFile(
      home.file,
      gzipSync(
        gunzipSync(await readFile(home.file))
          .toString()
          .replace('owner@', 'thief@'),
      ),
    )
    const url = await home.makeEmpty()
    await expect(restore(url, home.file, content, NEVER)).rejects.toThrow('its checksum does not agree')
    expect(await queryAt(url, 'select 1 from accounts')).toEqual([])
  })

  it('goes on under the session secret of the backup and no other', async () => {
    await home.make()
    const kept = await verifyBackup(home.file)
    expect(chooseSecret(kept, undefined)).toBe(SECRET)
    expect(chooseSecret(kept, SECRET)).toBe(SECRET)
    expect(() => chooseSecret(kept, 'another-secret-of-16')).toThrow('SESSION_SECRET is not the one')
    await backUp({ ...home.source(), isSecretKept: false }, home.file, { isForced: true, signal: NEVER })
    const unkept = await verifyBackup(home.file)
    expect(gunzipSync(await readFile(home.file)).toString()).not.toContain(SECRET)
    expect(() => chooseSecret(unkept, undefined)).toThrow('set it to the same value')
    expect(chooseSecret(unkept, SECRET)).toBe(SECRET)
  })
})
