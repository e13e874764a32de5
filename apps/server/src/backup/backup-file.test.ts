import { lstat, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { migrate } from '#platform/postgres/migrate.ts'
import { createTestDatabase, queryAt, type TestDatabase } from '#testing/database/test-database.ts'
import { createBackupHome, insertAccount, NEVER, SECRET } from '#testing/homes/backup-home.ts'
import { backUp } from './backup.ts'
import { restore, verifyBackup } from './restore.ts'

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

describe('the file of a backup', () => {
  it('is readable by its owner only, and no other file is beside it', async () => {
    await home.make()
    expect((await stat(home.file)).mode & 0o777).toBe(0o600)
    expect(await readdir(home.folder)).toEqual(['home.senca'])
  })

  it('is replaced only when that is asked for', async () => {
    await writeFile(home.file, 'an older backup')
    await expect(home.make()).rejects.toThrow(`${home.file} is there already; add --force to replace it`)
    expect(await readFile(home.file, 'utf8')).toBe('an older backup')
    await home.make(home.file, true)
    expect((await verifyBackup(home.file)).rowsByTable.get('accounts')).toBe(1)
  })

  it('is not replaced by one of an empty home, unless it had no account either', async () => {
    await home.make()
    const before = await readFile(home.file)
    const empty = await home.makeEmpty()
    await migrate(empty)
    await expect(backUp(home.source(empty), home.file, { isForced: true, signal: NEVER })).rejects.toThrow(
      `The database has no accounts, and ${home.file} has some: name another file`,
    )
    expect(await readFile(home.file)).toEqual(before)
    expect(await readdir(home.folder)).toEqual(['home.senca'])
    for (const content of ['no backup', undefined]) {
      if (content === undefined)
        await backUp(home.source(empty), home.file, { isForced: true, signal: NEVER })
      else await writeFile(home.file, content)
      await backUp(home.source(empty), home.file, { isForced: true, signal: NEVER })
      expect((await verifyBackup(home.file)).rowsByTable.get('accounts')).toBe(0)
    }
  })

  it('never goes through a symbolic link', async () => {
    const target = join(home.folder, 'target')
    await writeFile(target, 'mine')
    await symlink(target, home.file)
    await expect(home.make()).rejects.toThrow('is there already')
    await home.make(home.file, true)
    expect((await lstat(home.file)).isSymbolicLink()).toBe(false)
    expect(await readFile(target, 'utf8')).toBe('mine')
  })

  it('is the old one, whole, after a backup that was stopped', async () => {
    await home.make()
    const before = await readFile(home.file)
    const stopping = new AbortController()
    stopping.abort(new Error('stopped'))
    await expect(home.make(home.file, true, stopping.signal)).rejects.toThrow('stopped')
    expect(await readFile(home.file)).toEqual(before)
    expect(await readdir(home.folder)).toEqual(['home.senca'])
  })

  it('removes the files of a killed backup', async () => {
    const abandoned = join(home.folder, '.home.senca.4194304.part')
    await writeFile(abandoned, 'half')
    await home.make()
    expect(await readdir(home.folder)).toEqual(['home.senca'])
  })

  it('needs an existing folder, and a name in it', async () => {
    await expect(home.make(join(home.folder, 'none', 'home.senca'))).rejects.toThrow('cannot be made')
    await expect(home.make(home.folder, true)).rejects.toThrow('is a folder')
  })

  it('is refused when it is truncated, altered, not a backup or of a newer Senca', async () => {
    await home.make()
    const bytes = await readFile(home.file)
    const text = gunzipSync(bytes).toString('utf8')
    const lines = text.split('\n')
    const damaged: [string, Buffer | string, string][] = [
      ['torn', bytes.subarray(0, bytes.length - 20), 'is damaged'],
      ['without its end', gzipSync(lines.slice(0, -2).join('\n').concat('\n')), 'its end is missing'],
      ['a changed value', gzipSync(text.replace('owner@', 'thief@')), 'its checksum does not agree'],
      ['a lost row', gzipSync(text.replace(/\n\{.*\n/, '\n')), 'its checksum does not agree'],
      ['an added end', gzipSync(`${text}${lines.at(-2)}\n`), 'something follows its end'],
      [
        'of a newer format',
        gzipSync(text.replace('["senca-backup",1,', '["senca-backup",2,')),
        'newer Senca',
      ],
      ['another compressed file', gzipSync('hello'.repeat(1_000)), 'is not a backup of Senca'],
      ['a text', 'hello', 'is not a backup of Senca'],
      ['an empty file', '', 'is not a backup of Senca'],
    ]
    for (const [name, content, reason] of damaged) {
      await writeFile(home.file, content)
      await expect(verifyBackup(home.file), name).rejects.toThrow(reason)
      await expect(verifyBackup(home.file), name).rejects.toThrow(home.file)
    }
    const flipped = Buffer.from(bytes)
    flipped.writeUInt8(flipped.readUInt8(100) ^ 1, 100)
    await writeFile(home.file, flipped)
    await expect(verifyBackup(home.file)).rejects.toThrow(home.file)
    await expect(verifyBackup(join(home.folder, 'none'))).rejects.toThrow('does not exist')
  })
})

describe('a backup with a passphrase', () => {
  const passphrase = 'correct horse battery'
  const makeLocked = (isForced = false) =>
    backUp(home.source(), home.file, { isForced, signal: NEVER, passphrase })

  it('says nothing without it, and comes back whole with it', async () => {
    await makeLocked()
    const bytes = await readFile(home.file)
    expect(() => gunzipSync(bytes)).toThrow()
    expect(bytes.includes(SECRET)).toBe(false)
    await expect(verifyBackup(home.file)).rejects.toThrow(
      `${home.file} is encrypted: set BACKUP_PASSPHRASE to what it was made with`,
    )
    const content = await verifyBackup(home.file, passphrase)
    expect(content.sessionSecret).toBe(SECRET)
    const url = await home.makeEmpty()
    await restore(url, home.file, content, NEVER)
    const sql = 'select t::text as row from accounts t order by 1'
    expect(await queryAt(url, sql)).toEqual(await queryAt(database.url, sql))
  })

  it('is not replaced by one of an empty home, also where it cannot be opened', async () => {
    await makeLocked()
    const before = await readFile(home.file)
    const empty = await home.makeEmpty()
    await migrate(empty)
    const replace = (given?: string) =>
      backUp(home.source(empty), home.file, { isForced: true, signal: NEVER, passphrase: given })
    await expect(replace(passphrase)).rejects.toThrow('The database has no accounts')
    await expect(replace()).rejects.toThrow('is encrypted')
    expect(await readFile(home.file)).toEqual(before)
  })

  it('does not keep those without from being read', async () => {
    await home.make()
    expect((await verifyBackup(home.file, passphrase)).rowsByTable.get('accounts')).toBe(1)
  })
})
