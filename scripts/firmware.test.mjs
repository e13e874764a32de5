import { execFileSync } from 'node:child_process'
import { createHash, verify } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

let folder
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'senca-firmware-script-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const SCRIPT = join(import.meta.dirname, 'firmware.mjs')
const run = (...args) =>
  execFileSync(process.execPath, [SCRIPT, ...args], {
    env: { ...process.env, DATA_DIR: join(folder, 'data') },
    encoding: 'utf8',
    stdio: 'pipe',
  })
const image = (content) => {
  const path = join(folder, 'awning.bin')
  writeFileSync(path, content)
  return path
}
const manifest = () => JSON.parse(readFileSync(join(folder, 'awning.json'), 'utf8'))

it('makes the key once, and signs what controllers can check with its public half', () => {
  const bytes = Buffer.from('senca-firmware awning 2.3.0\nand so on')
  run('sign', image(bytes))
  const { version, sha256, signature } = manifest()
  const publicKey = readFileSync(join(folder, 'data', 'firmware-key.pub.pem'))
  expect(version).toBe('2.3.0')
  expect(sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
  expect(verify(null, bytes, publicKey, Buffer.from(signature, 'base64'))).toBe(true)
  expect(statSync(join(folder, 'data', 'firmware-key.pem')).mode & 0o077).toBe(0)
  run('sign', image('another image'), '--version', '2.4')
  expect(manifest().version).toBe('2.4')
  expect(
    verify(null, Buffer.from('another image'), publicKey, Buffer.from(manifest().signature, 'base64')),
  ).toBe(true)
})

it('keeps how an image is rolled out when it is signed again', () => {
  run('sign', image('one'))
  writeFileSync(join(folder, 'awning.json'), JSON.stringify({ ...manifest(), rollout: { percent: 10 } }))
  run('sign', image('two'), '--version', '2.0.1')
  expect(manifest()).toMatchObject({ version: '2.0.1', rollout: { percent: 10 } })
})

it.each([
  ['another version than the image names', ['--version', '9.9.9'], /says that it is version 2\.3\.0/],
  ['what is no version', ['--version', 'new'], /Usage/],
])('refuses %s', (_what, args, words) => {
  const path = image('senca-firmware awning 2.3.0\n')
  expect(() => run('sign', path, ...args)).toThrow(words)
})
