import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deviceStatusMessageSchema } from '@senca/contract'
import { deviceSetupSchema, SETUP_NETWORK } from '@senca/contract/setup'
import { connectAsync } from 'mqtt'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readArguments } from '../arguments.ts'
import type { Simulator } from '../simulator.ts'
import { startBroker, type TestBroker } from '../testing/broker.ts'
import { startDeviceInSetup } from './setup-mode.ts'

const ID = 'device-00001'

describe('a device in its set-up', () => {
  let folder: string
  let broker: TestBroker
  let simulator: Simulator
  let url: string

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'senca-setup-'))
    broker = await startBroker({ secrets: { [ID]: 'its-secret', watcher: 'w' } })
    const file = join(folder, 'device.json')
    await writeFile(file, JSON.stringify([{ id: ID, secret: 'its-secret', claimCode: 'A' }]))
    const lines: string[] = []
    const args = readArguments(['--setup', '--device', file, '--type', 'awning'])
    if (args.kind !== 'setup') throw new Error('not a set-up')
    simulator = await startDeviceInSetup(args, (line) => lines.push(line))
    url = /page (\S+)\/$/.exec(lines.join('\n'))?.[1] ?? ''
  })
  afterEach(async () => {
    await simulator.stop()
    await broker.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const describeIt = async () => deviceSetupSchema.parse(await (await fetch(`${url}/setup`)).json())
  const give = (json: object, type = 'application/json') =>
    fetch(`${url}/setup`, { method: 'POST', headers: { 'content-type': type }, body: JSON.stringify(json) })
  const good = () => ({
    ssid: 'Home',
    password: 'right',
    host: '127.0.0.1',
    port: broker.port,
    tls: false,
    setupCode: 'CODE-1',
  })

  it('says what it is and which networks it finds, and refuses what it cannot use [DP36]', async () => {
    const reported = await describeIt()
    expect(reported).toEqual({
      network: expect.stringMatching(SETUP_NETWORK),
      type: 'awning',
      version: 2,
      firmware: '2.4.1',
    })
    expect(await (await fetch(`${url}/setup/networks`)).json()).toContainEqual({
      ssid: 'Home',
      rssi: -48,
      isSecure: true,
    })
    const { setupCode: _without, ...rest } = good()
    expect((await give(rest)).status).toBe(400)
    expect((await give({ ...good(), port: 0 })).status).toBe(400)
    expect((await give(good(), 'text/plain')).status).toBe(415)
    expect((await give({ ...good(), ssid: 'x'.repeat(20_000) })).status).toBe(413)
    expect((await fetch(`${url}/else`)).status).toBe(404)
  })

  it('says a wrong password, then joins, offers its code until its home speaks to it, and its network is gone [DP38] [DP39]', async () => {
    expect((await give({ ...good(), password: 'wrong' })).status).toBe(202)
    await vi.waitFor(async () => expect((await describeIt()).error).toBe('wrong_password'), {
      timeout: 120_000,
    })
    const watcher = await connectAsync(`mqtt://127.0.0.1:${broker.port}`, {
      clientId: 'watcher',
      username: 'watcher',
      password: 'w',
    })
    const statuses: (string | undefined)[] = []
    watcher.on('message', (_topic, payload) => {
      const status = deviceStatusMessageSchema.parse(JSON.parse(payload.toString()))
      if (status.connected) statuses.push(status.setupCode)
    })
    await watcher.subscribeAsync(`senca/${ID}/status`)
    expect((await give(good())).status).toBe(202)
    await vi.waitFor(() => expect(statuses).toEqual(['CODE-1']), { timeout: 120_000 })
    await vi.waitFor(() => expect(fetch(`${url}/setup`)).rejects.toThrow(), { timeout: 120_000 })
    const command = (id: string) =>
      watcher.publishAsync(
        `senca/${ID}/command`,
        JSON.stringify({
          id,
          command: 'settings',
          settings: {},
          sentAt: new Date().toISOString(),
          expiresAt: new Date(Date.now() + 4_000).toISOString(),
        }),
        { qos: 1 },
      )
    // The first command only sets the time.
    await command('time')
    await command('greeting')
    await vi.waitFor(() => expect(statuses).toEqual(['CODE-1', undefined]), { timeout: 120_000 })
    await watcher.endAsync(true)
  })
})
