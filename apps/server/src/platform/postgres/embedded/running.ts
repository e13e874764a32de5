import { access, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { StartError } from '../../process/start-error.ts'
import { findDataDirectory } from './data-directory.ts'
import { postgresUrl } from './embedded-postgres.ts'

/** Whether a data folder contains a database of the embedded PostgreSQL. */
export const hasPostgresData = async (dataDir: string): Promise<boolean> =>
  (await findDataDirectory(dataDir)) !== undefined

/** The URL of the embedded PostgreSQL that another process runs on a data folder; undefined if none responds. */
export async function findRunningPostgres(dataDir: string): Promise<string | undefined> {
  const dataPath = await findDataDirectory(dataDir)
  if (dataPath === undefined) return undefined
  // The file contains: process, data folder, start time, port, socket folder, address.
  const notes = await readFile(join(dataPath, 'postmaster.pid'), 'utf8').catch(() => '')
  const [, , , port, socketFolder] = notes.split('\n')
  if (port === undefined || socketFolder === undefined) return undefined
  const password = await readPassword(dataDir)
  const url = postgresUrl({
    password,
    port: Number(port),
    ...(socketFolder === '' ? {} : { socketFolder }),
  })
  return (await answers(url)) ? url : undefined
}

async function readPassword(dataDir: string): Promise<string> {
  const path = join(dataDir, 'postgres-password')
  await access(path).catch(() => {
    throw new StartError(`${path} cannot be read: run this as the user that Senca runs as`)
  })
  return (await readFile(path, 'utf8')).trim()
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
