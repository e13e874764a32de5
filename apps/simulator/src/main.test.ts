import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectAsync } from 'mqtt'
import { build } from 'vite'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startBroker, type TestBroker } from './testing/broker.ts'

const ROOT = join(import.meta.dirname, '..')
const OUT = join(ROOT, '.cache', `process-test-${process.pid}`)
const SHADE = 'shade-00001'
const DOOR = 'door-000001'
const SECRETS = { [SHADE]: 'secret-of-the-shade', [DOOR]: 'secret-of-the-door' }

interface Running {
  child: ChildProcess
  output(): string
  exited: Promise<{ code: number | null }>
}

describe('the simulator as a process', () => {
  let folder: string
  let broker: TestBroker
  let running: Running[] = []

  beforeAll(async () => {
    await build({ root: ROOT, logLevel: 'error', build: { outDir: OUT } })
  })
  afterAll(() => rm(OUT, { recursive: true, force: true }))

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'senca-simulator-'))
    broker = await startBroker({ secrets: SECRETS })
    await writeHome(broker.port)
  })
  afterEach(async () => {
    for (const { child, exited } of running) {
      child.kill('SIGKILL')
      await exited
    }
    running = []
    await broker.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const home = () => join(folder, 'demo-home.json')
  const writeHome = (port: number) =>
    writeFile(
      home(),
      JSON.stringify({
        mqtt: { host: '127.0.0.1', port },
        devices: [
          { id: SHADE, secret: SECRETS[SHADE], type: 'roller_shutter' },
          { id: DOOR, secret: SECRETS[DOOR], type: 'home_door', parts: ['motor_lock'] },
        ],
      }),
    )

  const start = (...args: string[]): Running => {
    const child = spawn(process.execPath, [join(OUT, 'main.js'), ...args], {
      stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
    })
    let output = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
    child.stderr?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
    const exited = new Promise<{ code: number | null }>((resolve) =>
      child.once('exit', (code) => resolve({ code })),
    )
    const simulator = { child, output: () => output, exited }
    running.push(simulator)
    return simulator
  }

  const lastOf = (id: string, topic: string) =>
    broker.received.findLast((each) => each.id === id && each.topic === topic)?.body
  const online = () =>
    vi.waitFor(
      () => {
        for (const id of [SHADE, DOOR]) {
          expect(lastOf(id, 'status')).toMatchObject({ connected: true })
          expect(lastOf(id, 'state')).toBeDefined()
        }
      },
      { timeout: 120_000 },
    )
  const controlPort = async (simulator: Running): Promise<string> =>
    vi.waitFor(
      () => {
        const address = /control (http:\/\/127\.0\.0\.1:\d+)/.exec(simulator.output())?.[1]
        if (address === undefined) throw new Error('no control port yet')
        return address
      },
      { timeout: 120_000 },
    )
  const notify = (address: string, message: unknown) =>
    fetch(`${address}/control`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(message),
    })

  it('runs a home, accepts faults by command, and never prints a secret', async () => {
    const simulator = start('--home', home(), '--control-port', '0', '--speed', '10')
    const address = await controlPort(simulator)
    await online()
    const notified = await notify(address, { device: SHADE, wallSwitch: 'close' })
    expect(await notified.json()).toMatchObject({ ok: true, isOnline: true, state: { status: 'closing' } })
    await vi.waitFor(() => expect(lastOf(SHADE, 'state')).toMatchObject({ status: 'ready', position: 1 }), {
      timeout: 120_000,
    })
    await notify(address, { device: DOOR, fault: { kind: 'lost_link' } })
    await vi.waitFor(() => expect(lastOf(DOOR, 'status')).toMatchObject({ connected: false }))
    await notify(address, { device: DOOR, clear: true })
    await online()
    const devices = await (await fetch(`${address}/devices`)).json()
    expect(devices).toMatchObject([
      { id: SHADE, type: 'roller_shutter', isOnline: true },
      { id: DOOR, type: 'home_door', isOnline: true },
    ])
    expect((await notify(address, { device: 'nobody' })).status).toBe(400)
    expect((await notify(address, { device: SHADE, fault: { kind: 'plague' } })).status).toBe(400)
    expect((await fetch(`${address}/control`, { method: 'POST', body: '{}' })).status).toBe(415)
    for (const secret of Object.values(SECRETS)) expect(simulator.output()).not.toContain(secret)
  })

  it('takes control messages as lines', async () => {
    const simulator = start('--home', home(), '--control-stdin', '--speed', '10')
    await online()
    simulator.child.stdin?.write(`${JSON.stringify({ device: SHADE, wallSwitch: 'close' })}\n`)
    await vi.waitFor(() => expect(lastOf(SHADE, 'state')).toMatchObject({ status: 'closing' }))
    expect(simulator.output()).toContain('"ok":true')
  })

  it('ends in good order, and starts again where it was', async () => {
    const first = start('--home', home(), '--control-port', '0')
    const address = await controlPort(first)
    await online()
    await notify(address, { device: SHADE, wallSwitch: 'close' })
    await vi.waitFor(() => expect(lastOf(SHADE, 'state')?.position).toBeGreaterThan(0.04), {
      timeout: 120_000,
    })
    first.child.kill('SIGTERM')
    expect((await first.exited).code).toBe(0)
    for (const id of [SHADE, DOOR]) expect(lastOf(id, 'status')).toMatchObject({ connected: false })
    const reached = Number(lastOf(SHADE, 'state')?.position)
    start('--home', home())
    await online()
    await vi.waitFor(() =>
      expect(lastOf(SHADE, 'state')).toMatchObject({ status: 'ready', assumed: true, totalRestarts: 2 }),
    )
    const woken = Number(lastOf(SHADE, 'state')?.position)
    expect(woken).toBeGreaterThanOrEqual(reached)
    expect(woken).toBeLessThan(reached + 0.02)
  })

  it('wakes up near where it was when it was killed in mid-move, with a higher restart count', async () => {
    const first = start('--home', home(), '--control-port', '0')
    const address = await controlPort(first)
    await online()
    await notify(address, { device: SHADE, wallSwitch: 'close' })
    await vi.waitFor(() => expect(lastOf(SHADE, 'state')?.position).toBeGreaterThan(0.06), {
      timeout: 120_000,
    })
    first.child.kill('SIGKILL')
    await first.exited
    const reached = Number(lastOf(SHADE, 'state')?.position)
    await vi.waitFor(() => expect(lastOf(SHADE, 'status')).toMatchObject({ connected: false }))
    start('--home', home())
    await vi.waitFor(
      () => expect(lastOf(SHADE, 'state')).toMatchObject({ totalRestarts: 2, assumed: true }),
      {
        timeout: 120_000,
      },
    )
    expect(Math.abs(Number(lastOf(SHADE, 'state')?.position) - reached)).toBeLessThan(0.05)
  })

  it('knows that it was moving when it is killed right after it began', async () => {
    const first = start('--home', home(), '--control-port', '0')
    const address = await controlPort(first)
    await online()
    await notify(address, { device: SHADE, wallSwitch: 'close' })
    first.child.kill('SIGKILL')
    await first.exited
    start('--home', home())
    await vi.waitFor(
      () => expect(lastOf(SHADE, 'state')).toMatchObject({ totalRestarts: 2, assumed: true }),
      { timeout: 120_000 },
    )
  })

  it('has kept the settings that it acknowledged when it is killed right after', async () => {
    const first = start('--home', home())
    await online()
    const hub = await connectAsync(`mqtt://127.0.0.1:${broker.port}`, { clientId: 'observer' })
    const expiresAt = new Date(Date.now() + 10_000).toISOString()
    const command = { id: 'c1', expiresAt, command: 'settings', settings: { switchType: 'push_button' } }
    await hub.publishAsync(`senca/${SHADE}/command`, JSON.stringify(command))
    await vi.waitFor(() => expect(lastOf(SHADE, 'result')).toMatchObject({ id: 'c1', status: 'success' }), {
      interval: 2,
    })
    first.child.kill('SIGKILL')
    await first.exited
    await hub.endAsync()
    start('--home', home())
    await vi.waitFor(
      () =>
        expect(lastOf(SHADE, 'state')).toMatchObject({
          totalRestarts: 2,
          settings: { switchType: 'push_button' },
        }),
      { timeout: 120_000 },
    )
  })

  it('reads its home again when the server has moved to another port', async () => {
    start('--home', home())
    await online()
    await broker.stop()
    broker = await startBroker({ secrets: SECRETS })
    await writeHome(broker.port)
    await online()
    expect(lastOf(SHADE, 'state')).toMatchObject({ totalRestarts: 1 })
  })

  it('ends with the channel of the process that started it', async () => {
    const simulator = start('--home', home())
    await online()
    simulator.child.disconnect()
    expect((await simulator.exited).code).toBe(0)
  })

  it.each([
    ['no home', [], 'one of --home, --fleet and --setup'],
    ['a home that is not there', ['--home', '/nowhere/home.json'], 'cannot be read'],
    ['a speed of nothing', ['--home', 'x', '--speed', '0'], '--speed'],
    ['a flag of its own invention', ['--home', 'x', '--warp'], '--warp'],
  ])('says what is wrong with %s', async (_name, args, sentence) => {
    const simulator = start(...args)
    expect((await simulator.exited).code).toBe(1)
    expect(simulator.output()).toContain(sentence)
  })

  it('runs a fleet of provisioned devices', async () => {
    const fleet = join(folder, 'fleet.json')
    const units = Object.entries(SECRETS).map(([id, secret]) => ({ id, secret, claimCode: 'ABCD' }))
    await writeFile(fleet, JSON.stringify(units))
    start('--fleet', fleet, '--mqtt', `mqtt://127.0.0.1:${broker.port}`, '--type', 'awning')
    await online()
    expect(lastOf(DOOR, 'status')).toMatchObject({ type: 'awning' })
    const kept = await readFile(join(folder, 'simulator-state.json'), 'utf8')
    expect(JSON.parse(kept)).toMatchObject({ devices: { [DOOR]: { state: { totalRestarts: 1 } } } })
    expect(kept).not.toContain('secret-of')
  })
})
