import { randomUUID } from 'node:crypto'
import type { Certificates } from '@senca/matter/certificates'
import type { MatterProcess } from './matter-process.ts'

/** The Matter bridges of all accounts, as the process that runs them needs them. */
export interface RunBridges {
  /** The ids of all. */
  all(): Promise<string[]>
  /** A token with which the process calls for a bridge; one that was issued before ends. */
  issueToken(bridgeId: string): string
  takeBack(bridgeId: string): void
  /** The process that had them has ended. */
  release(process: string): Promise<void>
  /** Whether the process keeps ending soon after its start. */
  failing(isFailing: boolean): Promise<void>
  /** Calls the listener with a bridge that was made or asked something of, on any instance. */
  onAsked(listener: (bridgeId: string) => void): void
}

interface MatterBridgesOptions {
  matter: Pick<MatterProcess, 'isUp' | 'send' | 'use' | 'leave'>
  bridges: RunBridges
  /** The certificates of a product, if there are any. */
  certificates: Certificates | undefined
  /** Where this server is reached from this machine. */
  urlHere(): string
  failed(error: unknown): void
}

/** The bridges that the Matter process of this server runs: all that there are. It is a client of the API for each of them [BR14]. */
export function createMatterBridges(options: MatterBridgesOptions) {
  const { matter, bridges, certificates, urlHere, failed } = options
  const running = new Set<string>()
  /** Names the process to the calls, so that its leases end with it. */
  let process = randomUUID()
  let isStopped = false
  let syncing: Promise<void> = Promise.resolve()

  const begin = async (bridge: string): Promise<void> => {
    const token = bridges.issueToken(bridge)
    const product = certificates === undefined ? {} : { certificates }
    await matter.send({ type: 'bridge', bridge, url: urlHere(), token, process, ...product })
  }

  /** Runs the bridges that were made since. */
  async function addNew(): Promise<void> {
    if (isStopped) return
    for (const bridge of await bridges.all()) {
      if (running.has(bridge)) continue
      running.add(bridge)
      matter.use('bridges')
      if (matter.isUp()) await begin(bridge)
    }
  }
  const sync = (): Promise<void> => {
    syncing = syncing.then(addNew).catch(failed)
    return syncing
  }
  bridges.onAsked((bridge) => {
    if (!running.has(bridge)) void sync()
  })

  return {
    start: sync,
    /** The process has started. */
    ready(): void {
      for (const bridge of running) void begin(bridge).catch(failed)
    },
    /** The process has ended: another one may have its bridges right away. */
    ended(): void {
      const before = process
      process = randomUUID()
      void bridges.release(before).catch(failed)
    },
    /** A bridge was deleted, or has expired. */
    async over(bridge: string): Promise<void> {
      bridges.takeBack(bridge)
      running.delete(bridge)
      if (running.size === 0) await matter.leave('bridges')
    },
    stop(): void {
      isStopped = true
    },
  }
}

export type MatterBridges = ReturnType<typeof createMatterBridges>
