import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { errorBodySchema } from '@senca/contract'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SERVER_ROOT } from '#platform/process/server-root.ts'
import { createSealing } from '#platform/sealing.ts'
import { createFakeClock } from '#testing/fake-clock.ts'
import { connectFakeDevice } from '#testing/fake-device.ts'
import { askLinks, createGuest, linkRequest } from '#testing/homes/link-home.ts'
import { codeOf, setUpTotp, stateOf } from '#testing/homes/second-factor-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { endProcess, programOf, spawnServer } from '#testing/server-process.ts'
import { OPERATOR_TOKEN } from '#testing/test-app.ts'
import { createTestClient, GOOD_PASSWORD } from '#testing/test-client.ts'

const realTime = { clock: { now: () => new Date() } }
const EMAIL = 'owner@example.com'

let folder: string
let children: ChildProcess[]
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'senca-backup-life-'))
  await chmod(folder, 0o711)
  children = []
})
afterEach(async () => {
  for (const child of children) await endProcess(child)
  await rm(folder, { recursive: true, force: true })
})

async function startServer(dataDir: string) {
  const { child, printed } = spawnServer(dataDir, { OPERATOR_TOKEN })
  children.push(child)
  await vi.waitFor(() => expect(printed.out).toContain('Senca is ready'), { timeout: 120_000, interval: 100 })
  const [, url = ''] = /^Senca is ready: (\S+)$/m.exec(printed.out) ?? []
  const [, port = ''] = /^Devices connect to: mqtt:\/\/127\.0\.0\.1:(\d+)$/m.exec(printed.out) ?? []
  return { child, url, mqtt: { host: '127.0.0.1', port: Number(port) } }
}

/** Runs `backup` or `restore` as a separate process, like the npm scripts. */
function run(dataDir: string, ...args: string[]) {
  const child = spawn(process.execPath, [...programOf('backup'), ...args], {
    cwd: SERVER_ROOT,
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  let reported = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (bytes) => {
      reported += bytes
    })
  }
  const ended = new Promise<{ code: number | null; reported: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, reported })),
  )
  return { child, ended }
}

it('a home works after the restore of a backup that was made while it was in use', async () => {
  const dataDir = join(folder, 'data')
  const file = join(folder, 'home.senca')
  const first = await startServer(dataDir)
  const owner = createTestClient(first)
  await owner.ok(owner.register(EMAIL))
  // The e-mail of the registration is in the outbox; its link is opened like the page does.
  const outbox = join(dataDir, 'outbox')
  const token = await vi.waitFor(async () => {
    const [mail = ''] = await readdir(outbox)
    const text = (await readFile(join(outbox, mail), 'utf8')).replaceAll('=\r\n', '').replaceAll('=3D', '=')
    const [, found] = /confirmaccount\?token=([\w-]+)/.exec(text) ?? []
    if (found === undefined) throw new Error('no link yet')
    return found
  }, 240_000)
  const { state } = Object(await owner.ok(owner.call('POST', '/auth/account/confirm', { form: { token } })))
  await owner.ok(owner.call('POST', `/auth/account/${token}/confirm`, { form: { state } }))
  const shade = await moveIn(first, owner, 'roller_shutter', { name: 'Kitchen', state: { position: 0.25 } })
  const [unclaimed] = await owner.provision('light')
  const made = await owner.ok(askLinks(owner, 'create', linkRequest(realTime, [shade.id])))
  const { token: linkToken } = Object(made)
  const clock = createFakeClock(new Date())
  const { secret, recoveryCodes } = await setUpTotp({ clock }, owner)
  const oldCookie = owner.cookie()
  const oldApiToken = await owner.apiToken()
  const commands = [{ token: shade.id, command: 'move', position: 25 }]
  expect(await owner.move(commands)).toMatchObject([{ status: 'success' }])

  // States are written a moment after they are reported.
  await vi.waitFor(async () =>
    expect(await (await fetch(`${first.url}/metrics`)).text()).toMatch(/^senca_states_unwritten 0$/m),
  )

  let isBusy = true
  const busy = (async () => {
    while (isBusy) await owner.move(commands)
  })()
  const backup = await run(dataDir, 'backup', file).ended
  isBusy = false
  await busy
  expect(backup.reported).toContain(`tables to ${file}`)
  expect(backup.code).toBe(0)

  const occupied = await run(dataDir, 'restore', file).ended
  expect(occupied).toMatchObject({ code: 1, reported: expect.stringContaining(`${dataDir} is not empty`) })
  await shade.device.end()
  await endProcess(first.child)

  const restoredDir = join(folder, 'restored')
  const restored = await run(restoredDir, 'restore', file).ended
  expect(restored).toMatchObject({ code: 0, reported: expect.stringContaining('Everybody logs in again') })
  expect((await run(restoredDir, 'restore', file).ended).code).toBe(1)

  const second = await startServer(restoredDir)
  const stale = createTestClient(second)
  stale.setCookie(oldCookie)
  expect(errorBodySchema.parse((await stale.call('GET', '/auth/account/whoami')).body).error).toBe(
    'login_required',
  )
  const old = await stale.call('GET', '/auth/api/v1/device/list?index=token', {
    headers: { authorization: `Bearer ${oldApiToken}` },
  })
  expect(errorBodySchema.parse(old.body).error).toBe('api_token_invalid')

  const back = createTestClient(second)
  const loginState = stateOf(await back.logIn(EMAIL, GOOD_PASSWORD))
  // A later time step than the one that was used, however long the restore took.
  clock.advance(Math.max(0, Date.now() - clock.now().getTime()))
  const code = codeOf(secret, { clock })
  await back.ok(back.call('POST', '/auth/login/second', { json: { state: loginState, code } }))
  expect(await back.ok(back.call('GET', '/auth/account/whoami'))).toMatchObject({
    email: EMAIL,
    confirmed: true,
  })
  const again = createTestClient(second)
  const recovery = { state: stateOf(await again.logIn(EMAIL)), code: recoveryCodes[0] }
  await again.ok(again.call('POST', '/auth/login/second', { json: recovery }))

  const { [shade.id]: info } = await back.info(shade.id)
  expect(info).toMatchObject({ name: 'Kitchen', connected: false, state: { position: 0.25 } })
  const { entries } = Object(await back.ok(back.api('GET', '/auth/api/v1/activity/list')))
  expect(entries.length).toBeGreaterThan(1)
  expect((await createGuest(second, linkToken).info()).devices).toEqual([shade.id])
  const links = await back.ok(back.api('GET', '/auth/api/v1/device-link/list'))
  expect(links).toMatchObject([{ token: linkToken }])
  expect((await back.claim(unclaimed?.claimCode ?? '', 'Hall')).name).toBe('Hall')
  const { id, secret: deviceSecret } = shade
  const hardware = await connectFakeDevice({
    mqtt: second.mqtt,
    id,
    secret: deviceSecret,
    type: 'roller_shutter',
    totalRestarts: 2,
  })
  await vi.waitFor(async () => expect((await back.info(shade.id))[shade.id]?.connected).toBe(true))
  await hardware.end()
}, 300_000)

it('no server starts on a restore that was cut off, and no backup of it replaces a good one', async () => {
  const dataDir = join(folder, 'data')
  const file = join(folder, 'home.senca')
  const first = await startServer(dataDir)
  await endProcess(first.child)
  expect((await run(dataDir, 'backup', file).ended).reported).toContain('Backed up')
  const restoredDir = join(folder, 'restored')
  const cut = run(restoredDir, 'restore', file)
  await vi.waitFor(async () => expect(await readdir(restoredDir)).toContain('restore-unfinished'), {
    timeout: 120_000,
    interval: 5,
  })
  cut.child.kill('SIGKILL')
  await cut.ended
  const { child, printed } = spawnServer(restoredDir)
  children.push(child)
  await new Promise((resolve) => child.once('exit', resolve))
  expect(printed.error).toContain('did not come to its end: empty the folder and restore again')
  const good = await readFile(file)
  expect(await run(restoredDir, 'backup', file, '--force').ended).toMatchObject({
    code: 1,
    reported: expect.stringContaining('did not come to its end: empty the folder and restore again'),
  })
  expect(await readFile(file)).toEqual(good)
}, 240_000)

/** A complete backup without rows. */
async function writeEmptyBackup(file: string, schema: number) {
  const secretProof = createSealing('secret-of-the-backup', 'backup').seal('senca', 'session secret')
  const header = { createdAt: '2026-01-01T00:00:00.000Z', schema, secretProof }
  const lines = [
    ['senca-backup', 1, header],
    ['file', 'session-secret', 'secret-of-the-backup'],
  ]
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  const end = ['end', { rows: 0, sha256: createHash('sha256').update(text).digest('hex') }]
  await writeFile(file, gzipSync(`${text}${JSON.stringify(end)}\n`))
}

it('a backup of a newer Senca is refused before the data folder is made', async () => {
  const file = join(folder, 'home.senca')
  await writeEmptyBackup(file, 9_999_999_999_999)
  expect(await run(join(folder, 'data'), 'restore', file).ended).toEqual({
    code: 1,
    reported:
      'Senca cannot restore: The backup was made by a newer Senca: update this one first, then restore\n',
  })
  expect(await readdir(folder)).toEqual(['home.senca'])
}, 240_000)

it('verify ends without a word when nobody reads on, as before `head`', async () => {
  const file = join(folder, 'home.senca')
  await writeEmptyBackup(file, 1)
  const { child, ended } = run(join(folder, 'data'), 'verify', file)
  child.stdout.destroy()
  expect(await ended).toEqual({ code: 0, reported: '' })
}, 240_000)
