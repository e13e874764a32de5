import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it, vi } from 'vitest'
import { createMatterNetwork } from '#testing/doubles/matter-network.ts'
import { createConfirmedClient } from '#testing/homes/link-home.ts'
import { createMatterBridge, matterBridgeCalls } from '#testing/homes/matter-bridge-home.ts'
import { moveIn } from '#testing/homes/test-home.ts'
import { createTestApp } from '#testing/test-app.ts'

it('measures', async () => {
  const network = await createMatterNetwork()
  const app = await createTestApp({ environment: { MATTER: 'off' } })
  let last = Date.now()
  const tick = setInterval(() => {
    const now = Date.now()
    void app.clock.advance(now - last)
    last = now
  }, 50)
  await network.reach(app.url, 8_080)
  const owner = await createConfirmedClient(app)
  const shade = await moveIn(app, owner, 'roller_shutter', { name: 'Kitchen', state: { position: 0.25 } })
  const bridge = await createMatterBridge(owner, [shade.id], { name: 'House' })
  const calls = matterBridgeCalls(owner, bridge.id)
  const apple = await network.startController(4_937)
  const dataDir = await mkdtemp(join(tmpdir(), 'senca-home-'))
  const start = (args: string[] = []) => network.startHomeProgram(args, { DATA_DIR: dataDir })
  const printed = (p: { printed(): string }, words: string) =>
    vi.waitFor(
      () => {
        if (!p.printed().includes(words)) throw new Error(p.printed())
      },
      { timeout: 90_000, interval: 50 },
    )
  let program = start(['--server', 'http://127.0.0.1:8080'])
  program.enter(bridge.secret)
  await printed(program, 'runs here')
  await apple.commission((await calls.openPairing()).manualCode)
  const see = (position: number) =>
    vi.waitFor(
      async () => {
        const part = (await apple.endpoints()).find(
          ({ state }) => state.bridgedDeviceBasicInformation?.nodeLabel === 'Kitchen',
        )
        const s = part?.state
        if (
          s?.bridgedDeviceBasicInformation?.reachable !== true ||
          s?.windowCovering?.currentPositionLiftPercent100ths !== position
        )
          throw new Error('not yet')
      },
      { timeout: 150_000, interval: 50 },
    )
  await see(2_500)
  for (const [nth, position] of [
    [1, 0.5],
    [2, 0.75],
    [3, 0.3],
  ] as const) {
    const at = Date.now()
    await program.kill()
    program = start()
    shade.device.report({ position })
    await printed(program, 'runs here')
    console.log('MEASURED', nth, `connected ${Date.now() - at}`)
    try {
      await see(Math.round(position * 10_000))
      console.log('MEASURED', nth, `subscribed with the new place ${Date.now() - at}`)
    } catch {
      console.log('MEASURED', nth, 'not seen within 150 s')
    }
  }
  clearInterval(tick)
  program.stop()
  await app.close()
  await shade.device.end()
  await network.close()
  await rm(dataDir, { recursive: true, force: true })
}, 900_000)
