import { randomUUID } from 'node:crypto'
import type { SecurityEventKind } from '@senca/contract/account'
import {
  type BridgeFabric,
  type BridgePairing,
  type BridgePairingStatus,
  type MatterPart,
  PAIRING_MS,
} from '@senca/contract/bridge-matter'
import type { Activity } from '#features/activity/index.ts'
import { type Bridge, type BridgeService, bridgeChange } from '#features/bridges/index.ts'
import type { Notify } from '#features/notifications/index.ts'
import type { AccountActor } from '#features/rights/index.ts'
import type { Clock } from '#platform/clock.ts'
import { ApiError } from '#platform/errors.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Database } from '#platform/postgres/database.ts'
import { openPairingOf, type StoredNode } from './bridge-node.ts'
import type { BridgeNodeStore } from './bridge-nodes.store.ts'
import type { NodeLeases } from './node-leases.ts'
import type { NodeWaits } from './node-waits.ts'

/** How long a call waits for the process. */
const PROCESS_MS = 15_000

interface BridgeNodeServiceOptions {
  bridges: Pick<BridgeService, 'find'>
  store: BridgeNodeStore
  leases: NodeLeases
  waits: NodeWaits
  database: Pick<Database, 'db'>
  notify: Pick<Notify, 'publish'>
  recordSecurityEvent: Activity['recordSecurityEvent']
  clock: Clock
  /** The Matter process of this server runs bridges. */
  isMatter: boolean
  /** Something is to be done by the process of a bridge, or was changed. */
  asked(bridge: { bridgeId: string; accountId: string }): Promise<void>
}

/** How owners pair the Matter bridges of their account, and see what these show [BR18], [BR19]. */
export function createBridgeNodeService(options: BridgeNodeServiceOptions) {
  const { bridges, store, leases, waits, database, notify, recordSecurityEvent, clock, isMatter } = options
  const { asked } = options

  const findOwn = async (actor: AccountActor, id: string) => {
    const bridge = await bridges.find(actor, id)
    const node = bridge.kind === 'matter' ? await store.find(id) : null
    if (node === null) throw new ApiError('resource_not_found', { key: 'id' })
    return { bridge, node }
  }

  /** The process of this server is waited for: it may have just been started. */
  const assertAlive = (node: StoredNode) => {
    if (!isMatter && !leases.isAlive(node)) throw new ApiError('bridge_unavailable', { detail: 'matter_off' })
  }

  /** The node once it is as it was asked to be. Throws `bridge_unavailable` if its process does not do it in time. */
  const waitFor = async (id: string, isDone: (node: StoredNode) => boolean): Promise<StoredNode> => {
    const node = await waits.until(id, PROCESS_MS, async () => {
      const now = await store.find(id)
      return now !== null && isDone(now) ? now : null
    })
    if (node === null) throw new ApiError('bridge_unavailable', { detail: 'no_answer' })
    return node
  }

  const ask = async (
    { accountId }: Pick<AccountActor, 'accountId'>,
    id: string,
    change: Parameters<BridgeNodeStore['change']>[2],
  ): Promise<void> => {
    await database.db.transaction((queries) => store.change(queries, id, change))
    await asked({ bridgeId: id, accountId })
  }

  /** Writes to the trail, and mails, what was done with a bridge. */
  const record = async (
    actor: Pick<AccountActor, 'accountId'>,
    caller: Caller,
    news: { kind: SecurityEventKind; detail: string; mail: Parameters<typeof bridgeChange>[1] },
  ): Promise<void> => {
    const { accountId } = actor
    await database.db.transaction(async (queries) => {
      await notify.publish(queries, bridgeChange(accountId, news.mail, clock.now()))
      await recordSecurityEvent({ accountId, kind: news.kind, detail: news.detail, caller }, queries)
    })
  }

  return {
    record,

    /**
     * Opens a bridge for 15 minutes, with new codes. Throws `account_confirmation_required`, `resource_not_found`, and
     * `bridge_unavailable` if its process is not there or cannot open it.
     */
    async openPairing(actor: AccountActor, id: string): Promise<BridgePairing> {
      const { node } = await findOwn(actor, id)
      assertAlive(node)
      const pairingId = randomUUID()
      const until = new Date(clock.now().getTime() + PAIRING_MS).toISOString()
      await ask(actor, id, () => ({ pairing: { id: pairingId, until, status: 'closed' } }))
      const opened = await waitFor(
        id,
        ({ pairing }) => pairing?.id !== pairingId || pairing.status !== 'closed',
      )
      const { pairing, port } = opened
      const { manualCode, qrCode } = pairing ?? {}
      if (pairing?.id !== pairingId || manualCode === undefined || qrCode === undefined)
        throw new ApiError('bridge_unavailable', { detail: pairing?.reason ?? 'no_answer' })
      return { manualCode, qrCode, port, expiresAt: until }
    },

    async pairing(actor: AccountActor, id: string): Promise<BridgePairingStatus> {
      const { node } = await findOwn(actor, id)
      const { pairing } = node
      if (pairing === null) return { status: 'closed' }
      if (pairing.status === 'open' && openPairingOf(node, clock.now()) === null)
        return { status: 'failed', reason: 'expired' }
      const { status, reason } = pairing
      return reason === undefined ? { status } : { status, reason }
    },

    async fabrics(actor: AccountActor, id: string): Promise<BridgeFabric[]> {
      return (await findOwn(actor, id)).node.fabrics
    },

    /** Throws `resource_not_found` with key `index`, and `bridge_unavailable`. */
    async removeFabric(actor: AccountActor, id: string, index: number): Promise<void> {
      const { node } = await findOwn(actor, id)
      if (!node.fabrics.some((fabric) => fabric.index === index))
        throw new ApiError('resource_not_found', { key: 'index' })
      assertAlive(node)
      await ask(actor, id, ({ removing }) => ({ removing: [...new Set([...removing, index])] }))
      await waitFor(id, ({ fabrics }) => !fabrics.some((fabric) => fabric.index === index))
    },

    /** All fabrics, the identity and the endpoint numbers are replaced. Without a process there is nobody to wait for. */
    async reset(actor: AccountActor, id: string, caller: Caller): Promise<void> {
      const { bridge, node } = await findOwn(actor, id)
      const isAlive = leases.isAlive(node)
      await database.db.transaction(async (queries) => {
        await store.change(queries, id, ({ resets, resetsDone }) => ({
          resets: resets + 1,
          resetsDone: isAlive ? resetsDone : resets + 1,
          pairing: null,
          removing: [],
          ...(isAlive ? {} : { fabrics: [], parts: [] }),
        }))
        if (!isAlive) await store.clearStore(queries, id)
      })
      await asked({ bridgeId: id, accountId: actor.accountId })
      if (isAlive) await waitFor(id, ({ resets, resetsDone }) => resets === resetsDone)
      await record(actor, caller, {
        kind: 'bridge_reset',
        detail: bridge.name,
        mail: { change: 'reset', name: bridge.name },
      })
    },

    /** What ecosystems see of each part now, as the process reports. Throws `bridge_unavailable`. */
    async parts({ id, accountId }: Pick<Bridge, 'id' | 'accountId'>): Promise<MatterPart[]> {
      const node = await store.find(id)
      if (node === null) return []
      if (!leases.isAlive(node)) return node.parts.map((part) => ({ ...part, reachable: false }))
      const wanted = node.partsAsked + 1
      await ask({ accountId }, id, ({ partsAsked }) => ({ partsAsked: Math.max(partsAsked, wanted) }))
      return (await waitFor(id, ({ partsShown }) => partsShown >= wanted)).parts
    },
  }
}

export type BridgeNodeService = ReturnType<typeof createBridgeNodeService>
