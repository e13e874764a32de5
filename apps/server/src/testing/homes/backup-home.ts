import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { backUp } from '../../backup/backup.ts'
import { restore, verifyBackup } from '../../backup/restore.ts'
import { createEmptyDatabase, type TestDatabase } from '../database/test-database.ts'

export const SECRET = 'secret-of-the-backup-tests'
export const NEVER = new AbortController().signal

export const insertAccount = (client: Pick<pg.Pool, 'query'>, email: string) =>
  client.query(
    `insert into accounts (id, email, email_key, is_confirmed, locale, created_at)
     values (gen_random_uuid(), $1, $1, true, 'en', now())`,
    [email],
  )

/** A folder for backups of a database. What a test creates is deleted after the test. */
export async function createBackupHome(database: Pick<TestDatabase, 'url'>) {
  const folder = await mkdtemp(join(tmpdir(), 'senca-backup-'))
  const file = join(folder, 'home.senca')
  const dropAll: (() => Promise<void>)[] = []
  const source = (url = database.url) => ({ url, sessionSecret: SECRET, isSecretKept: true })
  return {
    folder,
    file,
    dropAll,
    source,
    /** Creates an empty database and returns its URL. */
    async makeEmpty(): Promise<string> {
      const { url, drop } = await createEmptyDatabase()
      dropAll.push(drop)
      return url
    },
    make: (path = file, isForced = false, signal = NEVER) => backUp(source(), path, { isForced, signal }),
    bringBack: async (url: string) => restore(url, file, await verifyBackup(file), NEVER),
    async end() {
      for (const drop of dropAll) await drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
