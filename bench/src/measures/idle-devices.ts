import { setTimeout as wait } from 'node:timers/promises'
import { memoryOf, processorSeconds } from '../product/process-cost.ts'
import type { World } from '../product/world.ts'

/** Connected devices that say nothing more: what is left to do for them settles in this time. */
const SETTLE_MS = 5_000

export interface IdleDevices {
  connected: number
  refused: number
  perSecond: number
  /** Bytes of the server's resident memory per device. */
  bytesEach: number
  /** Share of one processor that the server takes while nothing happens. */
  idleShare: number
}

/** Connects devices, a hundred signing in at a time, and looks at what they cost while they say nothing. */
export async function measureIdleDevices(
  world: World,
  { count, settleMs = SETTLE_MS }: { count: number; settleMs?: number },
): Promise<IdleDevices> {
  await wait(settleMs)
  const before = memoryOf(world.serverPid).rss
  const { ms, refused } = await world.addIdleDevices(count)
  await wait(settleMs)
  const after = memoryOf(world.serverPid).rss
  const used = processorSeconds(world.serverPid)
  await wait(settleMs)
  const idleShare = (processorSeconds(world.serverPid) - used) / (settleMs / 1_000)
  const connected = (await world.devices.look()).filter((device) => device.connected).length
  return {
    connected,
    refused,
    perSecond: count / (ms / 1_000),
    bytesEach: (after - before) / count,
    idleShare,
  }
}
