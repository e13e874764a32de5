import type { ServerNode } from '@matter/main'
import { FabricManager } from '@matter/main/protocol'
import type { ServerMessage } from '@senca/contract'
import type { BridgeNode, BridgeReport } from '@senca/contract/bridge-matter'
import * as z from 'zod/mini'
import { hasNetwork } from '../commissioning.ts'
import { dropStore, KeptStore, keepStore } from '../kept-storage.ts'
import { createBridgeCommands } from './bridge-commands.ts'
import { createBridgeNode, newIdentity } from './bridge-node.ts'
import { type BridgeParts, createBridgeParts, keptPartsSchema, NO_PARTS } from './bridge-parts.ts'
import { CallFailed, createClient, type Login } from './client.ts'
import { openPairing } from './pairing.ts'
import { type After, createSteps } from './steps.ts'

/** How often the process says that it lives. */
const LIVE_MS = 10_000
/** Changes within this time are reported once. */
const REPORT_AFTER_MS = 100
const RETRY_MS = 1_000
const MAX_RETRY_MS = 10_000
/** So long the first state of devices is waited for, before the port is opened [BR31]. */
const FIRST_STATE_MS = 30_000

/** What of a bridge is not kept: the attributes of its parts come from Senca. */
const NOT_KEPT =
  /^root(\.generalDiagnostics|\.parts\.aggregator(\.parts\.[^.]+(\.(?!groups|scenesManagement)[^.]+)?)?)$/
const OWN = 'senca'

const identitySchema = z.object({ uniqueId: z.string() })

const after: After = (ms, run) => {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}
const nowMs = () => Date.now()

interface BridgeOptions extends Login {
  id: string
  failed(error: unknown): void
  /** The server takes the token no more. */
  ended(): void
}

interface Running {
  node: ServerNode
  parts: BridgeParts
  isStarted: boolean
}

/** One bridge of kind `matter`: a Matter node whose parts are those of its devices, as a client of Senca [BR14]. */
export function openBridge({ id, failed, ended, ...login }: BridgeOptions) {
  const client = createClient(login)
  const steps = createSteps(after)
  let store: KeptStore | null = null
  let storing: Promise<void> = Promise.resolve()
  let running: Running | null = null
  let desired: BridgeNode | null = null
  let isThere = false
  let isOver = false
  let problem: BridgeReport['problem'] = null
  let pairing: { id: string; close(): Promise<void> } | null = null
  let retryMs = RETRY_MS
  let closeSocket = () => {}
  let report: BridgeReport = {}
  let partsShown = 0
  let cancelReport = () => {}
  let cancelRetry = () => {}
  let working: Promise<unknown> = Promise.resolve()
  const lastSeen = new Map<number, string>()

  /** One thing at a time. */
  const work = (run: () => Promise<void>): Promise<void> => {
    const done = working.then(() => (isOver ? undefined : run())).catch(lost)
    working = done
    return done
  }

  /** A call failed: the bridge is over, another process has it, or the server is gone for now. */
  function lost(error: unknown): void {
    if (isOver) return
    if (!(error instanceof CallFailed)) failed(error)
    else if (error.status === 401) {
      void close().then(ended)
      return
    }
    // Two nodes of one identity would fight.
    else if (error.status === 409) void work(end)
    serverIs(false)
    closeSocket()
    cancelRetry()
    cancelRetry = after(retryMs, () => void work(connect))
    retryMs = Math.min(MAX_RETRY_MS, retryMs * 2)
  }

  const surroundings = () => ({ isServerThere: isThere, isPaused: desired?.isPaused ?? false })
  function serverIs(next: boolean): void {
    isThere = next
    running?.parts.surround(surroundings())
  }

  const saveEntries = (entries: Record<string, string | null>) => {
    storing = storing
      .then(async () => {
        for (;;) {
          try {
            await client.store(entries)
            return
          } catch (error) {
            if (isOver || !(error instanceof CallFailed) || error.status !== 0) throw error
            await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
          }
        }
      })
      .catch(failed)
  }

  function own<T>(key: string, schema: z.ZodMiniType<T>): T | null {
    return schema.safeParse(store?.contexts[OWN]?.[key]).data ?? null
  }
  function keepOwn(key: string, value: object): void {
    if (store === null) return
    store.contexts[OWN] = { ...store.contexts[OWN], [key]: JSON.parse(JSON.stringify(value)) }
    store.flush()
  }

  const fabricsOf = (node: ServerNode) => node.env.get(FabricManager).fabrics

  function reportFabrics(): void {
    if (running === null) return
    const { node } = running
    const fabrics = fabricsOf(node).map(({ fabricIndex, rootVendorId, label }) => ({
      index: Number(fabricIndex),
      vendorId: Number(rootVendorId),
      label,
      lastSeenAt: lastSeen.get(Number(fabricIndex)) ?? null,
    }))
    say({ fabrics })
  }

  /** Reports to the server what has changed, soon and once. */
  function say(news: BridgeReport): void {
    report = { ...report, ...news }
    cancelReport()
    cancelReport = after(REPORT_AFTER_MS, () => void work(live))
  }

  function setProblem(next: BridgeReport['problem']): void {
    problem = next
    say({ problem })
  }

  /** Says that the process lives; what was already said is not said again. */
  async function live(): Promise<void> {
    const news = report
    report = {}
    try {
      const isNews = Object.keys(news).length > 0
      await follow(await client.node(isNews ? { report: news } : {}))
    } catch (error) {
      report = { ...news, ...report }
      throw error
    }
  }

  async function connect(): Promise<void> {
    if (isOver) return
    const first = await client.node({ isNew: store === null })
    if (store === null) {
      store = new KeptStore(first.store ?? {}, saveEntries, NOT_KEPT)
      keepStore(id, store)
    }
    desired = first
    if (!first.isPaused) {
      closeSocket = await client.connect({
        receive: receive,
        closed: () => {
          serverIs(false)
          if (!isOver) lost(new CallFailed(0, { error: 'device_unreachable' }))
        },
      })
    }
    retryMs = RETRY_MS
    running ??= await begin(first)
    await running.parts.setDevices(first)
    await readAll()
    serverIs(true)
    await follow(first)
    await startIfNeeded()
    say({ problem })
    reportFabrics()
  }

  async function begin(first: BridgeNode): Promise<Running> {
    const identity = own('identity', identitySchema) ?? newIdentity()
    keepOwn('identity', identity)
    const { node, aggregator } = await createBridgeNode({
      id,
      name: first.name,
      port: first.port,
      vendor: first.vendor,
      identity,
    })
    const commands = createBridgeCommands({
      client,
      steps,
      after,
      nowMs,
      vendorOf: (index) => {
        lastSeen.set(index, new Date().toISOString())
        return Number(
          fabricsOf(node).find(({ fabricIndex }) => Number(fabricIndex) === index)?.rootVendorId ?? 0,
        )
      },
      isServerThere: () => isThere,
      isPaused: () => desired?.isPaused ?? true,
    })
    const parts = createBridgeParts({
      aggregator,
      kept: own('parts', keptPartsSchema) ?? NO_PARTS,
      keep: (kept) => keepOwn('parts', kept),
      take: commands.takeFor,
      after,
      nowMs,
      failed,
    })
    node.events.commissioning.fabricsChanged.on(() => {
      reportFabrics()
      // With the last fabric the node forgets all, and stops [BR19]; matter.js has to end that first.
      if (fabricsOf(node).length === 0) after(FORGET_MS, () => void work(() => restart(node)))
    })
    return { node, parts, isStarted: false }
  }

  /** Makes the node again, so that it is not announced while nobody has paired it. */
  async function restart(node: ServerNode): Promise<void> {
    if (running?.node !== node || desired === null || fabricsOf(node).length > 0) return
    await end()
    running = await begin(desired)
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

  /** Does what the server wants now. */
  async function follow(next: BridgeNode): Promise<void> {
    const before = desired
    desired = next
    if (running === null) return
    if (next.reset !== (own('reset', z.object({ count: z.number() }))?.count ?? 0)) return reset(next)
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
      say({ parts: running.parts.shown(), partsShown })
    }
    const isTooMany = running.parts.isTooMany()
    if (isTooMany !== (problem === 'too_many_parts')) setProblem(isTooMany ? 'too_many_parts' : null)
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
    say({ removed: [...(report.removed ?? []), index] })
    reportFabrics()
  }

  async function openIfAsked({ pairing: asked, vendor }: BridgeNode): Promise<void> {
    if (asked === null || running === null || pairing?.id === asked.id) return
    if (!hasNetwork()) {
      say({ pairing: { id: asked.id, status: 'failed', reason: 'no_multicast' } })
      return
    }
    await startIfNeeded()
    if (!running.isStarted) {
      say({ pairing: { id: asked.id, status: 'failed', reason: 'port_taken' } })
      return
    }
    await pairing?.close()
    const { node } = running
    const opened = await openPairing({
      node,
      id: asked.id,
      vendor,
      ended(last) {
        say({ pairing: last })
        reportFabrics()
        if (fabricsOf(node).length === 0) after(FORGET_MS, () => void work(() => restart(node)))
      },
    })
    pairing = { id: asked.id, close: opened.close }
    const { manualCode, qrCode } = opened
    say({ pairing: { id: asked.id, status: 'open', manualCode, qrCode } })
  }

  /** Makes new fabrics, identity and endpoint numbers. */
  async function reset(next: BridgeNode): Promise<void> {
    const fabrics = running === null ? [] : [...fabricsOf(running.node)]
    for (const fabric of fabrics) await fabric.leave().catch(failed)
    if (fabrics.length > 0) await new Promise((resolve) => setTimeout(resolve, FORGET_MS))
    await end()
    for (const name of Object.keys(store?.contexts ?? {})) delete store?.contexts[name]
    keepOwn('reset', { count: next.reset })
    running = await begin(next)
    await fill(next)
    await readAll()
    reportFabrics()
    say({ reset: next.reset })
  }

  function receive(message: ServerMessage): void {
    const parts = running?.parts
    if (parts === undefined) return
    switch (message.subject) {
      case 'device.created':
      case 'device.updated':
        parts.receive(message.data.device)
        // It is new here, or the bridge goes on after a pause.
        if (!parts.ids().includes(message.data.deviceId) || desired?.isPaused === true) void work(live)
        return
      case 'device.state_update': {
        const { deviceId, state, totalRestarts, totalStateUpdates } = message.data
        const info = parts.info(deviceId)
        if (info === undefined) return
        const connected = state.status !== 'offline'
        parts.receive({ ...info, connected, state, totalRestarts, totalStateUpdates })
        return
      }
      // It left the bridge, or the bridge is paused.
      case 'device.deleted':
      case 'bridges.updated':
        void work(live)
    }
  }

  const beat = setInterval(() => {
    if (isThere || desired?.isPaused === true) void work(live)
  }, LIVE_MS)

  async function close(): Promise<void> {
    if (isOver) return
    isOver = true
    clearInterval(beat)
    cancelReport()
    cancelRetry()
    closeSocket()
    await end()
    dropStore(id)
    await Promise.race([storing, new Promise((resolve) => setTimeout(resolve, LIVE_MS))])
  }

  void work(connect)
  return { close }
}

/** matter.js forgets a last fabric after its sessions have closed. */
const FORGET_MS = 3_000

export type OpenBridge = ReturnType<typeof openBridge>
