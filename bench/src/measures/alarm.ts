import { setTimeout as wait } from 'node:timers/promises'
import { LIMITS } from '@senca/contract'
import { hookKeySchema } from '@senca/contract/automation'
import { sharedNow } from '../monotonic.ts'
import { percentile } from '../percentiles.ts'
import type { ProductWorld } from '../product/product.ts'
import { followMoves } from './moves.ts'

const QUIET_MS = 5_000
const CHECK_EVERY_MS = 250
const CALM = 2
const STORM = 20

export interface Alarm {
  shades: number
  moved: number
  /** Milliseconds from the weather sample to the command: the median, the 99th percentile and the last. */
  medianMs: number
  p99Ms: number
  lastMs: number
}

/** One sample of a home's own station above the threshold moves this many shades of the home to safety. */
export async function measureAlarm(world: ProductWorld, { shades }: { shades: number }): Promise<Alarm> {
  const [home = []] = await world.addHomes(1, shades)
  const account = world.accountOf(home)
  await account.post('home/create', { name: 'Home', lat: 0, lon: 0, timezone: 'Etc/UTC' })
  const { url } = hookKeySchema.parse(await account.post('hook/key', {}))
  const measure = async (gust: number) => {
    const { status } = await fetch(`${world.url}${new URL(url).pathname}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'weather', wind_gust: gust }),
    })
    if (status !== 200) throw new Error(`a sample was answered ${status}`)
  }
  await measure(CALM)
  for (let from = 0; from < home.length; from += LIMITS.SCENARIO_TARGETS)
    await account.post('scenario/create', {
      name: `Wind ${from}`,
      enabled: true,
      targets: home.slice(from, from + LIMITS.SCENARIO_TARGETS),
      triggers: [{ type: 'Weather', measurement: 'wind_gust', condition: 'gt', value: 10 }],
      actions: [{ type: 'MoveSelf', position: 0.5 }],
    })
  const ids = new Set(home)
  const untilMoved = await followMoves(world, ids)
  await wait(QUIET_MS)
  const sampledAt = sharedNow()
  await measure(STORM)
  const { moved, times: movedAt } = await untilMoved({ quietMs: QUIET_MS, everyMs: CHECK_EVERY_MS })
  const times = movedAt.map((at) => at - sampledAt)
  return {
    shades: ids.size,
    moved,
    medianMs: percentile(times, 0.5),
    p99Ms: percentile(times, 0.99),
    lastMs: percentile(times, 1),
  }
}
