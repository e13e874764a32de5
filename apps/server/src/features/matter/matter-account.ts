import type { MatterReason } from '@senca/contract/matter'
import {
  type FromMatter,
  type MatterInvoke,
  type NodeReport,
  STORE_LIMITS,
  type ToMatter,
} from '@senca/matter/messages'
import type { MatterSpace } from '#features/discovery/index.ts'
import type { Clock } from '#platform/clock.ts'
import type { Sealing } from '#platform/sealing.ts'
import { COMMISSIONING_KEY, type MatterNodeRow, type MatterStore } from './matter.store.ts'
import type { MatterNotice } from './matter-link.ts'
import { createSpaceListeners } from './space-listeners.ts'
import { type Commissioning, isInFlight, type StoredCommissioning } from './stored-commissioning.ts'

/** How long a device whose commissioning was interrupted is waited for. */
export const RESUME_MS = 60_000

export type Answer = Extract<FromMatter, { type: 'answer' }>
type MessageOf<T extends FromMatter['type']> = Extract<FromMatter, { type: T }>

interface MatterAccountOptions {
  accountId: string
  store: MatterStore
  stored: StoredCommissioning
  sealing: Sealing
  clock: Pick<Clock, 'now'>
  send(message: ToMatter): Promise<boolean>
  /** Notifies the other instances of what is received of the nodes. */
  notify(notice: MatterNotice): void
  /** An answer to a call that is not a command of an entity. */
  answered(answer: Answer): void
  failed(error: unknown): void
}

const contextOf = (accountId: string, key: string) => `${accountId} ${key}`

/** The fabric of one account: what is stored of it, its nodes, and the space in which these are entities. */
export function createMatterAccount(options: MatterAccountOptions) {
  const { accountId, store, stored, sealing, clock, send, notify, answered, failed } = options
  const nodes = new Map<string, MatterNodeRow>()
  const reports = new Map<string, NodeReport>()
  const listeners = createSpaceListeners()
  const { emit, isConnected } = listeners
  /** Names what other instances know of the reports. */
  const life = crypto.randomUUID()
  let count = 0
  let isGivenUp = false
  const storedKeys = new Set<string>()
  let writing: Promise<void> = Promise.resolve()
  let commissioning: Commissioning | null = null
  /** A process or an instance has ended while a device was added. */
  let isInterrupted = false
  const waiting: (() => Promise<void>)[] = []
  let isClosed = false

  /** One after the other, so that an older value never overwrites a newer one. */
  const write = (run: () => Promise<void>): Promise<void> => {
    writing = writing.then(run).catch(failed)
    return writing
  }
  const setConnected = (isUp: boolean) => {
    if (listeners.setConnected(isUp)) notifyHere(false)
  }
  const nextPlace = () => {
    count += 1
    return { life, count }
  }
  const notifyHere = (isWhole: boolean) =>
    notify({
      kind: 'here',
      ...(isWhole ? { life, count } : nextPlace()),
      isConnected: isConnected(),
      nodes: [...nodes.keys()],
      isWhole,
    })

  function save(entries: MessageOf<'store'>['entries']): void {
    const put = new Map<string, string>()
    const removed: string[] = []
    for (const [key, value] of Object.entries(entries)) {
      if (value === null) {
        storedKeys.delete(key)
        removed.push(key)
        continue
      }
      if (storedKeys.size >= STORE_LIMITS.entries && !storedKeys.has(key)) {
        failed(new Error(`The Matter store of account ${accountId} is full`))
        continue
      }
      storedKeys.add(key)
      put.set(key, sealing.seal(value, contextOf(accountId, key)))
    }
    void write(() => store.save(accountId, put, removed))
  }

  function receiveNode(report: NodeReport): void {
    const { node, vendor, product } = report
    const known = nodes.get(node)
    reports.set(node, report)
    nodes.set(node, { node, vendor, product })
    if (known?.vendor !== vendor || known.product !== product)
      void write(() => store.putNode(accountId, { node, vendor, product }, clock.now()))
    emit(node, report)
    notify({ kind: 'node', ...nextPlace(), report })
  }

  /** What nobody reports any more is not online. */
  function allOffline(): void {
    for (const report of reports.values()) receiveNode({ ...report, isOnline: false })
  }

  const setCommissioning = (next: Commissioning): Promise<void> => {
    commissioning = next
    return write(() => stored.write(accountId, next))
  }
  /** What was interrupted before a device was found has changed nothing anywhere. */
  function interrupt(): void {
    if (commissioning === null || !isInFlight(commissioning)) return
    isInterrupted = commissioning.status === 'pairing'
    if (!isInterrupted) void setCommissioning({ ...commissioning, status: 'failed', reason: 'no_process' })
  }
  async function resume(): Promise<void> {
    if (!isInterrupted || commissioning === null) return
    isInterrupted = false
    const { id, node } = commissioning
    await send({ type: 'resume', account: accountId, id, node, timeoutMs: RESUME_MS })
  }

  return {
    accountId,
    nodes: (): readonly MatterNodeRow[] => [...nodes.values()],
    isOnline: (node: string): boolean => isConnected() && reports.get(node)?.isOnline === true,
    commissioning: () => commissioning,
    isCommissioning: () => isInFlight(commissioning),
    /** Ends a commissioning that has not ended by itself. */
    endCommissioning(id: string, reason: MatterReason): void {
      if (commissioning?.id === id && isInFlight(commissioning))
        void setCommissioning({ ...commissioning, status: 'failed', reason })
    },
    /** Stores a commissioning before it begins. */
    async beginCommissioning(next: Commissioning): Promise<void> {
      commissioning = next
      try {
        await writing
        await stored.write(accountId, next)
      } catch (error) {
        commissioning = null
        throw error
      }
    },

    space: {
      ...listeners.space,
      accountId,
      isReporter: () => !isGivenUp,
      publish: (_node, payload) => send({ type: 'invoke', account: accountId, ...JSON.parse(payload) }),
      notifyBound: async () => notify({ kind: 'bound' }),
    } satisfies MatterSpace,

    /** Another instance knows the reports up to a place. */
    notifyFrom(known: { life: string; count: number }): void {
      if (known.life === life && known.count === count) {
        notify({
          kind: 'here',
          life,
          count,
          isConnected: isConnected(),
          nodes: [...nodes.keys()],
          isWhole: false,
        })
        return
      }
      for (const report of reports.values()) notify({ kind: 'node', life, count, report })
      notifyHere(true)
    },
    /** Reads again which entities are in devices. */
    rebind: listeners.rebind,
    /** A command that another instance sends was handed over. */
    invoked: ({ about }: MatterInvoke) => emit(about.id, { type: 'invoked', ...about }),

    async load(): Promise<void> {
      for (const row of await store.nodes(accountId)) nodes.set(row.node, row)
      commissioning = await stored.read(accountId)
      interrupt()
    },

    /** The process has started: it is given what it has stored. */
    async begin(): Promise<void> {
      await writing
      const kept: Record<string, string> = {}
      for (const [key, value] of await store.load(accountId)) {
        if (key === COMMISSIONING_KEY) continue
        const opened = sealing.open(value, contextOf(accountId, key))
        // Sealed with another session secret: the nodes know a fabric that nobody has the key of.
        if (opened === null) throw new Error(`The Matter store of account ${accountId} cannot be opened`)
        kept[key] = opened
        storedKeys.add(key)
      }
      if (isClosed || !(await send({ type: 'open', account: accountId, store: kept }))) return
      setConnected(true)
      await resume()
      for (const run of waiting.splice(0)) void run().catch(failed)
    },

    receive(message: MessageOf<'store' | 'node' | 'gone' | 'commissioning' | 'answer'>): void {
      if (isClosed && message.type !== 'store') return
      switch (message.type) {
        case 'store':
          save(message.entries)
          return
        case 'node':
          receiveNode(message)
          return
        case 'gone':
          nodes.delete(message.node)
          reports.delete(message.node)
          void write(() => store.removeNode(accountId, message.node))
          emit(message.node, message)
          notifyHere(false)
          return
        case 'commissioning': {
          const { id, status, reason, node } = message
          // What was stored before is written before it is shown.
          void write(async () => {
            if (commissioning?.id !== id || !isInFlight(commissioning)) return
            const next = { id, status, node: node ?? commissioning.node }
            commissioning = reason === undefined ? next : { ...next, reason }
            await stored.write(accountId, commissioning)
          })
          return
        }
        case 'answer':
          if (message.call < 0) answered(message)
          else emit('answer', message)
      }
    },

    /** The process has ended. */
    lost(): void {
      allOffline()
      setConnected(false)
      waiting.splice(0)
      interrupt()
    },

    /** Runs a task now, or once the process has begun with the account. */
    whenConnected(run: () => Promise<void>): void {
      if (isConnected()) void run().catch(failed)
      else waiting.push(run)
    },

    written: () => writing,

    /** `isLost`: another instance controls the nodes already, and reports what they say. */
    close({ isLost }: { isLost: boolean }): void {
      isClosed = true
      isGivenUp = isLost
      if (!isLost) setConnected(false)
      listeners.close()
      if (!isLost) notify({ kind: 'left' })
    },
  }
}

export type MatterAccount = ReturnType<typeof createMatterAccount>
