import type { Flags } from '../flags.ts'
import { type FanOut, measureFanOut, type Watchable } from '../measures/fan-out.ts'
import { startClusterWorld } from '../product/cluster-world.ts'
import { startProductWorld } from '../product/product.ts'
import { printTable, type Row } from '../table.ts'
import { inRounds } from './worlds.ts'

const WARM_UP_S = 2
const INSTANCES = 2
const MARK = { atMost: 1.3 } as const

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/**
 * Two instances with Mosquitto and an external database (product) beside one process with everything embedded (floor): the same
 * devices report, and as many sockets watch. They are spread over both instances, and then all at the first one.
 */
export async function benchInstances({ rounds, seconds, devices, rate, viewers }: Flags) {
  const alone = await startProductWorld()
  const cluster = await startClusterWorld(INSTANCES, devices)
  try {
    const homes = await alone.addHomes(1, devices)
    const measure =
      (lasting: number) =>
      ({ world, home }: { world: Watchable; home: readonly string[][] }): Promise<FanOut> =>
        measureFanOut(world, { homes: home, viewersEach: viewers, perSecond: rate, seconds: lasting })
    const shapes = [
      { where: 'spread over both', world: cluster },
      { where: 'all at the first', world: cluster.watchedAt(0) },
    ]
    for (const { where, world } of shapes) {
      const worlds = {
        product: { world, home: [[...cluster.home]] },
        floor: { world: alone, home: homes },
      }
      await inRounds(1, measure(WARM_UP_S), worlds)
      const found = await inRounds(rounds, measure(seconds), worlds)
      const row = (figure: string, unit: string, pick: (of: FanOut) => number): Row => ({
        figure,
        unit,
        product: found.product.map(pick),
        floor: found.floor.map(pick),
      })
      printTable(
        `Two instances beside one embedded: ${devices} devices at ${rate} reports a second, ${viewers} sockets ${where}`,
        [
          row('delivered', 'per s', ({ perSecond }) => perSecond),
          row('delay p50', 'ms', ({ p50 }) => p50),
          row('delay p99', 'ms', ({ p99 }) => p99),
          { ...row('server, each report', 'µs of processor', ({ reportUs }) => sum(reportUs)), mark: MARK },
          { ...row('server, each delivery', 'µs of processor', ({ serverUs }) => serverUs), mark: MARK },
          ...Array.from({ length: INSTANCES }, (_, nth) => ({
            figure: `instance ${nth + 1}, each report`,
            unit: 'µs of processor',
            product: found.product.map(({ reportUs }) => reportUs[nth] ?? Number.NaN),
          })),
          row('replaced by a newer one, or lost', '', ({ missing }) => missing),
          row('last states not seen', '', ({ wrongAtEnd }) => wrongAtEnd),
        ],
      )
    }
  } finally {
    await cluster.stop()
    await alone.stop()
  }
}
