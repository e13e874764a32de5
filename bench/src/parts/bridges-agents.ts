import type { Flags } from '../flags.ts'
import { measureAgents, measureEnds } from '../measures/agents.ts'
import { startClusterWorld } from '../product/cluster-world.ts'
import { printTable, rowsOf } from '../table.ts'
import { withProduct } from './worlds.ts'

const DEVICES = 100
const INSTANCES = 2
const WATCHED = 5
const ENDS = 10

/** Agents and scripts: how fast they are answered, and how soon one that was deleted receives nothing more. */
export async function benchAgents({ rounds }: Flags) {
  await withProduct(async (world) => {
    const [home = []] = await world.addHomes(1, DEVICES)
    const found: Awaited<ReturnType<typeof measureAgents>>[] = []
    for (let round = 0; round < rounds; round += 1) found.push(await measureAgents(world, home))
    const row = rowsOf(found)
    printTable(`An agent with ${DEVICES} devices, over HTTP`, [
      row('tools/list: p50', 'ms', ({ listMs }) => listMs, 5),
      row(`list_devices of ${DEVICES}: p50`, 'ms', ({ devicesMs }) => devicesMs, 20),
      row('a token beside that of a session: p50', 'ms', ({ tokenMs }) => tokenMs, 0.3),
    ])
  })
  const cluster = await startClusterWorld(INSTANCES, WATCHED)
  try {
    const ends: number[] = []
    for (let nth = 0; nth < ENDS; nth += 1) ends.push(await measureEnds(cluster))
    printTable(`An app deleted at one of ${INSTANCES} instances, its socket at the other`, [
      { figure: 'the last state that it gets', unit: 'ms', product: ends, mark: { atMost: 1_000 } },
      { figure: '… the latest', unit: 'ms', product: [Math.max(...ends)], mark: { atMost: 1_000 } },
    ])
  } finally {
    await cluster.stop()
  }
}
