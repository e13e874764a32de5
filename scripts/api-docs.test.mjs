import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { ERROR_CATALOGUE, SUBJECTS } from '../packages/contract/src/index.ts'
import { ROOT } from './installation.mjs'
import { findTool } from './tools.mjs'

const read = (page) => readFileSync(join(ROOT, 'docs', 'api', page), 'utf8')
const blocksOf = (text) => [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block)

it('lists every error code with its status', () => {
  const page = read('errors.md')
  for (const [code, { status }] of Object.entries(ERROR_CATALOGUE))
    expect(page).toContain(`| \`${code}\` | ${status} |`)
})

it('lists every message of the websocket', () => {
  const page = read('messages.md')
  for (const subject of SUBJECTS) expect(page).toContain(`\`${subject}\``)
})

let dataDir
let product
let url
beforeAll(async () => {
  findTool('curl', 'curl')
  findTool('jq', 'jq')
  dataDir = mkdtempSync(join(tmpdir(), 'senca-api-docs-'))
  chmodSync(dataDir, 0o711)
  const env = { DATA_DIR: dataDir, PORT: '0', MQTT_PORT: '0', WEATHER_PROVIDER: 'none', DEMO: 'on' }
  product = spawn(process.execPath, [join(ROOT, 'scripts', 'start.mjs')], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let reported = ''
  product.stdout.on('data', (bytes) => {
    reported += bytes
  })
  await vi.waitFor(() => expect(reported).toContain('Senca is ready'), { timeout: 240_000, interval: 50 })
  url = /^Senca is ready: (\S+)$/m.exec(reported)[1]
}, 300_000)
afterAll(async () => {
  if (product !== undefined) {
    const ended = new Promise((resolve) => product.once('exit', resolve))
    product.kill('SIGTERM')
    await ended
  }
  rmSync(dataDir, { recursive: true, force: true })
}, 60_000)

it('names only calls that the server describes', async () => {
  const answer = await fetch(`${url}/auth/openapi.json`)
  const { paths } = await answer.json()
  const names = ['README', 'websocket', 'links', 'errors', 'messages', 'notifications', 'agents', 'webhooks']
  const pages = names.map((name) => read(`${name}.md`)).join('\n')
  const named = [...pages.matchAll(/\/auth\/[\w/.-]*\w/g)].map(([path]) => path)
  expect(named.length).toBeGreaterThan(5)
  // The helpers of the pages name the beginning of several calls.
  const isDescribed = (path) =>
    Object.keys(paths).some((call) => call === path || call.startsWith(`${path}/`))
  expect(named.filter((path) => path !== '/auth/openapi.json' && !isDescribed(path))).toEqual([])
})

/** Runs the blocks of a page from top to bottom, as one script. Returns what it prints. */
function run(page) {
  const script = blocksOf(read(page)).join('\n').replace('http://localhost:8080', url)
  const { stdout, stderr, status } = spawnSync('bash', ['-eo', 'pipefail', '-c', script], {
    encoding: 'utf8',
    timeout: 240_000,
  })
  expect({ status, stderr }).toMatchObject({ status: 0 })
  return stdout
}

it('logs in, lists the devices, and moves and stops one', () => {
  const printed = run('README.md')
  expect(printed).toContain('"name": "Bedroom"')
  // Two moves, one of them until the device is at rest, a third one and its stop.
  expect(printed.match(/"status": "success"/g)).toHaveLength(4)
  expect(printed).not.toContain('"error"')
}, 300_000)

it('sees on the websocket how a shade moves', () => {
  const printed = run('websocket.md')
  expect(printed).toContain('["auth.accepted",null,null]')
  expect(printed).toMatch(/\["device\.state_update","(opening|closing)",/)
  expect(printed).toContain('["device.state_update","ready",')
}, 300_000)

it('creates a link, moves the shade as its guest, and ends it', () => {
  const printed = run('links.md')
  expect(printed).toContain('"error_detail": "pin_required"')
  expect(printed).toContain('"name": "Ana, this week"')
  expect(printed.match(/"status": "success"/g)).toHaveLength(2)
  expect(printed).toContain('"uses": 1')
  expect(printed.trimEnd().endsWith('"error": "insufficient_permission"\n}')).toBe(true)
}, 300_000)

it('lets a client in with OAuth, and uses the tools of agents', () => {
  const printed = run('agents.md')
  expect(printed).toContain('"error": null')
  expect(printed).toContain('"scope": "devices:read devices:command"')
  expect(printed).toContain('\nlock_door\n')
  expect(printed).toContain('"name": "Bedroom"')
  expect(printed.trimEnd().endsWith('{}')).toBe(true)
}, 300_000)

it('receives signed messages of a webhook', () => {
  const printed = run('webhooks.md')
  expect(printed).toContain('["webhook.test",null,null]')
  expect(printed).toMatch(/\["device\.state","Study","(opening|closing)"\]/)
  expect(printed).toContain('\nwebhook.test is from Senca\n')
  expect(printed).toContain('\ndevice.state is from Senca\n')
  expect(printed).not.toMatch(/forged|"error"/)
}, 300_000)

it('is refused without a token', () => {
  expect(run('errors.md')).toContain('"error": "api_token_missing"')
}, 300_000)

it('reads the notifications and changes what the account is notified of', () => {
  const printed = run('notifications.md')
  expect(printed).toContain('"must": 0')
  expect(printed).toContain('"mail": true')
  expect(printed).toContain('"minutes": 5')
  expect(printed).toContain('"available": true')
}, 300_000)
