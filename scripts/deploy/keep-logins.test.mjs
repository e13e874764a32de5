import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ROOT } from '../installation.mjs'

const COMPLETE = '{\n\t"clients":\t[{\n\t\t\t"username":\t"senca"\n\t\t}]\n}'
/** What a write leaves that ends in the middle: a bracket may be its last character too. */
const INCOMPLETE = ['', COMPLETE.slice(0, 30), COMPLETE.slice(0, -3)]

let folder
let file
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'senca-logins-'))
  file = join(folder, 'dynamic-security.json')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const run = (action) =>
  spawnSync(join(ROOT, 'deploy/mosquitto/keep-logins.sh'), [action, file], { encoding: 'utf8' })
const write = (text, path = file) => writeFileSync(path, text, { mode: 0o600 })
const read = (path) => readFileSync(path, 'utf8')
const copy = () => `${file}.copy`

describe('the copy of the logins of Mosquitto', () => {
  it('is made of a complete file, for its owner only', () => {
    write(COMPLETE)
    expect(run('keep')).toMatchObject({ status: 0, stderr: '' })
    expect(read(copy())).toBe(COMPLETE)
    expect(statSync(copy()).mode & 0o777).toBe(0o600)
  })

  it.each(INCOMPLETE)('is not replaced by an incomplete one: %j', (text) => {
    write(COMPLETE)
    run('keep')
    write(text)
    expect(run('keep').status).toBe(0)
    expect(read(copy())).toBe(COMPLETE)
  })

  it.each(INCOMPLETE)('takes the place of an incomplete file: %j', (text) => {
    write(COMPLETE)
    run('keep')
    write(text)
    const { status, stderr } = run('restore')
    expect(status).toBe(0)
    expect(stderr).toContain('npm run broker:repair')
    expect(read(file)).toBe(COMPLETE)
  })

  it('never takes the place of a complete file', () => {
    const newer = COMPLETE.replace('senca', 'newer')
    write(newer)
    write(COMPLETE, copy())
    expect(run('restore')).toMatchObject({ status: 0, stderr: '' })
    expect(read(file)).toBe(newer)
  })

  it('may be missing', () => {
    write('')
    expect(run('restore').status).toBe(0)
    expect(read(file)).toBe('')
    expect(existsSync(copy())).toBe(false)
  })
})
