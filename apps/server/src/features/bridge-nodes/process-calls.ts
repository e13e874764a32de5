import { DEFAULT_LANGUAGE, type Language } from '@senca/contract'
import type { BRIDGE_ACTIONS } from '@senca/contract/activity'
import {
  type BridgeFabric,
  type BridgeNode,
  type BridgeReport,
  ecosystemOf,
} from '@senca/contract/bridge-matter'
import type { Activity } from '#features/activity/index.ts'
import type { DeviceFault, DeviceFaults } from '#features/commands/index.ts'
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
  recordSecurityEvent: Activity['recordSecurityEvent']
  recordBridge: Activity['recordBridge']
  /** The language of an account. */
  languageOf(accountId: string): Promise<Language | null>
  vendor: BridgeNode['vendor']
  faults: Pick<DeviceFaults, 'of'>
  /** The names of the rooms of an account, by device. */
  roomNamesOf(accountId: string): Promise<ReadonlyMap<string, string>>
  /** An ecosystem asks which device this is. */
  identified(device: { accountId: string; deviceId: string; seconds: number }): Promise<void>
  /** `isShown`: pages have something to show. */
  reported(bridge: { bridgeId: string; accountId: string }, isShown: boolean): Promise<void>
}

/** The fabrics after a report: those that are known keep the time since when they are there. */
function mergedFabrics(
  known: readonly BridgeFabric[],
  reported: NonNullable<BridgeReport['fabrics']>,
  now: Date,
): BridgeFabric[] {
  return reported.map(({ index, vendorId, label, lastSeenAt, lostAt }) => {
    const before = known.find((fabric) => fabric.index === index && fabric.vendorId === vendorId)
    return {
      index,
      vendorId,
      label,
      ecosystem: ecosystemOf(vendorId),
      since: before?.since ?? now.toISOString(),
      lastSeenAt: lastSeenAt ?? before?.lastSeenAt ?? null,
      lostAt: lostAt === undefined ? (before?.lostAt ?? null) : lostAt,
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

/** What a covering of Matter can say of what went wrong. That there was no answer is seen by the connection. */
const faultOf = (fault: DeviceFault | null): 'obstructed' | 'jammed' | null =>
  fault === null || fault.detail === 'no_answer' ? null : fault.detail

/** The calls that the process of a Matter bridge alone makes, with the token of the bridge [BR16]. */
export function createProcessCalls(options: ProcessCallsOptions) {
  const { store, leases, database, clock, record, recordSecurityEvent, languageOf, vendor, reported } =
    options
  const { faults, identified, recordBridge, roomNamesOf } = options

  /** Throws `bridge_unavailable` while another process has the bridge; a secret that was stolen shows in the trail. */
  const take = async (actor: BridgeActor, process: string, caller: Caller): Promise<void> => {
    const { id, accountId } = actor
    if (await leases.take(id, process)) return
    if (leases.isSecond(id, process))
      await recordSecurityEvent({
        accountId,
        kind: 'bridge_second_process',
        detail: actor.name ?? '',
        caller,
      })
    throw new ApiError('bridge_unavailable', { detail: 'old_process' })
  }

  /** Changes of fabrics: the activity for all of it, the trail and an e-mail for pairings [BR7], [BR63]. */
  const recordFabrics = async (
    actor: BridgeActor,
    caller: Caller,
    before: readonly BridgeFabric[],
    after: readonly BridgeFabric[],
  ): Promise<void> => {
    const name = actor.name ?? ''
    const isIn = (list: readonly BridgeFabric[], { index, vendorId }: BridgeFabric) =>
      list.some((fabric) => fabric.index === index && fabric.vendorId === vendorId)
    const bridge = { id: actor.id, accountId: actor.accountId, name, kind: actor.bridgeKind }
    const note = (action: (typeof BRIDGE_ACTIONS)[number], { ecosystem: via }: BridgeFabric) =>
      recordBridge(database.db, bridge, { action, via })
    for (const fabric of after) {
      const known = before.find(
        ({ index, vendorId }) => index === fabric.index && vendorId === fabric.vendorId,
      )
      const wasLost = (known?.lostAt ?? null) !== null
      const isLost = (fabric.lostAt ?? null) !== null
      if (known !== undefined && isLost !== wasLost)
        await note(isLost ? 'bridge_lost' : 'bridge_found', fabric)
    }
    const changes = [
      ...after.filter((fabric) => !isIn(before, fabric)).map((fabric) => ['paired', fabric] as const),
      ...before.filter((fabric) => !isIn(after, fabric)).map((fabric) => ['unpaired', fabric] as const),
    ]
    for (const [change, fabric] of changes) {
      const { ecosystem } = fabric
      await note(change === 'paired' ? 'bridge_paired' : 'bridge_unpaired', fabric)
      await record(actor, caller, {
        kind: change === 'paired' ? 'bridge_paired' : 'bridge_unpaired',
        detail: `${name} · ${ecosystem}`,
        mail: { change, name, ecosystem },
      })
    }
  }

  return {
    async node(
      actor: BridgeActor,
      {
        process,
        isNew = false,
        isLeaving = false,
        report,
      }: {
        process: string
        isNew?: boolean | undefined
        isLeaving?: boolean | undefined
        report?: BridgeReport | undefined
      },
      caller: Caller,
    ): Promise<BridgeNode> {
      await take(actor, process, caller)
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
      if (isLeaving) {
        await leases.leave(bridgeId, process)
        await reported({ bridgeId, accountId }, true)
      }
      const node = await store.find(bridgeId)
      if (node === null) throw new ApiError('resource_not_found')
      const language = (await languageOf(accountId)) ?? DEFAULT_LANGUAGE
      const rooms = await roomNamesOf(accountId)
      const pairing = openPairingOf(node, clock.now())
      return {
        name: actor.name ?? '',
        port: node.port,
        isPaused: actor.isPaused,
        devices: [...actor.grants.keys()].map((token) => ({
          token,
          unlock: actor.unlocks.get(token) ?? null,
          room: rooms.get(token) ?? null,
          fault: faultOf(faults.of(token)),
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

    /** Shows on the open pages of the owner which device an ecosystem means. Throws `bridge_unavailable`, `device_not_exist`. */
    async identify(
      actor: BridgeActor,
      { process, token: deviceId, seconds }: { process: string; token: string; seconds: number },
      caller: Caller,
    ): Promise<void> {
      await take(actor, process, caller)
      if (actor.isPaused || !actor.grants.has(deviceId)) throw new ApiError('device_not_exist', { deviceId })
      await identified({ accountId: actor.accountId, deviceId, seconds })
    },

    /** Throws `bridge_unavailable`, and `malformed_request` if it is too much. */
    async store(
      actor: BridgeActor,
      { process, entries }: { process: string; entries: Readonly<Record<string, string | null>> },
      caller: Caller,
    ): Promise<void> {
      await take(actor, process, caller)
      if (!(await store.save(actor.id, entries))) throw new ApiError('malformed_request', { key: 'entries' })
    },
  }
}

export type ProcessCalls = ReturnType<typeof createProcessCalls>
