import { DEFAULT_LANGUAGE, type Language } from '@senca/contract'
import {
  type BridgeFabric,
  type BridgeNode,
  type BridgeReport,
  ecosystemOf,
} from '@senca/contract/bridge-matter'
import type { BridgeActor } from '#features/rights/index.ts'
import type { Clock } from '#platform/clock.ts'
import { ApiError } from '#platform/errors.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Database } from '#platform/postgres/database.ts'
import { openPairingOf, type StoredNode } from './bridge-node.ts'
import type { BridgeNodeService } from './bridge-nodes.service.ts'
import type { BridgeNodeStore, NodeChange } from './bridge-nodes.store.ts'
import type { NodeLeases } from './node-leases.ts'
import { PART_WORDS } from './part-words.ts'

interface ProcessCallsOptions {
  store: BridgeNodeStore
  leases: NodeLeases
  database: Pick<Database, 'db'>
  clock: Pick<Clock, 'now'>
  record: BridgeNodeService['record']
  /** The language of an account. */
  languageOf(accountId: string): Promise<Language | null>
  vendor: BridgeNode['vendor']
  /** `isShown`: pages have something to show. */
  reported(bridge: { bridgeId: string; accountId: string }, isShown: boolean): Promise<void>
}

/** The fabrics after a report: those that are known keep the time since when they are there. */
function mergedFabrics(
  known: readonly BridgeFabric[],
  reported: NonNullable<BridgeReport['fabrics']>,
  now: Date,
): BridgeFabric[] {
  return reported.map(({ index, vendorId, label, lastSeenAt }) => {
    const before = known.find((fabric) => fabric.index === index && fabric.vendorId === vendorId)
    return {
      index,
      vendorId,
      label,
      ecosystem: ecosystemOf(vendorId),
      since: before?.since ?? now.toISOString(),
      lastSeenAt: lastSeenAt ?? before?.lastSeenAt ?? null,
    }
  })
}

function changeOf(node: StoredNode, report: BridgeReport, now: Date): NodeChange {
  const { problem, fabrics, parts, partsShown, pairing, removed, reset } = report
  const isSame = pairing !== undefined && pairing.id === node.pairing?.id
  return {
    ...(problem === undefined ? {} : { problem }),
    ...(fabrics === undefined ? {} : { fabrics: mergedFabrics(node.fabrics, fabrics, now) }),
    ...(parts === undefined ? {} : { parts }),
    ...(partsShown === undefined ? {} : { partsShown: Math.min(partsShown, node.partsAsked) }),
    ...(isSame && node.pairing !== null
      ? // A pairing that ended has no code any more.
        {
          pairing: {
            id: pairing.id,
            until: node.pairing.until,
            status: pairing.status,
            ...(pairing.reason === undefined ? {} : { reason: pairing.reason }),
            ...(pairing.manualCode === undefined ? {} : { manualCode: pairing.manualCode }),
            ...(pairing.qrCode === undefined ? {} : { qrCode: pairing.qrCode }),
          },
        }
      : {}),
    ...(removed === undefined ? {} : { removing: node.removing.filter((index) => !removed.includes(index)) }),
    ...(reset === undefined ? {} : { resetsDone: Math.min(reset, node.resets) }),
  }
}

/** The calls that the process of a Matter bridge alone makes, with the token of the bridge [BR16]. */
export function createProcessCalls(options: ProcessCallsOptions) {
  const { store, leases, database, clock, record, languageOf, vendor, reported } = options

  /** Throws `bridge_unavailable` while another process has the bridge. */
  const take = async ({ id }: BridgeActor, process: string): Promise<void> => {
    if (!(await leases.take(id, process))) throw new ApiError('bridge_unavailable', { detail: 'old_process' })
  }

  /** What became of fabrics, for the trail and the mails of the owner [BR7]. */
  const recordFabrics = async (
    actor: BridgeActor,
    caller: Caller,
    before: readonly BridgeFabric[],
    after: readonly BridgeFabric[],
  ): Promise<void> => {
    const name = actor.name ?? ''
    const isIn = (list: readonly BridgeFabric[], { index, vendorId }: BridgeFabric) =>
      list.some((fabric) => fabric.index === index && fabric.vendorId === vendorId)
    const changes = [
      ...after.filter((fabric) => !isIn(before, fabric)).map((fabric) => ['paired', fabric] as const),
      ...before.filter((fabric) => !isIn(after, fabric)).map((fabric) => ['unpaired', fabric] as const),
    ]
    for (const [change, { ecosystem }] of changes)
      await record(actor, caller, {
        kind: change === 'paired' ? 'bridge_paired' : 'bridge_unpaired',
        detail: `${name} · ${ecosystem}`,
        mail: { change, name, ecosystem },
      })
  }

  return {
    async node(
      actor: BridgeActor,
      {
        process,
        isNew = false,
        report,
      }: {
        process: string
        isNew?: boolean | undefined
        report?: BridgeReport | undefined
      },
      caller: Caller,
    ): Promise<BridgeNode> {
      await take(actor, process)
      const { id: bridgeId, accountId } = actor
      if (report !== undefined) {
        const now = clock.now()
        const done = await database.db.transaction((queries) =>
          store.change(queries, bridgeId, (node) => changeOf(node, report, now)),
        )
        if (done?.change.fabrics !== undefined)
          await recordFabrics(actor, caller, done.before.fabrics, done.change.fabrics)
        const { parts: _shown, partsShown: _count, ...news } = report
        await reported({ bridgeId, accountId }, Object.keys(news).length > 0)
      }
      const node = await store.find(bridgeId)
      if (node === null) throw new ApiError('resource_not_found')
      const language = (await languageOf(accountId)) ?? DEFAULT_LANGUAGE
      const pairing = openPairingOf(node, clock.now())
      return {
        name: actor.name ?? '',
        port: node.port,
        isPaused: actor.isPaused,
        devices: [...actor.grants.keys()].map((token) => ({
          token,
          unlock: actor.unlocks.get(token) ?? null,
        })),
        words: PART_WORDS[language],
        pairing: pairing === null ? null : { id: pairing.id, until: pairing.until },
        removing: node.removing,
        reset: node.resets,
        parts: node.partsAsked,
        ...(isNew ? { store: await store.load(bridgeId) } : {}),
        vendor,
      }
    },

    /** Throws `bridge_unavailable`, and `malformed_request` if it is too much. */
    async store(
      actor: BridgeActor,
      { process, entries }: { process: string; entries: Readonly<Record<string, string | null>> },
    ): Promise<void> {
      await take(actor, process)
      if (!(await store.save(actor.id, entries))) throw new ApiError('malformed_request', { key: 'entries' })
    },
  }
}

export type ProcessCalls = ReturnType<typeof createProcessCalls>
