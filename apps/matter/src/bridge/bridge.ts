import type { ServerMessage } from '@senca/contract'
import type { BridgeReport } from '@senca/contract/bridge-matter'
import type { Certificates } from '../certificates.ts'
import { dropStore, KeptStore, keepStore } from '../kept-storage.ts'
import { CallFailed, createClient, type Login } from './client.ts'
import { createNodeLife, type NodeLife } from './node-life.ts'
import type { After } from './steps.ts'

/** How often the process says that it lives. */
const LIVE_MS = 10_000
/** Changes within this time are reported once. */
const REPORT_AFTER_MS = 100
const RETRY_MS = 1_000
/** Parts are there again within five seconds of the return of the server [BR30]. */
const MAX_RETRY_MS = 3_000
/** A bridge is free again so soon after another process had it. */
const TAKEN_RETRY_MS = 2_000
const LEAVE_MS = 2_000
const TOO_MANY = 429

/** What of a bridge is not kept: the attributes of its parts come from Senca. */
const NOT_KEPT =
  /^root(\.generalDiagnostics|\.parts\.aggregator(\.parts\.[^.]+(\.(?!groups|scenesManagement)[^.]+)?)?)$/

const after: After = (ms, run) => {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}
const nowMs = () => Date.now()

/** Whether the server is reached: `taken` while another process has the bridge. */
export type BridgeLink = 'connected' | 'away' | 'taken'

interface BridgeOptions extends Login {
  id: string
  certificates?: Certificates | undefined
  failed(error: unknown): void
  /** The server is reached, or not any more; with the name of the bridge once that is known. */
  linked?(link: BridgeLink, name: string): void
  /** The token is taken no more, or is not one of a Matter bridge. */
  ended(why: 'refused' | 'other_kind'): void
}

/** What may succeed if it is sent once more: the server was not reached, or not able. */
const isPassing = ({ status }: CallFailed): boolean => status === 0 || status === TOO_MANY || status >= 500

/** One bridge of kind `matter`: a Matter node whose parts are those of its devices, as a client of Senca [BR14]. */
export function openBridge({ id, certificates, failed, linked = () => {}, ended, ...login }: BridgeOptions) {
  const client = createClient(login)
  let life: NodeLife | null = null
  let storing: Promise<void> = Promise.resolve()
  let link: BridgeLink | null = null
  let name = ''
  let isThere = false
  let isOver = false
  let retryMs = RETRY_MS
  let closeSocket = () => {}
  let news: BridgeReport = {}
  let cancelReport = () => {}
  let cancelRetry = () => {}
  let working: Promise<unknown> = Promise.resolve()

  /** One thing at a time. */
  const work = (run: () => Promise<void>): Promise<void> => {
    const done = working.then(() => (isOver ? undefined : run())).catch(lost)
    working = done
    return done
  }

  const linkIs = (next: BridgeLink) => {
    if (link !== next) linked(next, name)
    link = next
  }

  /** Why the server will never take the token; null if it may. A proxy before it may answer in the same way. */
  function endOf(error: unknown): 'refused' | 'other_kind' | null {
    if (!(error instanceof CallFailed)) return null
    const { status, answer } = error
    if (status === 401 && answer.error === 'api_token_invalid') return 'refused'
    const isOtherKind = answer.error === 'insufficient_permission' && answer.key === undefined
    return life === null && status === 403 && isOtherKind ? 'other_kind' : null
  }

  /** A call failed: the bridge is over, another process has it, or the server is gone for now. */
  function lost(error: unknown): void {
    if (isOver) return
    if (!(error instanceof CallFailed)) failed(error)
    const why = endOf(error)
    if (why !== null) {
      void close().then(() => ended(why))
      return
    }
    const isTaken = error instanceof CallFailed && error.status === 409
    // Two nodes of one identity would fight, and what the other one keeps is newer.
    if (isTaken) void work(forget)
    serverIs(false)
    linkIs(isTaken ? 'taken' : 'away')
    closeSocket()
    cancelRetry()
    cancelRetry = after(isTaken ? TAKEN_RETRY_MS : retryMs, () => void work(connect))
    retryMs = Math.min(MAX_RETRY_MS, retryMs * 2)
  }

  async function forget(): Promise<void> {
    await life?.end()
    life = null
    dropStore(id)
  }

  function serverIs(next: boolean): void {
    isThere = next
    life?.surround()
  }

  const saveEntries = (entries: Record<string, string | null>) => {
    storing = storing
      .then(async () => {
        for (;;) {
          try {
            await client.store(entries)
            return
          } catch (error) {
            // Nothing is lost by a server that is away for a while, or by the proxy before it.
            if (isOver || !(error instanceof CallFailed) || !isPassing(error)) throw error
            await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
          }
        }
      })
      .catch((error: unknown) => {
        // What it kept is of no use to the process that has the bridge now.
        if (!(error instanceof CallFailed && error.status === 409)) failed(error)
      })
  }

  /** Reports to the server what has changed, soon and once. */
  function report(more: BridgeReport): void {
    const removed = [...(news.removed ?? []), ...(more.removed ?? [])]
    news = { ...news, ...more, ...(removed.length === 0 ? {} : { removed }) }
    cancelReport()
    cancelReport = after(REPORT_AFTER_MS, () => void work(live))
  }

  /** Says that the process lives; what was already said is not said again. */
  async function live(): Promise<void> {
    const sent = news
    news = {}
    try {
      const next = await client.node(Object.keys(sent).length > 0 ? { report: sent } : {})
      await life?.follow(next)
    } catch (error) {
      news = { ...sent, ...news }
      throw error
    }
  }

  function openLife(kept: Record<string, string>): NodeLife {
    const store = new KeptStore(kept, saveEntries, NOT_KEPT)
    keepStore(id, store)
    return createNodeLife({
      id,
      client,
      store,
      certificates,
      after,
      nowMs,
      isServerThere: () => isThere,
      report,
      work,
      connect,
      failed,
    })
  }

  async function connect(): Promise<void> {
    if (isOver) return
    const first = await client.node({ isNew: life === null })
    name = first.name
    life ??= openLife(first.store ?? {})
    const now = life
    if (!first.isPaused) {
      closeSocket = await client.connect({
        receive,
        closed: () => {
          serverIs(false)
          if (!isOver) lost(new CallFailed(0, { error: 'device_unreachable' }))
        },
      })
    }
    retryMs = RETRY_MS
    await now.begin(first)
    serverIs(true)
    await now.follow(first)
    await now.startIfNeeded()
    now.reportFabrics()
    linkIs('connected')
  }

  function receive(message: ServerMessage): void {
    const parts = life?.parts()
    if (parts === undefined) return
    switch (message.subject) {
      case 'device.created':
      case 'device.updated':
        parts.receive(message.data.device)
        // It is new here, or the bridge goes on after a pause.
        if (!parts.ids().includes(message.data.deviceId) || life?.isPaused() === true) void work(live)
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
    life?.watchFabrics()
    if (isThere || life?.isPaused() === true) void work(live)
  }, LIVE_MS)

  /** `leaves`: another process may have the bridge at once. */
  async function close({ leaves = false } = {}): Promise<void> {
    if (isOver) return
    isOver = true
    clearInterval(beat)
    cancelReport()
    cancelRetry()
    closeSocket()
    await life?.end()
    dropStore(id)
    // A call that arrives after the last one would take the bridge again.
    const calls = Promise.all([working, storing])
    await Promise.race([calls, new Promise((resolve) => setTimeout(resolve, LIVE_MS))])
    if (leaves) await client.leave(LEAVE_MS).catch(() => {})
  }

  void work(connect)
  return { close }
}

export type OpenBridge = ReturnType<typeof openBridge>
