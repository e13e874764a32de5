import { execFile, spawn } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLogger } from '../../logger.ts'
import { listProcesses } from '../../process/process-table.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'

const isRoot = process.getuid?.() === 0

let folder: string
let dataDir: string
let sharedFolder: string
let running: EmbeddedPostgres[]
let exits: string[]

/** A data folder that one PostgreSQL has created. Tests that are about creating one do not use it. */
let madeFolder: string
beforeAll(async () => {
  madeFolder = await mkdtemp(join(tmpdir(), 'senca-pg-made-'))
  await chmod(madeFolder, 0o711)
  const made = await startEmbeddedPostgres({
    dataDir: madeFolder,
    sharedFolder: join(madeFolder, 'shared'),
    logger: createLogger('silent'),
    onExit: () => {},
  })
  await made.stop()
})
afterAll(() => rm(madeFolder, { recursive: true, force: true }))
/** Starts from a copy of that folder, because creating a new one takes several times as long. Owners stay the same. */
const copyMade = () => promisify(execFile)('cp', ['-a', `${madeFolder}/.`, dataDir])

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'senca-pg-'))
  await chmod(folder, 0o711)
  dataDir = join(folder, 'data')
  sharedFolder = join(folder, 'shared')
  await mkdir(dataDir, { mode: 0o711 })
  running = []
  exits = []
})

afterEach(async () => {
  for (const postgres of running) await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})

async function start(): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({
    dataDir,
    sharedFolder,
    logger: createLogger('silent'),
    onExit: (reason) => exits.push(reason),
  })
  running.push(postgres)
  return postgres
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

const postmasterPid = async (postgres: EmbeddedPostgres) =>
  Number.parseInt(await readFile(join(postgres.dataPath, 'postmaster.pid'), 'utf8'), 10)

describe('the embedded PostgreSQL', () => {
  it('keeps its data over a stop and a start, syncing them to disk', async () => {
    await copyMade()
    const first = await start()
    await query(first.url, 'create table kept as select 7 as n')
    await first.stop()
    expect(exits).toEqual([])
    const second = await start()
    expect(await query(second.url, 'select n from kept')).toEqual([{ n: 7 }])
    expect(await query(second.url, 'show fsync')).toEqual([{ fsync: 'on' }])
    expect(await query(second.url, 'show server_encoding')).toEqual([{ server_encoding: 'UTF8' }])
  })

  it('lets nobody in without the password, which stays out of the process list and is readable by its owner only', async () => {
    const postgres = await start()
    const password = (await readFile(join(dataDir, 'postgres-password'), 'utf8')).trim()
    expect(password.length).toBeGreaterThan(20)
    expect((await stat(join(dataDir, 'postgres-password'))).mode & 0o777).toBe(0o600)
    await expect(query(postgres.url.replace(password, 'guess'), 'select 1')).rejects.toThrow(/password/)
    const commands = (await listProcesses()).map(({ command }) => command)
    expect(commands.some((command) => command.includes(postgres.dataPath))).toBe(true)
    expect(commands.filter((command) => command.includes(password))).toEqual([])
    expect((await readdir(dataDir)).sort()).toEqual(['postgres', 'postgres-password'])
  })

  it('stops the one that a killed Senca left behind, and starts', async () => {
    await copyMade()
    const orphan = await start()
    await query(orphan.url, 'create table kept as select 7 as n')
    const orphanPid = await postmasterPid(orphan)
    const second = await start()
    expect(await postmasterPid(second)).not.toBe(orphanPid)
    expect(await query(second.url, 'select n from kept')).toEqual([{ n: 7 }])
    expect((await listProcesses()).some(({ pid }) => pid === orphanPid)).toBe(false)
  })

  it('reports when it is killed, and recovers all that was committed at the next start', async () => {
    await copyMade()
    const killed = await start()
    await query(killed.url, 'create table kept as select 7 as n')
    process.kill(await postmasterPid(killed), 'SIGKILL')
    await vi.waitFor(() => expect(exits).toEqual(['ended by SIGKILL']))
    const second = await start()
    expect(await query(second.url, 'select n from kept')).toEqual([{ n: 7 }])
  })

  it.each(['postmaster.pid', '.s.PGSQL.5432.lock'])(
    'is not misled by a %s that names another process',
    async (name) => {
      await copyMade()
      const first = await start()
      const path = join(first.dataPath, name)
      const lock = await readFile(path, 'utf8')
      const { uid, gid } = await stat(first.dataPath)
      await first.stop()
      const other = spawn('sleep', ['60'], { uid, gid })
      await writeFile(path, lock.replace(/^\d+/, String(other.pid)))
      const second = await start()
      expect(await query(second.url, 'select 1 as n')).toEqual([{ n: 1 }])
      other.kill()
    },
  )

  it('begins again where making the data folder was cut short', async () => {
    await mkdir(join(dataDir, 'postgres.new'))
    await writeFile(join(dataDir, 'postgres.new', 'PG_VERSION'), '18\n')
    const postgres = await start()
    expect(await query(postgres.url, 'select 1 as n')).toEqual([{ n: 1 }])
  })

  it('uses a loopback port where the path is too long for a socket', async () => {
    dataDir = join(folder, 'd'.repeat(90))
    await mkdir(dataDir, { mode: 0o711 })
    await copyMade()
    const postgres = await start()
    expect(new URL(postgres.url).searchParams.get('host')).toBe(null)
    expect(await query(postgres.url, 'select 1 as n')).toEqual([{ n: 1 }])
  })

  it('says in one line what is wrong with data of another version', async () => {
    await copyMade()
    const first = await start()
    await first.stop()
    await writeFile(join(first.dataPath, 'PG_VERSION'), '17\n')
    await expect(start()).rejects.toThrow('was made by PostgreSQL 17; this Senca brings 18')
  })
})

describe('a data folder in a folder that other users cannot enter', () => {
  let closed: string

  beforeEach(async () => {
    closed = join(folder, 'closed')
    dataDir = join(closed, 'data')
    await mkdir(dataDir, { recursive: true, mode: 0o711 })
    await chmod(closed, 0o700)
  })

  it(`${isRoot ? 'puts the data elsewhere for root, and leaves them there' : 'is used as it is by its owner'}`, async () => {
    const first = await start()
    expect(first.dataPath.startsWith(isRoot ? sharedFolder : dataDir)).toBe(true)
    await query(first.url, 'create table kept as select 7 as n')
    await first.stop()
    await chmod(closed, 0o711)
    const second = await start()
    expect(second.dataPath).toBe(first.dataPath)
    expect(await query(second.url, 'select n from kept')).toEqual([{ n: 7 }])
  })

  it('is made again when it was emptied, without throwing the old data away', async () => {
    const first = await start()
    await query(first.url, 'create table kept as select 7 as n')
    await first.stop()
    await rm(dataDir, { recursive: true })
    await mkdir(dataDir, { mode: 0o711 })
    const second = await start()
    await expect(query(second.url, 'select n from kept')).rejects.toThrow(/does not exist/)
    const folders = isRoot ? await readdir(sharedFolder) : [second.dataPath]
    expect(folders).toHaveLength(isRoot ? 2 : 1)
  })
})

describe('a data folder that only its owner can enter', () => {
  it('is used as it is while it is empty', async () => {
    await chmod(dataDir, 0o700)
    const postgres = await start()
    expect(postgres.dataPath).toBe(join(dataDir, 'postgres'))
  })

  it(`${isRoot ? 'stays closed when it holds something' : 'is used as it is by its owner'}`, async () => {
    await writeFile(join(dataDir, 'diary'), 'mine')
    await chmod(dataDir, 0o700)
    const postgres = await start()
    expect(postgres.dataPath.startsWith(isRoot ? sharedFolder : dataDir)).toBe(true)
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700)
  })
})
