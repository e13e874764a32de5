import type { Server } from '@senca/e2e/product/server.ts'
import type { Seeded } from '../seeded.ts'
import { sleep } from '../soak-home.ts'
import type { Cluster } from './cluster.ts'

/** The disturbances of a cluster. All except `drain` use kill -9. */
export const STRIKES = ['instance', 'broker', 'database', 'drain'] as const
export type Strike = (typeof STRIKES)[number]

/** The delay before the restart, as with a supervisor. */
const RESTART_AFTER_MS = [0, 2_000] as const
/** The time in which a drained instance answers the requests that it already has. */
const DRAINED_AFTER_MS = 1_000

/** The order of strikes: after every `round` kills of instances, the broker, the database and a drain follow. */
export function strikeOrder(kills: number, round: number): Strike[] {
  return Array.from({ length: kills }, (_, nth): Strike[] =>
    (nth + 1) % round === 0 ? ['instance', 'broker', 'database', 'drain'] : ['instance'],
  ).flat()
}

const STARTS = 5

/**
 * Starts an instance and retries if that fails, as its supervisor does, for instance because the broker does not answer in time.
 */
async function startAgain(instance: Server): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await instance.startServer()
    } catch (error) {
      if (attempt === STARTS) throw error
    }
  }
}

/** Resolves when everything runs again. */
export async function strikeAt(cluster: Cluster, strike: Strike, chance: Seeded): Promise<void> {
  const { instances, balancer } = cluster
  const nth = chance.int(0, instances.length - 1)
  const instance = instances[nth]
  if (instance === undefined) throw new Error(`there is no instance ${nth}`)
  switch (strike) {
    case 'instance':
      await instance.killServer()
      await sleep(chance.int(...RESTART_AFTER_MS))
      return startAgain(instance)
    case 'broker':
      return cluster.restartBroker()
    case 'database':
      return cluster.restartDatabase()
    case 'drain':
      await balancer.set(nth, 'drain')
      await sleep(DRAINED_AFTER_MS)
      await instance.endServer()
      await startAgain(instance)
      return balancer.set(nth, 'ready')
  }
}
