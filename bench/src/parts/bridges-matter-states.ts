import type { startMatterHome } from '../devices/matter-home.ts'
import { percentile } from '../percentiles.ts'
import type { ProductWorld } from '../product/product.ts'

const REPORTS_PER_SECOND = 2
const WHOLE = 10_000
const TOLERANCE = 0.02

/** As a shade at rest is shown: near an end it is there. */
const shownAtRest = (position: number): number => {
  if (position <= TOLERANCE) return 0
  return position >= 1 - TOLERANCE ? WHOLE : Math.round(position * WHOLE)
}

export type MatterHome = Awaited<ReturnType<typeof startMatterHome>>

/** Devices report; the milliseconds until an app has their positions. */
export async function measureStates(
  world: ProductWorld,
  home: MatterHome,
  {
    ids,
    names,
    seconds,
    perSecond = REPORTS_PER_SECOND,
    isAtRest = true,
  }: {
    ids: readonly string[]
    names: Record<string, string>
    seconds: number
    perSecond?: number
    isAtRest?: boolean
  },
) {
  const shownOf = isAtRest ? shownAtRest : (position: number) => Math.round(position * WHOLE)
  const before = new Map((await world.devices.inspect()).map(({ id, position }) => [id, position]))
  let sentAt = new Float64Array()
  const seen = await home.positionsDuring(async () => {
    ;({ sentAt } = await world.devices.report(ids, perSecond, seconds, isAtRest))
  })
  const delays: number[] = []
  let lost = 0
  for (const [nth, id] of ids.entries()) {
    const got = [...(seen.get(home.endpointOf(names[id] ?? '')) ?? [])]
    let position = before.get(id) ?? 0
    let shown = shownOf(position)
    for (let at = nth; at < sentAt.length; at += ids.length) {
      position = (Math.round(position * 1_000 + 7) % 1_000) / 1_000
      const next = shownOf(position)
      if (next === shown) continue
      shown = next
      const first = got.findIndex(({ lift }) => lift === next)
      const [arrived] = first < 0 ? [] : got.splice(0, first + 1).slice(-1)
      if (arrived === undefined) lost += 1
      else delays.push(arrived.at - (sentAt[at] ?? 0))
    }
  }
  const received = [...seen.values()].map(({ length }) => length)
  return {
    p50: percentile(delays, 0.5),
    p99: percentile(delays, 0.99),
    lost,
    /** The most that the app has got of one part, each second. */
    most: Math.max(0, ...received) / seconds,
  }
}
