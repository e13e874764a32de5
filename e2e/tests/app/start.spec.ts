import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import { freePort } from '#product/free-port.ts'

const ROOT = resolve(import.meta.dirname, '../../..')

/** `npm start` as a new developer runs it. Its dependencies and the build already exist from the test run. */
test.describe('npm start', () => {
  let dataDir: string
  let npm: ChildProcess | undefined

  test.beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'senca-start-'))
  })

  test.afterEach(() => {
    npm?.kill('SIGKILL')
    rmSync(dataDir, { recursive: true, force: true })
  })

  const postmaster = (): number | null => {
    try {
      return Number.parseInt(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10)
    } catch {
      return null
    }
  }

  test('is healthy soon, prints its address, and ends whole within 15 s of a SIGTERM', async () => {
    const port = await freePort()
    const url = `http://localhost:${port}`
    const child = spawn('npm', ['start'], {
      cwd: ROOT,
      env: {
        ...process.env,
        HOST: '127.0.0.1',
        PORT: String(port),
        MQTT_PORT: '0',
        WEATHER_PROVIDER: 'none',
        DATA_DIR: dataDir,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    npm = child
    let printed = ''
    child.stdout.on('data', (bytes) => {
      printed += bytes
    })
    const started = Date.now()
    const isHealthy = async () => {
      const answer = await fetch(`${url}/healthz`).catch(() => null)
      return answer?.status
    }
    await expect.poll(isHealthy, { timeout: 80_000 }).toBe(200)
    expect(Date.now() - started).toBeLessThan(80_000)
    await expect.poll(() => printed).toContain(url)
    await expect.poll(() => printed, { timeout: 20_000 }).toMatch(/13 of 13 devices online/)
    const pid = postmaster()
    expect(pid).not.toBeNull()

    const ended = new Promise((done) => child.once('exit', done))
    const asked = Date.now()
    child.kill('SIGTERM')
    await ended
    await expect.poll(isHealthy, { timeout: 15_000 }).toBeUndefined()
    await expect.poll(postmaster, { timeout: 15_000 }).toBeNull()
    expect(Date.now() - asked).toBeLessThan(15_000)
  })
})
