import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { freePort } from '../apps/server/src/platform/process/free-port.ts'
import { ROOT } from './installation.mjs'

const START = join(ROOT, 'scripts', 'start.mjs')
const READY = /^Senca is ready: (\S+)$/m

let dataDir
let started

// Making the database takes most of a start, so only the first test does it.
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'senca-start-'))
  chmodSync(dataDir, 0o711)
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
beforeEach(() => {
  started = []
})
afterEach(async () => {
  for (const run of started) run.child.kill('SIGTERM')
  await Promise.all(started.map((run) => run.ended))
  await vi.waitFor(() => expect(processesOf(dataDir)).toEqual([]), 15_000)
})

async function start(environment = {}) {
  const port = await freePort()
  const env = {
    ...process.env,
    PORT: String(port),
    MQTT_PORT: '0',
    WEATHER_PROVIDER: 'none',
    DATA_DIR: dataDir,
    ...environment,
  }
  const child = spawn(process.execPath, [START], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const run = { child, url: `http://localhost:${port}`, stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr']) {
    child[stream].on('data', (chunk) => {
      run[stream] += chunk
    })
  }
  run.ended = new Promise((resolve) => child.once('exit', (code, signal) => resolve(code ?? signal)))
  started.push(run)
  return run
}

const untilReady = (run) =>
  vi.waitFor(() => expect(run.stdout).toMatch(READY), { timeout: 120_000, interval: 50 })

/** The ids of running processes whose command line or environment contains a text. */
function processesOf(text) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) =>
      ['cmdline', 'environ'].some((file) => readQuietly(`/proc/${pid}/${file}`).includes(text)),
    )
    .map(Number)
}

function readQuietly(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

const pidOf = (program) =>
  processesOf(dataDir).find((pid) => readQuietly(`/proc/${pid}/cmdline`).includes(program))

describe('npm start', () => {
  it('reaches a ready server, says where, and ends everything on SIGTERM', async () => {
    const run = await start()
    await untilReady(run)
    expect(READY.exec(run.stdout)?.[1]).toBe(run.url)
    expect((await fetch(`${run.url}/healthz`)).status).toBe(200)
    expect(processesOf(dataDir).length).toBeGreaterThan(2)
    run.child.kill('SIGTERM')
    expect(await run.ended).toBe(0)
    expect(processesOf(dataDir)).toEqual([])
    expect(run.stderr).toBe('')
  })

  it('goes on without its simulated hardware, and says so', async () => {
    const run = await start()
    await vi.waitFor(() => expect(run.stdout).toMatch(/13 of 13 devices online/), {
      timeout: 120_000,
      interval: 50,
    })
    process.kill(pidOf('apps/simulator/dist/main.js'), 'SIGKILL')
    await vi.waitFor(() =>
      expect(run.stdout).toContain('The simulator has ended: the demo devices are offline.\n'),
    )
    expect((await fetch(`${run.url}/healthz`)).status).toBe(200)
  })

  it('ends with code 1 when the server is killed, and starts again at once', async () => {
    const run = await start()
    await untilReady(run)
    process.kill(pidOf('apps/server/dist/main.js'), 'SIGKILL')
    expect(await run.ended).toBe(1)
    const again = await start()
    await untilReady(again)
    expect((await fetch(`${again.url}/healthz`)).status).toBe(200)
  })

  it('leaves nothing behind when it is itself killed', async () => {
    const run = await start()
    await untilReady(run)
    await vi.waitFor(() => expect(run.stdout).toMatch(/devices online/), { timeout: 120_000, interval: 50 })
    run.child.kill('SIGKILL')
    await vi.waitFor(() => expect(processesOf(dataDir)).toEqual([]), { timeout: 120_000, interval: 100 })
  })

  it('bounds the young generation of the server, whatever NODE_OPTIONS says and whichever Node runs it', async () => {
    const run = await start({ DEMO: 'off', NODE_OPTIONS: '--max-semi-space-size=64' })
    await untilReady(run)
    const newSpaceMiB = async () => {
      const metrics = await (await fetch(`${run.url}/metrics`)).text()
      return Number(/^nodejs_heap_space_size_total_bytes\{space="new"\} (\S+)$/m.exec(metrics)?.[1]) / 2 ** 20
    }
    // The answers fill the space; without a limit it would be larger by now.
    for (let n = 0; n < 60; n += 1) await newSpaceMiB()
    expect(await newSpaceMiB()).toBeLessThanOrEqual(16.5)
  })

  it('says in one line why it cannot start', async () => {
    const run = await start({ LOG_LEVEL: 'loud' })
    expect(await run.ended).toBe(1)
    expect(run.stderr).toBe(
      'Senca cannot start: LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent, not "loud"\n',
    )
  })
})
