import { setTimeout as wait } from 'node:timers/promises'
import { memoryOfAll, processorSeconds } from '../product/process-cost.ts'
import type { World } from '../product/world.ts'

/** The work after connecting is done within this time. */
const SETTLE_MS = 5_000

export interface IdleDevices {
  connected: number
  refused: number
  perSecond: number
  /** Bytes of the server's resident memory per device. */
  bytesEach: number
  /** The share of one processor that the idle server uses. */
  idleShare: number
}

/** Connects devices, a hundred at a time, and measures their cost while they send nothing. */
export async function measureIdleDevices(
  world: World,
  { count, settleMs = SETTLE_MS }: { count: number; settleMs?: number },
): Promise<IdleDevices> {
  await wait(settleMs)
  const before = memoryOfAll(world.serverPids).rss
  const { ms, refused } = await world.addIdleDevices(count)
  await wait(settleMs)
  const after = memoryOfAll(world.serverPids).rss
  const used = processorSeconds(world.serverPids)
  await wait(settleMs)
  const idleShare = (processorSeconds(world.serverPids) - used) / (settleMs / 1_000)
  const connected = (await world.devices.inspect()).filter((device) => device.connected).length
  return {
    connected,
    refused,
    perSecond: count / (ms / 1_000),
    bytesEach: (after - before) / count,
    idleShare,
  }
}
