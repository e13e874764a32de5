import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { upgradeAllSchema } from '@senca/contract/hardware'
import pLimit from 'p-limit'
import { sharedNow } from '../monotonic.ts'
import type { ProductWorld } from '../product/product.ts'

const HOMES_AT_ONCE = 8
const CHECK_EVERY_MS = 1_000
/** If nothing has changed for this long, the roll-out is over; the queue is checked every five seconds. */
const QUIET_MS = 12_000

export interface RollOut {
  /** How many devices were queued, received the firmware, run it, and received it more than once. */
  queued: number
  sent: number
  running: number
  twice: number
  /** Seconds from the first call until the last device runs the firmware or has received it. */
  seconds: number
}

interface RollOutOptions {
  homes: readonly string[][]
  /** The folder from which the server reads its firmware. */
  folder: string
  version: string
  rollout: { percent?: number; stopAtFailureRate?: number }
  /** Every `failingEvery`-th upgrade fails; null: none fails. */
  failingEvery: number | null
}

/** The operator publishes a firmware, and every home upgrades all of its devices. */
export async function measureRollOut(world: ProductWorld, options: RollOutOptions): Promise<RollOut> {
  const { homes, folder, version, rollout, failingEvery } = options
  publish(folder, version, rollout)
  await world.devices.failUpgrades(failingEvery)
  const before = new Map((await world.devices.inspect()).map(({ id, upgrades }) => [id, upgrades]))
  const begun = sharedNow()
  const queued = await pLimit(HOMES_AT_ONCE).map(homes, async (home) =>
    upgradeAllSchema.parse(await world.accountOf(home).post('device/upgrade-all', {})),
  )

  let counted = { sent: 0, running: 0, twice: 0 }
  let changedAt = sharedNow()
  while (sharedNow() - changedAt < QUIET_MS) {
    await wait(CHECK_EVERY_MS)
    const states = await world.devices.inspect()
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

/** Writes the files that `npm run firmware -- sign` creates; fake devices do not check the signature. */
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
