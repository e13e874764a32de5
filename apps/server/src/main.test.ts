import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { createTestDatabase } from '#testing/database/test-database.ts'
import { spawnServer } from '#testing/server-process.ts'

let dataDir: string
let server: ChildProcess | undefined
let socket: Socket | undefined
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'senca-main-'))
})
afterEach(async () => {
  socket?.destroy()
  server?.kill('SIGKILL')
  await rm(dataDir, { recursive: true, force: true })
})

function start(environment: Record<string, string> = {}) {
  const { child, printed } = spawnServer(dataDir, environment)
  server = child
  const exitCode = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  return { child, printed, exitCode }
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/**
 * Starts a login request whose body has this length, and sends only its beginning. Resolves when the server has begun to read it.
 */
async function begin(request: Socket, length: number) {
  request.write(`POST /auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${length}\r\n`)
  request.write('Content-Type: application/x-www-form-urlencoded\r\nExpect: 100-continue\r\n\r\nlogin=')
  expect(String(await once(request, 'data'))).toMatch(/^HTTP\/1\.1 100 /)
}

describe('the process', () => {
  it('ends whole however many signals it receives', async () => {
    const { child, printed, exitCode } = start()
    await vi.waitFor(() => expect(printed.out).toContain('Senca is ready'), {
      timeout: 120_000,
      interval: 100,
    })
    const [, place = ''] = /^Database: (.*)$/m.exec(printed.out) ?? []
    const postmaster = Number.parseInt(await readFile(join(place, 'postmaster.pid'), 'utf8'), 10)
    expect(isAlive(postmaster)).toBe(true)

    // An incomplete request delays the shutdown.
    const [, port = ''] = /^Senca is ready: \S+:(\d+)$/m.exec(printed.out) ?? []
    const request = connect(Number(port), '127.0.0.1')
    socket = request
    request.on('error', () => {})
    await begin(request, 100)
    child.kill('SIGTERM')
    // The shutdown waits for the request.
    await sleep(1_200)
    expect(child.exitCode).toBe(null)
    child.kill('SIGTERM')
    child.kill('SIGINT')
    expect(await exitCode).toBe(0)
    expect(isAlive(postmaster)).toBe(false)
    expect(printed.error).toBe('')
  }, 240_000)

  it('with a database elsewhere answers what runs, and sends websockets to other instances, before it ends', async () => {
    const database = await createTestDatabase()
    const { child, printed, exitCode } = start({
      DATABASE_URL: database.url,
      SESSION_SECRET: 'of-all-instances',
    })
    await vi.waitFor(() => expect(printed.out).toContain('Senca is ready'), {
      timeout: 120_000,
      interval: 100,
    })
    const [, port = ''] = /^Senca is ready: \S+:(\d+)$/m.exec(printed.out) ?? []
    const websocket = new WebSocket(`ws://127.0.0.1:${port}/websocket`)
    await once(websocket, 'open')
    const closed = once(websocket, 'close')
    const request = connect(Number(port), '127.0.0.1')
    socket = request
    const body = 'login=nobody@example.com&password=none'
    await begin(request, body.length)
    child.kill('SIGTERM')
    // Longer than a single process waits for it at shutdown.
    await sleep(2_500)
    request.write(body.slice('login='.length))
    expect(String(await once(request, 'data'))).toMatch(/^HTTP\/1\.1 4/)
    expect(await closed).toMatchObject([1012, expect.anything()])
    expect(await exitCode).toBe(0)
    await database.drop()
  }, 240_000)

  it('continues and ends in order when nobody reads its log any more', async () => {
    const { child, printed, exitCode } = start({ LOG_LEVEL: 'trace' })
    await vi.waitFor(() => expect(printed.out).toContain('Senca is ready'), {
      timeout: 120_000,
      interval: 100,
    })
    const [, url = ''] = /^Senca is ready: (\S+)$/m.exec(printed.out) ?? []
    child.stdout.destroy()
    child.stderr.destroy()
    for (let count = 0; count < 5; count += 1)
      expect((await fetch(`${url}/auth/api/v1/device/list`)).status).toBe(401)
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    child.kill('SIGTERM')
    expect(await exitCode).toBe(0)
  }, 240_000)

  it.each([
    [{ TRUST_PROXY: '999.1.1.1' }, 'TRUST_PROXY must be'],
    [{ DATA_DIR: '/proc/senca' }, 'DATA_DIR /proc/senca cannot be made'],
  ])(
    'says in one line that it cannot start with %o',
    async (environment, reason) => {
      const { printed, exitCode } = start(environment)
      expect(await exitCode).toBe(1)
      expect(printed.error.trim().split('\n')).toEqual([
        expect.stringContaining(`Senca cannot start: ${reason}`),
      ])
    },
    60_000,
  )
})
