import { generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createBench } from '../testing/bench.ts'
import { sha256Of } from '../upgrade/flash.ts'
import { imageHeader } from '../upgrade/image.ts'

const operator = generateKeyPairSync('ed25519')
const trustedKey = operator.publicKey.export({ type: 'spki', format: 'pem' }).toString()

interface Firmware {
  image?: Buffer
  /** The file on the server; the image by default. */
  served?: Buffer
  isServed?: boolean
}

function createUpgradeBench({ image = firmware('2.0.0'), served = image, isServed = true }: Firmware = {}) {
  const bench = createBench({
    type: 'venetian_blind',
    version: 1,
    trustedKey: () => trustedKey,
    async download(_url, from, size) {
      if (!isServed) throw new Error('no answer')
      return { bytes: served.subarray(from, from + size), total: served.byteLength }
    },
  })
  const command = {
    command: 'upgrade',
    url: 'http://127.0.0.1/firmware/venetian_blind.bin',
    version: '2.0.0',
    sha256: sha256Of(image),
    signature: sign(null, image, operator.privateKey).toString('base64'),
  }
  /** Advances the time and lets pending downloads complete. */
  const pass = async (ms: number) => {
    for (let left = ms; left > 0; left -= 50) {
      bench.clock.advance(50)
      await Promise.resolve()
      await Promise.resolve()
    }
  }
  return { ...bench, command, pass }
}

const firmware = (version: string) =>
  Buffer.concat([Buffer.from(imageHeader('venetian_blind', version)), Buffer.alloc(20_000, 7)])

describe('a controller of the first generation', () => {
  it('[DP41] upgrades in place: it reports its progress and comes back as the second generation', async () => {
    const bench = createUpgradeBench()
    expect(bench.statuses().at(-1)).toMatchObject({ version: 1, firmware: '1.9.3' })
    bench.send(bench.command)
    expect(bench.results().at(-1)).toMatchObject({ status: 'success' })
    expect(bench.lastState()).toMatchObject({ status: 'upgrading', progress: 0 })
    await bench.pass(8_000)
    const shares = bench.states().flatMap(({ progress }) => progress ?? [])
    expect(shares).toEqual([...shares].sort((one, other) => one - other))
    expect(shares.some((share) => share > 0.2 && share < 0.9)).toBe(true)
    expect(shares.at(-1)).toBe(1)
    expect(bench.statuses().at(-1)).toMatchObject({ version: 2, firmware: '2.0.0' })
    expect(bench.statuses().at(-1)).not.toHaveProperty('upgradeError')
    expect(bench.lastState()).toMatchObject({ status: 'ready', position: 0 })
    // A command that the first generation does not support.
    bench.send({ command: 'move', position: 40, inclination: 20 })
    expect(bench.results().at(-1)).toMatchObject({ status: 'success' })
  })

  it('[DP41] takes nothing else meanwhile, by no switch either', async () => {
    const bench = createUpgradeBench()
    bench.send(bench.command)
    for (const command of ['move', 'restart', 'recalibrate', 'abort', 'forget', 'upgrade']) {
      bench.send(
        command === 'upgrade' ? bench.command : { command, ...(command === 'move' ? { position: 9 } : {}) },
      )
      expect(bench.results().at(-1)).toMatchObject({ status: 'error', error: 'device_busy' })
    }
    expect(bench.device.wallSwitch('close')).toBe(false)
    await bench.pass(8_000)
    expect(bench.statuses().at(-1)).toMatchObject({ version: 2 })
  })

  it('[DP41] takes no upgrade while it moves', () => {
    const bench = createUpgradeBench()
    bench.send({ command: 'move', position: 100 })
    bench.send(bench.command)
    expect(bench.results().at(-1)).toMatchObject({ status: 'error', error: 'device_busy' })
  })

  it.each([
    ['checksum_invalid', { served: firmware('2.0.1') }],
    ['checksum_invalid', { served: firmware('2.0.0').subarray(0, 9_000) }],
    ['too_old', { image: firmware('1.2.0') }],
    ['download_failed', { isServed: false }],
  ] as const)('[DP41] stays what it was: %s', async (upgradeError, how) => {
    const bench = createUpgradeBench(how)
    bench.send(bench.command)
    await bench.pass(12_000)
    expect(bench.statuses().at(-1)).toMatchObject({ version: 1, firmware: '1.9.3', upgradeError })
    expect(bench.lastState().status).toBe('ready')
  })

  it('[DP41] stays what it was with a wrong signature, and with the version of the command too old [DV22]', async () => {
    const bench = createUpgradeBench()
    bench.send({ ...bench.command, signature: Buffer.alloc(64, 1).toString('base64') })
    await bench.pass(8_000)
    expect(bench.statuses().at(-1)).toMatchObject({ version: 1, upgradeError: 'signature_invalid' })
    bench.send({ ...bench.command, version: '1.0.0' })
    await bench.pass(1_000)
    expect(bench.statuses().at(-1)).toMatchObject({ version: 1, upgradeError: 'too_old' })
    // The next successful upgrade clears the error.
    bench.send(bench.command)
    await bench.pass(8_000)
    expect(bench.statuses().at(-1)).toMatchObject({ version: 2 })
    expect(bench.statuses().at(-1)).not.toHaveProperty('upgradeError')
  })

  it.each([100, 900, 2_000, 3_000])('[DP41] stays what it was after a power cut at %i ms', async (ms) => {
    const bench = createUpgradeBench()
    bench.send(bench.command)
    await bench.pass(ms)
    bench.device.fault({ kind: 'power_cut', ms: 500 })
    await bench.pass(3_000)
    expect(bench.statuses().at(-1)).toMatchObject({ version: 1, upgradeError: 'interrupted' })
    expect(bench.lastState().status).toBe('ready')
    expect(bench.clock.pending()).toBe(0)
  })

  it('keeps what it runs when its process ends, and says that it was cut off', async () => {
    const bench = createUpgradeBench()
    bench.send(bench.command)
    await bench.pass(1_000)
    const cutOff = createBench({ type: 'venetian_blind', version: 1, memory: bench.device.memory() })
    expect(cutOff.statuses().at(-1)).toMatchObject({ version: 1, upgradeError: 'interrupted' })
    await bench.pass(8_000)
    const kept = createBench({ type: 'venetian_blind', version: 1, memory: bench.device.memory() })
    expect(kept.statuses().at(-1)).toMatchObject({ version: 2, firmware: '2.0.0' })
  })
})
