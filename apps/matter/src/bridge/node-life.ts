import type { ServerNode } from '@matter/main'
import { FabricManager, SessionManager } from '@matter/main/protocol'
import { type BridgeNode, type BridgeReport, IDENTIFY_MAX_S } from '@senca/contract/bridge-matter'
import * as z from 'zod/mini'
import type { Certificates } from '../certificates.ts'
import { hasNetwork } from '../commissioning.ts'
import type { KeptStore } from '../kept-storage.ts'
import { createBridgeCommands } from './bridge-commands.ts'
import { createBridgeNode, newIdentity } from './bridge-node.ts'
import { type BridgeParts, createBridgeParts, keptPartsSchema, NO_PARTS } from './bridge-parts.ts'
import type { Client } from './client.ts'
import { type OpenPairing, openPairing } from './pairing.ts'
import { createPresence } from './presence.ts'
import { type After, createSteps } from './steps.ts'
import { limitSubscriptions } from './subscription-limit.ts'

/** How long the first state of devices is awaited before the port is opened [BR31]. */
const FIRST_STATE_MS = 30_000
/** matter.js forgets a last fabric after its sessions have closed. */
const FORGET_MS = 3_000
/** The context of the store that has what matter.js does not keep. */
const OWN = 'senca'

const identitySchema = z.object({ uniqueId: z.string() })
const resetSchema = z.object({ count: z.number() })

interface NodeLifeOptions {
  id: string
  client: Client
  store: KeptStore
  certificates: Certificates | undefined
  after: After
  nowMs(): number
  isServerThere(): boolean
  /** Reports to the server what has changed. */
  report(news: BridgeReport): void
  /** Runs one thing after the other. */
  work(run: () => Promise<void>): Promise<void>
  /** Calls the server again, after a pause. */
  connect(): Promise<void>
  failed(error: unknown): void
}

interface Running {
  node: ServerNode
  parts: BridgeParts
  isStarted: boolean
}

const fabricsOf = (node: ServerNode) => node.env.get(FabricManager).fabrics

/** The fabrics whose ecosystem follows the node. */
const followersOf = (node: ServerNode): Set<number> => {
  const followers = new Set<number>()
  for (const { fabric, subscriptions } of node.env.get(SessionManager).sessions)
    if (fabric !== undefined && subscriptions.size > 0) followers.add(Number(fabric.fabricIndex))
  return followers
}

/** The Matter node of a bridge, from its creation to its end: it follows what the server requests, and reports its state. */
export function createNodeLife(options: NodeLifeOptions) {
  const { id, client, store, certificates, after, nowMs, isServerThere, report, work, connect, failed } =
    options
  const steps = createSteps(after)
  let running: Running | null = null
  let desired: BridgeNode | null = null
  let problem: BridgeReport['problem'] = null
  let pairing: ({ id: string } & Pick<OpenPairing, 'isOver' | 'close'>) | null = null
  let partsShown = 0
  const presence = createPresence({ nowMs })

  const surroundings = () => ({ isServerThere: isServerThere(), isPaused: desired?.isPaused ?? false })

  function own<T>(key: string, schema: z.ZodMiniType<T>): T | null {
    return schema.safeParse(store.contexts[OWN]?.[key]).data ?? null
  }
  function keepOwn(key: string, value: object): void {
    store.contexts[OWN] = { ...store.contexts[OWN], [key]: JSON.parse(JSON.stringify(value)) }
    store.flush()
  }

  function reportFabrics(): void {
    if (running === null) return
    const fabrics = fabricsOf(running.node).map(({ fabricIndex, rootVendorId, label }) => ({
      index: Number(fabricIndex),
      vendorId: Number(rootVendorId),
      label,
      lastSeenAt: presence.lastSeenAt(Number(fabricIndex)),
      lostAt: presence.lostAt(Number(fabricIndex)),
    }))
    report({ fabrics })
  }

  function setProblem(next: BridgeReport['problem']): void {
    problem = next
    report({ problem })
  }

  async function make(first: BridgeNode): Promise<Running> {
    const identity = own('identity', identitySchema) ?? newIdentity()
    keepOwn('identity', identity)
    const { node, aggregator } = await createBridgeNode({
      id,
      name: first.name,
      port: first.port,
      vendor: first.vendor,
      identity,
      certificates,
    })
    const commands = createBridgeCommands({
      client,
      steps,
      after,
      nowMs,
      vendorOf: (index) => {
        presence.seen(index)
        return Number(
          fabricsOf(node).find(({ fabricIndex }) => Number(fabricIndex) === index)?.rootVendorId ?? 0,
        )
      },
      isServerThere,
      isPaused: () => desired?.isPaused ?? true,
    })
    const parts = createBridgeParts({
      aggregator,
      kept: own('parts', keptPartsSchema) ?? NO_PARTS,
      keep: (kept) => keepOwn('parts', kept),
      take: commands.takeFor,
      // It is a convenience: nobody is notified that it has failed.
      identify: (device, seconds) =>
        void client.identify(device, Math.min(IDENTIFY_MAX_S, seconds)).catch(() => {}),
      after,
      nowMs,
      failed,
    })
    node.events.commissioning.fabricsChanged.on(() => {
      reportFabrics()
      stopIfUnpaired(node)
    })
    // The node makes another one of these each time that it opens its port.
    node.lifecycle.online.on(() => limitSubscriptions(node, nowMs))
    return { node, parts, isStarted: false }
  }

  /** With the last fabric the node forgets all, and stops [BR19]; matter.js has to end that first. */
  function stopIfUnpaired(node: ServerNode): void {
    if (fabricsOf(node).length === 0) after(FORGET_MS, () => void work(() => restart(node)))
  }

  /** Makes the node again, so that it is not announced while nobody has paired it. */
  async function restart(node: ServerNode): Promise<void> {
    if (running?.node !== node || desired === null || fabricsOf(node).length > 0) return
    await end()
    running = await make(desired)
    await fill(desired)
    await startIfNeeded()
    reportFabrics()
  }

  async function end(): Promise<void> {
    const before = running
    running = null
    await pairing?.close().catch(() => {})
    pairing = null
    before?.parts.close()
    await before?.node.close().catch(failed)
  }

  /** An unpaired node opens no port until it is to be paired [BR18], and none opens one before its parts are known [BR31]. */
  async function startIfNeeded(): Promise<void> {
    if (running === null || running.isStarted) return
    if (desired?.isPaused === true && running.parts.shown().length === 0) return
    if (fabricsOf(running.node).length === 0 && (desired?.pairing ?? null) === null) return
    try {
      await running.node.start()
      running.isStarted = true
      if (problem !== null) setProblem(null)
    } catch (error) {
      failed(error)
      setProblem('port_taken')
    }
  }

  async function fill(next: BridgeNode): Promise<void> {
    if (running === null) return
    await running.parts.setDevices(next)
    const missing = running.parts.ids().filter((device) => running?.parts.has(device) === false)
    if (missing.length > 0 && !next.isPaused) await read(missing)
    await running.parts.synced()
  }

  async function read(ids: readonly string[]): Promise<void> {
    const infos = await client.infos(ids)
    for (const info of infos.values()) running?.parts.receive(info)
    await running?.parts.synced()
  }
  async function readAll(): Promise<void> {
    if (running === null || desired?.isPaused === true) return
    const until = nowMs() + FIRST_STATE_MS
    await read(running.parts.ids())
    if (nowMs() > until) failed(new Error('the first states came late'))
  }

  async function removeFabric(index: number): Promise<void> {
    const fabric =
      running === null ? undefined : fabricsOf(running.node).find((one) => Number(one.fabricIndex) === index)
    await fabric?.leave()
    report({ removed: [index] })
    reportFabrics()
  }

  async function openIfAsked({ pairing: asked, vendor }: BridgeNode): Promise<void> {
    if (running === null || pairing?.id === asked?.id) return
    const { node } = running
    if (asked === null) {
      // Its time is up by the clock of the server. What has just been paired is left to end its commissioning.
      if (pairing?.isOver() === false) {
        await pairing.close()
        stopIfUnpaired(node)
      }
      pairing = null
      return
    }
    if (!hasNetwork()) {
      report({ pairing: { id: asked.id, status: 'failed', reason: 'no_multicast' } })
      return
    }
    await startIfNeeded()
    if (!running.isStarted) {
      report({ pairing: { id: asked.id, status: 'failed', reason: 'port_taken' } })
      return
    }
    await pairing?.close()
    const opened = await openPairing({
      node,
      id: asked.id,
      vendor,
      after,
      failed,
      ended(last) {
        report({ pairing: last })
        reportFabrics()
        stopIfUnpaired(node)
      },
    })
    const { manualCode, qrCode } = opened
    pairing = { id: asked.id, ...opened }
    report({ pairing: { id: asked.id, status: 'open', manualCode, qrCode } })
  }

  /** Makes new fabrics, identity and endpoint numbers. */
  async function reset(next: BridgeNode): Promise<void> {
    const fabrics = running === null ? [] : [...fabricsOf(running.node)]
    for (const fabric of fabrics) await fabric.leave().catch(failed)
    if (fabrics.length > 0) await new Promise((resolve) => setTimeout(resolve, FORGET_MS))
    await end()
    for (const name of Object.keys(store.contexts)) delete store.contexts[name]
    keepOwn('reset', { count: next.reset })
    running = await make(next)
    await fill(next)
    await readAll()
    reportFabrics()
    report({ reset: next.reset })
  }

  return {
    parts: (): BridgeParts | undefined => running?.parts,
    isPaused: (): boolean => desired?.isPaused === true,
    /** Shows whether the server is there. */
    surround: (): void => running?.parts.surround(surroundings()),
    /** Looks which ecosystems are connected. */
    watchFabrics(): void {
      if (running === null || !running.isStarted) return
      const { node } = running
      const all = fabricsOf(node).map(({ fabricIndex }) => Number(fabricIndex))
      if (presence.check(all, followersOf(node))) reportFabrics()
    },
    startIfNeeded,
    reportFabrics,
    end,

    /** Makes the node unless it is there, and reads the state of all devices. */
    async begin(first: BridgeNode): Promise<void> {
      desired = first
      running ??= await make(first)
      await running.parts.setDevices(first)
      await readAll()
      report({ problem })
    },

    /** Does what the server currently requests. */
    async follow(next: BridgeNode): Promise<void> {
      const before = desired
      desired = next
      if (running === null) return
      if (next.reset !== (own('reset', resetSchema)?.count ?? 0)) return reset(next)
      if (before?.isPaused === true && !next.isPaused) {
        void work(connect)
        return
      }
      running.parts.surround(surroundings())
      if (before?.name !== next.name)
        await running.node.set({ basicInformation: { nodeLabel: next.name.slice(0, 32) } })
      await fill(next)
      for (const index of next.removing) await removeFabric(index)
      await openIfAsked(next)
      // Somebody asks what ecosystems see; it is stored for nobody else.
      if (next.parts > partsShown) {
        partsShown = next.parts
        report({ parts: running.parts.shown(), partsShown })
      }
      const isTooMany = running.parts.isTooMany()
      if (isTooMany !== (problem === 'too_many_parts')) setProblem(isTooMany ? 'too_many_parts' : null)
    },
  }
}

export type NodeLife = ReturnType<typeof createNodeLife>
