import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ROOT } from './installation.mjs'
import { findTool } from './tools.mjs'

const OPERATOR_TOKEN = 'choose-a-long-one'
const section = readFileSync(join(ROOT, 'docs', 'start', 'first-device.md'), 'utf8')
const [, printed = ''] = /```json\n([\s\S]*?)```/.exec(section) ?? []
const [, firmware = ''] = /```sh\n(ID=[\s\S]*?)```/.exec(section) ?? []

let dataDir
let product
let device
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'senca-first-device-'))
  chmodSync(dataDir, 0o711)
})
afterEach(async () => {
  // Kills the whole process group: the shell, its loop and mosquitto_sub.
  if (device !== undefined) process.kill(-device.pid, 'SIGKILL')
  if (product !== undefined) {
    const ended = new Promise((resolve) => product.once('exit', resolve))
    product.kill('SIGTERM')
    await ended
  }
  rmSync(dataDir, { recursive: true, force: true })
})

async function startProduct() {
  const env = {
    ...process.env,
    OPERATOR_TOKEN,
    DATA_DIR: dataDir,
    PORT: '0',
    MQTT_PORT: '0',
    WEATHER_PROVIDER: 'none',
    DEMO: 'on',
  }
  product = spawn(process.execPath, [join(ROOT, 'scripts', 'start.mjs')], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let reported = ''
  product.stdout.on('data', (bytes) => {
    reported += bytes
  })
  await vi.waitFor(() => expect(reported).toContain('Senca is ready'), { timeout: 120_000, interval: 50 })
  const [, url] = /^Senca is ready: (\S+)$/m.exec(reported)
  const [, mqttPort] = /^Devices connect to: mqtt:\/\/127\.0\.0\.1:(\d+)$/m.exec(reported)
  return { url, mqttPort }
}

/** Returns a function that makes calls as the demo account, to whose home the device is added. */
async function logIn(url) {
  const form = new URLSearchParams({ login: 'demo@senca.local', password: 'demo-home-2026' })
  const session = await fetch(`${url}/auth/login`, { method: 'POST', body: form })
  const cookie = session.headers.getSetCookie()[0].split(';')[0]
  const answer = await fetch(`${url}/auth/login`, { method: 'POST', headers: { cookie } })
  const { token } = await answer.json()
  return async (path, body) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
    const response = await fetch(`${url}/auth/api/v1/${path}`, { headers, ...sent })
    expect(response.status).toBe(200)
    return response.json()
  }
}

it('the lines of the page make a device that a person sees move', async () => {
  findTool('mosquitto_pub', 'mosquitto-clients')
  const { url, mqttPort } = await startProduct()
  const provision = [join(ROOT, 'scripts', 'provision.mjs'), '--type', 'roller_shutter', '--url', url]
  const { stdout } = spawnSync(process.execPath, provision, {
    env: { ...process.env, OPERATOR_TOKEN },
    encoding: 'utf8',
  })
  const withoutValues = (text) => text.replace(/"(id|secret|claimCode)": "[\w-]+"/g, '"$1"')
  expect(withoutValues(stdout)).toBe(withoutValues(printed))
  expect(stdout.length).toBe(printed.length)
  const [{ id, secret, claimCode }] = JSON.parse(stdout)
  const [shown] = JSON.parse(printed)

  const call = await logIn(url)
  await call('device/claim', { claimCode, name: 'First' })
  const script = firmware
    .replace(shown.id, id)
    .replace(shown.secret, secret)
    .replace('-h 127.0.0.1', `-h 127.0.0.1 -p ${mqttPort}`)
  expect(script).not.toBe(firmware)
  device = spawn('bash', ['-c', script], { detached: true, stdio: 'ignore' })
  const expectPosition = (position) =>
    vi.waitFor(
      async () => {
        const { [id]: info } = await call(`device/info?devicetoken=${id}`)
        expect(info).toMatchObject({ connected: true, state: { status: 'ready', position } })
      },
      { timeout: 120_000, interval: 100 },
    )
  await expectPosition(0.3)
  const commands = [{ token: id, command: 'move', position: 75 }]
  // Sending an answer closes the connection that receives commands for about a second, so a command in that time must be
  // repeated.
  await vi.waitFor(
    async () =>
      expect(await call('device/move', { commands, wait: true })).toMatchObject([{ status: 'success' }]),
    { timeout: 120_000, interval: 500 },
  )
  await expectPosition(0.75)
}, 240_000)
