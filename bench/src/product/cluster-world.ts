import { startFakeDevices } from '../devices/fake-devices.ts'
import type { Watchable } from '../measures/fan-out.ts'
import { startCluster } from '../soak/instances/cluster.ts'
import { confirmAccounts } from './embedded-database.ts'
import type { HomeAccount } from './home-account.ts'
import { claimHomes, provision } from './homes.ts'
import { openProductSocket } from './product-socket.ts'

export interface ClusterWorld extends Watchable {
  /** The ids of its one home. */
  home: readonly string[]
  account: HomeAccount
  /** The addresses of its instances. */
  urls: readonly string[]
  /** The same installation with sockets at one of its instances only. */
  watchedAt(instance: number): Watchable
  stop(): Promise<void>
}

/**
 * Starts instances with one external database and one external broker, and a home with connected devices. Sockets are opened at
 * the instances in turn.
 */
export async function startClusterWorld(instances: number, devicesOfHome: number): Promise<ClusterWorld> {
  const cluster = await startCluster(instances)
  const devices = await startFakeDevices(cluster.mqtt, 'senca')
  const stop = async () => {
    await devices.stop()
    await cluster.stop()
  }
  try {
    const made = await provision(cluster.url, 'roller_shutter', devicesOfHome)
    const [settled] = await claimHomes(cluster.url, made, devicesOfHome)
    if (settled === undefined) throw new Error('there is no home')
    await confirmAccounts(cluster.databaseUrl)
    const { refused } = await devices.connect(made.map(({ id, secret }) => ({ id, secret })))
    if (refused > 0) throw new Error(`${refused} devices were refused`)
    let opened = 0
    const openAt =
      (instanceOf: () => number): Watchable['openViewer'] =>
      async (_home, seen) => {
        const instance = cluster.instances[instanceOf()]
        if (instance === undefined) throw new Error('there is no such instance')
        return openProductSocket(instance.url, await settled.account.websocketToken(), seen)
      }
    const world: Watchable = {
      serverPids: cluster.instances.map((each) => each.serverPid()),
      helperPids: () => [],
      devices,
      openViewer: openAt(() => opened++ % instances),
    }
    return {
      ...world,
      home: made.map(({ id }) => id),
      account: settled.account,
      urls: cluster.instances.map(({ url }) => url),
      watchedAt: (instance) => ({ ...world, openViewer: openAt(() => instance) }),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
