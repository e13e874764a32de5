import type { FromMatter, ToMatter } from '@senca/matter/messages'
import type { MatterSpace } from '#features/discovery/index.ts'
import type { Clock } from '#platform/clock.ts'
import type { WhenDue } from '#platform/due-loop.ts'
import type { Sealing } from '#platform/sealing.ts'
import type { MatterStore } from './matter.store.ts'
import { createMatterAccount, type MatterAccount } from './matter-account.ts'
import type { MatterLeases } from './matter-leases.ts'
import type { MatterProcess } from './matter-process.ts'

/** After the last node has left, or nothing was added, a next try of the person does not wait for the process. */
const LINGER_MS = 60_000
/** A removal waits for the session with a node that may have restarted. */
const CALL_MS = 30_000
const RENEW_EVERY_S = 5

/** The messages about an account. */
type OfAccount = Exclude<FromMatter, { type: 'ready' | 'failed' | 'bridge-over' }>

interface CallAnswer {
  error: Extract<FromMatter, { type: 'answer' }>['error'] | 'device_unreachable'
  detail?: string | undefined
  code?: string | undefined
}

interface MatterAccountsOptions {
  matter: Pick<MatterProcess, 'isUp' | 'send' | 'use' | 'leave'>
  store: MatterStore
  leases: MatterLeases
  whenDue: WhenDue
  sealing: Sealing
  clock: Clock
  opening(space: MatterSpace): Promise<void>
  failed(error: unknown, accountId?: string): void
}

/** The accounts that have Matter nodes or are adding one, and the process that runs as long as there are any [HW32]. */
export function createMatterAccounts(options: MatterAccountsOptions) {
  const { matter, store, leases, whenDue, sealing, clock, opening, failed } = options
  const accounts = new Map<string, Promise<MatterAccount>>()
  const openAccounts = new Map<string, MatterAccount>()
  const calls = new Map<number, (answer: CallAnswer) => void>()
  let lastCall = 0

  const begin = (account: MatterAccount) =>
    void account.begin().catch((error: unknown) => failed(error, account.accountId))

  async function openNow(accountId: string): Promise<MatterAccount> {
    const account = createMatterAccount({
      accountId,
      store,
      sealing,
      clock,
      send: matter.send,
      answered: ({ call, ...answer }) => calls.get(call)?.(answer),
      failed: (error) => failed(error, accountId),
    })
    await account.load()
    await opening(account.space)
    openAccounts.set(accountId, account)
    matter.use('nodes')
    if (matter.isUp()) begin(account)
    return account
  }

  const open = (accountId: string): Promise<MatterAccount> => {
    const opened =
      accounts.get(accountId) ??
      openNow(accountId).catch((error: unknown) => {
        accounts.delete(accountId)
        throw error
      })
    accounts.set(accountId, opened)
    return opened
  }

  const isUnused = (account: MatterAccount) => account.nodes().length === 0 && !account.isCommissioning()

  /** Ends with an account that has no node, and with the process when there is no account. */
  async function closeUnused(accountId: string): Promise<void> {
    const account = openAccounts.get(accountId)
    if (account === undefined || !isUnused(account)) return
    await account.written()
    await new Promise<void>((resolve) => clock.after(LINGER_MS, resolve))
    if (openAccounts.get(accountId) !== account || !isUnused(account)) return
    await end(account, false)
    await account.written()
    await store.clear(accountId)
    await leases.release(accountId)
  }

  async function end(account: MatterAccount, isDeleted: boolean): Promise<void> {
    const { accountId } = account
    accounts.delete(accountId)
    openAccounts.delete(accountId)
    account.close()
    await matter.send({ type: 'close', account: accountId, isDeleted })
    if (openAccounts.size > 0) return
    // Its nodes are asked to forget it before the process ends.
    if (isDeleted) await new Promise<void>((resolve) => clock.after(FORGET_MS, resolve))
    if (openAccounts.size === 0) await matter.leave('nodes')
  }

  /** Opens what this instance controls, and closes what another one does from now on. */
  async function sync(): Promise<void> {
    const ids = [...new Set([...(await store.accounts()), ...openAccounts.keys()])]
    const kept = await leases.claim(ids)
    for (const account of [...openAccounts.values()])
      if (!kept.has(account.accountId)) await end(account, false)
    for (const accountId of kept)
      if (!openAccounts.has(accountId))
        await open(accountId).catch((error: unknown) => failed(error, accountId))
  }
  const renewal = leases.isShared
    ? whenDue({
        kind: 'matter-keepers',
        everySeconds: RENEW_EVERY_S,
        async run() {
          try {
            await sync()
          } catch (error) {
            if (leases.isOver()) for (const account of [...openAccounts.values()]) await end(account, false)
            throw error
          }
        },
        failed,
      })
    : null

  return {
    /** What the process sends about an account. */
    received(message: OfAccount): void {
      openAccounts.get(message.account)?.receive(message)
      if (message.type === 'gone') void closeUnused(message.account).catch(failed)
    },
    /** The process has started. */
    ready(): void {
      for (const account of openAccounts.values()) begin(account)
    },
    /** The process has ended. */
    ended(): void {
      for (const account of openAccounts.values()) account.lost()
      for (const settle of [...calls.values()]) settle({ error: 'device_unreachable' })
    },

    /** Null while another instance controls the nodes of the account. */
    async open(accountId: string): Promise<MatterAccount | null> {
      return (await leases.claim([accountId])).has(accountId) ? open(accountId) : null
    },
    find: (accountId: string): MatterAccount | undefined => openAccounts.get(accountId),
    all: (): Iterable<MatterAccount> => openAccounts.values(),
    send: matter.send,
    closeUnused,

    /** Asks the process something about a node. */
    async call(
      accountId: string,
      messageFor: (about: { account: string; call: number }) => ToMatter,
    ): Promise<CallAnswer> {
      lastCall -= 1
      const call = lastCall
      const answered = new Promise<CallAnswer>((resolve) => {
        const settle = (answer: CallAnswer) => {
          cancel()
          calls.delete(call)
          resolve(answer)
        }
        const cancel = clock.after(CALL_MS, () => settle({ error: 'device_request_timeout' }))
        calls.set(call, settle)
      })
      if (!(await matter.send(messageFor({ account: accountId, call }))))
        calls.get(call)?.({ error: 'device_unreachable' })
      return answered
    },

    /** The nodes of an account as they are stored, whichever instance controls them. */
    stored: store.nodes,

    /** Opens the accounts that have nodes. */
    async start(): Promise<void> {
      if (!leases.isShared) await store.clearUnused()
      await sync()
    },

    /** The account does not exist any more: its nodes forget it. */
    async deleted(accountId: string): Promise<void> {
      const account = openAccounts.get(accountId)
      if (account !== undefined) await end(account, true)
    },

    /** After the process has ended. */
    async stop(): Promise<void> {
      await Promise.all([...openAccounts.values()].map((account) => account.written()))
      await renewal?.stop()
      for (const account of openAccounts.values()) account.close()
      openAccounts.clear()
      await leases.release()
    },
  }
}

const FORGET_MS = 6_000

export type MatterAccounts = ReturnType<typeof createMatterAccounts>
