import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SERVER_ROOT } from '#platform/process/server-root.ts'
import { createEmptyDatabase } from '#testing/database/test-database.ts'
import { endProcess, programOf, spawnServer } from '#testing/server-process.ts'

let folder: string
let target: Awaited<ReturnType<typeof createEmptyDatabase>>
const children: ChildProcess[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'senca-move-out-'))
  target = await createEmptyDatabase()
})
afterEach(async () => {
  for (const child of children.splice(0)) await endProcess(child)
  await target.drop()
  await rm(folder, { recursive: true, force: true })
})

function start() {
  const server = spawnServer(folder)
  children.push(server.child)
  return server
}

const codeOf = (child: ChildProcess) => new Promise((resolve) => child.once('exit', resolve))

it('no server goes on with data that were moved to another database', async () => {
  const first = start()
  await vi.waitFor(() => expect(first.printed.out).toContain('Senca is ready'), {
    timeout: 120_000,
    interval: 100,
  })
  await endProcess(first.child)
  const sessionSecret = (await readFile(join(folder, 'session-secret'), 'utf8')).trim()
  const moving = spawn(process.execPath, [...programOf('backup'), 'move-out'], {
    cwd: SERVER_ROOT,
    env: {
      PATH: process.env.PATH,
      DATA_DIR: folder,
      DATABASE_URL: target.url,
      SESSION_SECRET: sessionSecret,
    },
    stdio: 'ignore',
  })
  children.push(moving)
  expect(await codeOf(moving)).toBe(0)

  const refused = start()
  expect(await codeOf(refused.child)).toBe(1)
  expect(refused.printed.error.trim()).toBe(
    `Senca cannot start: The data in ${folder} were moved to another database: set DATABASE_URL to it, or go back to these data by removing ${join(folder, 'moved-out')}`,
  )
}, 300_000)
