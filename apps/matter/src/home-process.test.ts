import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

let folder: string
const children: ChildProcess[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'senca-bridge-'))
})
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/** Starts a program that takes an id in a folder and runs on. Resolves with the id, and with how it is killed. */
async function start(place = folder) {
  const script = `import { processIdIn } from ${JSON.stringify(join(import.meta.dirname, 'home-process.ts'))}
    console.log(await processIdIn(${JSON.stringify(place)}))
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const id = await new Promise<string>((printed) => {
    child.stdout.once('data', (bytes) => printed(String(bytes).trim()))
  })
  const kill = () =>
    new Promise<void>((ended) => {
      child.once('exit', () => ended())
      child.kill('SIGKILL')
    })
  return { id, kill }
}

describe.runIf(process.platform === 'linux')('the id of a program in the home [BR16]', () => {
  it('is the one that it had, once it was killed', async () => {
    const first = await start()
    expect(first.id).toMatch(/^[0-9a-f-]{36}$/)
    await first.kill()
    expect((await start()).id).toBe(first.id)
  })

  it('is another one beside a program that runs in the same folder, and in each other folder', async () => {
    const other = mkdtempSync(join(tmpdir(), 'senca-bridge-'))
    try {
      const ids = [(await start()).id, (await start()).id, (await start(other)).id]
      expect(new Set(ids).size).toBe(3)
    } finally {
      rmSync(other, { recursive: true, force: true })
    }
  })

  it('is another one on another machine, and where it cannot be read or kept', async () => {
    const { id, kill } = await start()
    await kill()
    const file = join(folder, 'bridge-process.json')
    const kept = JSON.parse(readFileSync(file, 'utf8'))
    writeFileSync(file, JSON.stringify({ ...kept, machine: 'another' }))
    const moved = await start()
    expect(moved.id).not.toBe(id)
    await moved.kill()
    writeFileSync(file, '{')
    const unread = await start()
    expect([id, moved.id]).not.toContain(unread.id)
    const isFile = join(folder, 'file')
    cpSync(file, isFile)
    expect((await start(isFile)).id).toMatch(/^[0-9a-f-]{36}$/)
  })
})
