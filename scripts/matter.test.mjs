import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildStale } from './builds.mjs'
import { ROOT } from './installation.mjs'

const DIST = join(ROOT, 'apps', 'matter', 'dist')
const ENVIRONMENT = { NODE_ENV: 'production' }

/** What a server answers to a bridge that is paused: its node is made, and opens no port. */
const NODE = {
  name: 'House',
  port: 5_541,
  isPaused: true,
  devices: [],
  words: Object.fromEntries(
    ['cover', 'motor', 'magnet', 'contact', 'foil', 'door_light', 'handle_light', 'light_1', 'light_2'].map(
      (part) => [part, part],
    ),
  ),
  pairing: null,
  removing: [],
  reset: 0,
  parts: 0,
  store: {},
  vendor: { vendorId: 0xfff1, productId: 0x8000 },
}

let server
let children = []
/** What the bridges have sent, and who waits for it. */
let calls = []
let called = () => {}
beforeAll(async () => {
  await buildStale(['matter'])
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (bytes) => {
      body += bytes
    })
    request.on('end', () => {
      calls.push({ path: request.url, ...JSON.parse(body) })
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(request.url.endsWith('/store') ? {} : NODE))
      called()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
}, 240_000)
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  server?.closeAllConnections()
  server?.close()
})

function start(program, { args = [], env = {} } = {}) {
  const child = fork(join(DIST, program), args, {
    env: { ...ENVIRONMENT, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  children = [...children, child]
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes) => {
      printed += bytes
    })
  const messages = []
  child.on('message', (message) => messages.push(message))
  const ended = once(child, 'exit').then(([code]) => code)
  return { child, ended, messages, printed: () => printed }
}

/** Resolves when a bridge has been made as a Matter node: it reports that, and keeps the identity of the node. */
async function bridgeMade({ ended, printed }) {
  calls = []
  const isMade = () =>
    calls.some(({ report }) => report !== undefined) &&
    calls.some(({ entries = {} }) => 'senca/identity' in entries)
  const made = new Promise((resolve) => {
    called = () => isMade() && resolve('made')
  })
  const outcome = await Promise.race([made, ended])
  if (outcome !== 'made') throw new Error(`the program has ended (${outcome}): ${printed()}`)
}

const urlHere = () => `http://127.0.0.1:${server.address().port}`
const TOKEN = `senca_${'a'.repeat(49)}`

describe('the built Matter process', () => {
  it('starts, makes the node of a bridge, and ends when it is asked to', async () => {
    const started = start('main.js')
    const { child, ended, messages, printed } = started
    const [first] = await Promise.race([
      once(child, 'message'),
      ended.then((code) => Promise.reject(new Error(`it has ended (${code}): ${printed()}`))),
    ])
    expect(first).toEqual({ type: 'ready' })
    const ids = { bridge: crypto.randomUUID(), process: crypto.randomUUID() }
    const made = bridgeMade(started)
    child.send({ type: 'bridge', url: urlHere(), token: TOKEN, ...ids })
    await made
    expect(messages.filter(({ type }) => type === 'failed')).toEqual([])
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    expect(printed()).toBe('')
  })

  it('starts as the program in a home, and makes the node of its bridge', async () => {
    const made = bridgeMade(
      start('bridge.js', { env: { BRIDGE_SERVER: urlHere(), BRIDGE_TOKEN: TOKEN, DATA_DIR: '/nowhere' } }),
    )
    await made
  })

  it('says how the program in a home is used', async () => {
    const { ended, printed } = start('bridge.js')
    expect(await ended).toBe(1)
    expect(printed()).toContain('npm run bridge -- --server')
  })
})
