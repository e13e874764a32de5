import { setTimeout as wait } from 'node:timers/promises'
import { deviceInfoSchema } from '@senca/contract'
import { discoveryListSchema } from '@senca/contract/discovery'
import type { CoverForm } from '../devices/announced-cover.ts'
import type { Bridge } from '../devices/bridge.ts'
import { sharedNow } from '../monotonic.ts'
import type { HomeAccount } from '../product/home-account.ts'
import { processorSeconds } from '../product/process-cost.ts'
import type { ProductWorld } from '../product/product.ts'

const QUIET_MS = 1_000

/** Makes a device of each entity that is listed and in none. Returns their ids. */
export async function addCovers(account: HomeAccount, prefix: string): Promise<string[]> {
  const entities = discoveryListSchema.parse(await account.get('discovery/list'))
  const ids: string[] = []
  for (const [number, { id, token }] of entities.entries()) {
    if (token !== null) continue
    const asked = { ids: [id], devicetype: 'roller_shutter', name: `${prefix} ${number}` }
    ids.push(deviceInfoSchema.parse(await account.post('discovery/add', asked)).id)
  }
  return ids
}

interface CoverStatesOptions {
  /** Devices of our own protocol in the same home. */
  home: readonly string[]
  bridge: Bridge
  form: CoverForm
  count: number
  perSecond: number
  seconds: number
}

/** Covers report states while one page watches. Returns the processor time of the server for each, in µs, and how many arrived. */
export async function measureCoverStates(
  world: ProductWorld,
  { home, bridge, form, ...asked }: CoverStatesOptions,
): Promise<{ us: number; share: number }> {
  let arrived = 0
  let lastAt = sharedNow()
  const viewer = await world.openViewer(home, ({ at }) => {
    arrived += 1
    lastAt = at
  })
  const before = processorSeconds(world.serverPids)
  const sent = await bridge.report(form, asked)
  while (sharedNow() - lastAt < QUIET_MS) await wait(QUIET_MS / 10)
  const used = processorSeconds(world.serverPids) - before
  viewer.close()
  return { us: (used * 1e6) / sent, share: arrived / sent }
}
