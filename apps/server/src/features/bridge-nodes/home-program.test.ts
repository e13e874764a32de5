import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bridgeSecretSchema } from '@senca/contract/bridges'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  createMatterNetwork,
  type HomeProgram,
  type MatterController,
  type MatterNetwork,
} from '#testing/doubles/matter-network.ts'
import { connectFakeDevice } from '#testing/fake-device.ts'
import { askBridges, createBridge, listBridges } from '#testing/homes/bridge-home.ts'
import { createConfirmedClient } from '#testing/homes/link-home.ts'
import { createMatterBridge, matterBridgeCalls } from '#testing/homes/matter-bridge-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp, type TestApp } from '#testing/test-app.ts'
import type { TestClient } from '#testing/test-client.ts'

const SOON = { timeout: 90_000, interval: 100 }
/** Far longer than a network, a server and its devices take to start. */
const STARTS_MS = 600_000
const APPLE = 4_937
const PORT = 8_080
const SERVER = `http://127.0.0.1:${PORT}`
const SECONDS_30 = 30_000
const AT = { state: { position: 0.25 } }

let network: MatterNetwork
let app: TestApp
let owner: TestClient
let shade: Awaited<ReturnType<typeof moveIn>>
let bridge: Awaited<ReturnType<typeof createMatterBridge>>
let calls: ReturnType<typeof matterBridgeCalls>
let apple: MatterController
let dataDir: string
let program: HomeProgram

const CONNECTED = 'The bridge “House” runs here'
const start = (args: string[] = [], more: Record<string, string> = {}) =>
  network.startHomeProgram(args, { DATA_DIR: dataDir, ...more })
const whenPrinted = (words: string, one = program) =>
  vi.waitFor(() => {
    if (!one.printed().includes(words)) throw new Error(`“${words}” was not printed: ${one.printed()}`)
  }, SOON)
const fileText = () => readFile(join(dataDir, 'bridge.json'), 'utf8')
const willBeReachable = (isReachable: boolean) =>
  vi.waitFor(async () => {
    await app.clock.advance(50)
    const part = (await apple.endpoints()).find(
      ({ state }) => state.bridgedDeviceBasicInformation?.nodeLabel === 'Kitchen',
    )
    expect(part?.state.bridgedDeviceBasicInformation).toMatchObject({ reachable: isReachable })
  }, SOON)
const numbers = async () => (await calls.parts()).map(({ endpoint }) => endpoint)

beforeAll(async () => {
  network = await createMatterNetwork()
  app = await createTestApp({ environment: { MATTER: 'off' } })
  await network.reach(app.url, PORT)
  owner = await createConfirmedClient(app)
  shade = await moveIn(app, owner, 'roller_shutter', { name: 'Kitchen', ...AT })
  bridge = await createMatterBridge(owner, [shade.id], { name: 'House' })
  calls = matterBridgeCalls(owner, bridge.id)
  apple = await network.startController(APPLE)
  dataDir = await mkdtemp(join(tmpdir(), 'senca-home-'))
}, STARTS_MS)
afterAll(async () => {
  await app?.close()
  await shade?.device.end()
  await network?.close()
  await rm(dataDir, { recursive: true, force: true })
})

describe('the program in the home of a hosted server [BR15]', () => {
  it.each([
    ['no address', [], 'Usage: npm run bridge'],
    ['an address without https', ['--server', 'http://senca.example.com'], 'begins with https://'],
  ])('ends with %s', async (_title, args, words) => {
    const refused = start(args)
    expect(await refused.ended).toBe(1)
    expect(refused.printed()).toContain(words)
  })

  it.each([
    ['what is no token', async () => 'senca', 'This is not a token'],
    ['a token that was never made', async () => `senca_${'a'.repeat(49)}`, 'refuses the token'],
    [
      'the token of a script',
      async () => (await createBridge(owner, [shade.id])).secret,
      'not of a Matter bridge',
    ],
  ])('ends with %s, and keeps nothing', async (_title, token, words) => {
    const refused = start(['--server', SERVER])
    refused.enter(await token())
    expect(await refused.ended).toBe(1)
    expect(refused.printed()).toContain(words)
    await expect(fileText()).rejects.toThrow('ENOENT')
  })

  it('takes the token once, keeps it for its user alone, and is paired', async () => {
    program = start(['--server', SERVER])
    program.enter(bridge.secret)
    await whenPrinted(CONNECTED)
    expect(program.printed()).not.toContain(bridge.secret)
    expect(JSON.parse(await fileText())).toEqual({ server: SERVER, tokens: [bridge.secret] })
    expect((await stat(join(dataDir, 'bridge.json'))).mode & 0o777).toBe(0o600)
    expect(await listBridges(owner)).toMatchObject([{ connection: 'waiting', problem: null }, {}])
    await apple.commission((await calls.openPairing()).manualCode)
    await willBeReachable(true)
  })

  it('is one: a second program waits, with a folder of its own and with the same', async () => {
    const elsewhere = await mkdtemp(join(tmpdir(), 'senca-home-'))
    const token = { BRIDGE_SERVER: SERVER, BRIDGE_TOKEN: bridge.secret }
    for (const second of [start([], { ...token, DATA_DIR: elsewhere }), start()]) {
      await whenPrinted('Another program runs this bridge', second)
      await second.kill()
    }
    await rm(elsewhere, { recursive: true })
    await willBeReachable(true)
  })

  it('keeps pairing and endpoints while the server is away', async () => {
    const before = await numbers()
    await app.restart()
    await willBeReachable(false)
    await network.reach(app.url, PORT)
    owner.forgetApiToken()
    await willBeReachable(false)
    shade.device = await connectFakeDevice({ mqtt: app.mqtt, ...shade, type: 'roller_shutter', ...AT })
    await willBeReachable(true)
    expect(await numbers()).toEqual(before)
  })

  it('goes on at once after it was killed, without the token [BR16]', async () => {
    const before = await numbers()
    await program.kill()
    program = start()
    await whenPrinted(CONNECTED)
    expect(program.printed()).not.toContain('Another program')
    await willBeReachable(true)
    expect(await numbers()).toEqual(before)
  })

  it('is waited for until it was silent for 30 s, where another one takes its place [BR16]', async () => {
    await program.kill()
    await rm(join(dataDir, 'bridge-process.json'))
    program = start()
    await whenPrinted('Another program runs this bridge')
    await app.clock.advance(SECONDS_30)
    await whenPrinted(CONNECTED)
    await willBeReachable(true)
  })

  it('gives the bridge back when it is stopped, so that the next one has it at once', async () => {
    program.stop()
    expect(await program.ended).toBe(0)
    expect(await listBridges(owner)).toMatchObject([{ connection: 'off', problem: 'matter_off' }, {}])
    program = start()
    await whenPrinted(CONNECTED)
    expect(program.printed()).not.toContain('Another program')
    await willBeReachable(true)
  })

  it('ends when its token is replaced, asks for the new one, and the pairing stays', async () => {
    const { secret } = bridgeSecretSchema.parse(
      await owner.ok(askBridges(owner, 'secret', { id: bridge.id })),
    )
    expect(await program.ended).toBe(1)
    expect(program.printed()).toContain('refuses the token')
    expect(JSON.parse(await fileText())).toEqual({ server: SERVER, tokens: [] })
    program = start()
    await app.clock.advance(SECONDS_30)
    program.enter(String(secret))
    await whenPrinted(CONNECTED)
    await willBeReachable(true)
    expect(await calls.fabrics()).toMatchObject([{ ecosystem: 'Apple' }])
  })

  it('ends with the bridge [BR4]', async () => {
    await owner.ok(askBridges(owner, 'delete', { id: bridge.id }))
    expect(await program.ended).toBe(1)
  })
})
