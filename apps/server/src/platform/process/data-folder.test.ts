import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keepSecret, markMovedOut, prepareDataFolder, refuseMovedOut } from './data-folder.ts'
import { StartError } from './start-error.ts'

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'senca-folder-'))
  await writeFile(join(root, 'file'), '')
})
afterAll(() => rm(root, { recursive: true, force: true }))

describe('the data folder', () => {
  it('is made with its parents, and may be there already', async () => {
    const folder = join(root, 'a', 'b', 'c')
    expect(await prepareDataFolder(folder)).toBe(folder)
    expect((await stat(folder)).isDirectory()).toBe(true)
    expect(await prepareDataFolder(folder)).toBe(folder)
  })

  it.each([
    ['a place that takes no folders', () => '/proc/senca'],
    ['a place below one that takes no folders', () => '/proc/senca/data'],
    ['a file', () => join(root, 'file')],
    ['a place below a file', () => join(root, 'file', 'data')],
  ])('is refused in one line at %s', async (_name, pathOf) => {
    const refusal = await prepareDataFolder(pathOf()).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(StartError)
    expect(String(refusal)).toContain(`DATA_DIR ${pathOf()} cannot be made`)
  })

  it('keeps a secret that only its owner reads', async () => {
    const secret = await keepSecret(root, 'secret')
    expect(await keepSecret(root, 'secret')).toBe(secret)
    expect((await stat(join(root, 'secret'))).mode & 0o777).toBe(0o600)
  })

  it('whose data were moved elsewhere is refused until the mark is removed', async () => {
    await refuseMovedOut(root)
    await markMovedOut(root)
    const refusal = await refuseMovedOut(root).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(StartError)
    expect(String(refusal)).toContain('set DATABASE_URL')
    await rm(join(root, 'moved-out'))
    await refuseMovedOut(root)
  })
})
