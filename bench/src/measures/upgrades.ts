import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { upgradeAllSchema } from '@senca/contract/hardware'
import { inParallel } from '../in-parallel.ts'
import { sharedNow } from '../monotonic.ts'
import type { ProductWorld } from '../product/product.ts'

const HOMES_AT_ONCE = 8
const LOOK_EVERY_MS = 1_000
/** Nothing has changed for so long: a line looks again every five seconds. */
const QUIET_MS = 12_000

export interface RollOut {
  /** How many devices were put in line, were sent the firmware, run it, and were sent it more than once. */
  queued: number
  sent: number
  running: number
  twice: number
  /** From the first call to the last device that runs it, or was sent it. */
  seconds: number
}

interface RollOutOptions {
  homes: readonly string[][]
  /** Where the server reads its firmware. */
  folder: string
  version: string
  rollout: { percent?: number; stopAtFailureRate?: number }
  /** Every so many-th upgrade fails; null: none. */
  failingEvery: number | null
}

/** The operator publishes a firmware, and every home has all of its devices upgraded. */
export async function measureRollOut(world: ProductWorld, options: RollOutOptions): Promise<RollOut> {
  const { homes, folder, version, rollout, failingEvery } = options
  publish(folder, version, rollout)
  await world.devices.failUpgrades(failingEvery)
  const before = new Map((await world.devices.look()).map(({ id, upgrades }) => [id, upgrades]))
  const begun = sharedNow()
  const queued = await inParallel(homes, HOMES_AT_ONCE, async (home) =>
    upgradeAllSchema.parse(await world.accountOf(home).post('device/upgrade-all', {})),
  )

  let counted = { sent: 0, running: 0, twice: 0 }
  let changedAt = sharedNow()
  while (sharedNow() - changedAt < QUIET_MS) {
    await wait(LOOK_EVERY_MS)
    const states = await world.devices.look()
    const times = states.map(({ id, upgrades }) => upgrades - (before.get(id) ?? 0))
    const now = {
      sent: times.filter((count) => count > 0).length,
      running: states.filter(({ firmware }) => firmware === version).length,
      twice: times.filter((count) => count > 1).length,
    }
    if (now.sent !== counted.sent || now.running !== counted.running) changedAt = sharedNow()
    counted = now
  }
  return {
    queued: queued.reduce((sum, each) => sum + each.queued, 0),
    ...counted,
    seconds: (changedAt - begun) / 1_000,
  }
}

/** As `npm run firmware -- sign` leaves it; fake devices check no signature. */
function publish(folder: string, version: string, rollout: RollOutOptions['rollout']) {
  const bytes = `senca-firmware roller_shutter ${version}\n`
  const manifest = {
    version,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    signature: Buffer.alloc(64).toString('base64'),
    rollout,
  }
  writeFileSync(join(folder, 'roller_shutter.bin'), bytes)
  writeFileSync(join(folder, 'roller_shutter.json'), JSON.stringify(manifest))
}
