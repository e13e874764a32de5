import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lockFolder } from './instance-lock.ts'
import { identifyProcess } from './process-table.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'senca-lock-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const writeLock = (content: unknown) => writeFile(join(folder, 'senca.lock'), JSON.stringify(content))

describe('the lock of a data folder', () => {
  it('refuses a second Senca in one line and lets it in after the first has gone', async () => {
    const release = await lockFolder(folder)
    await expect(lockFolder(folder)).rejects.toThrow(
      `Another Senca (process ${process.pid}) is running on ${folder}; stop it first`,
    )
    await release()
    const again = await lockFolder(folder)
    await again()
  })

  it.each([
    ['a process that runs no more', { pid: 2 ** 22 + 1, identity: 'x' }],
    [
      'an earlier run of a process id that is used again',
      { pid: process.pid, identity: 'an earlier boot 123' },
    ],
    ['nobody, being cut short', 'not a lock'],
  ])('replaces the lock of %s', async (_name, content) => {
    await writeLock(content)
    const release = await lockFolder(folder)
    await release()
  })

  it('stays with the one that holds it when another lets go of its own', async () => {
    const release = await lockFolder(folder)
    const holder = { pid: process.ppid, identity: await identifyProcess(process.ppid) }
    await writeLock(holder)
    await release()
    await expect(lockFolder(folder)).rejects.toThrow('Another Senca')
  })
})

it('distinguishes a process that has ended from one that runs', async () => {
  const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'])
  const pid = child.pid ?? 0
  expect(await identifyProcess(pid)).toBe(await identifyProcess(pid))
  expect(await identifyProcess(pid)).not.toBe(await identifyProcess(process.pid))
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
  expect(await identifyProcess(pid)).toBe(undefined)
})
