import type { FromMatter, MatterInvoke, ToMatter } from '@senca/matter/messages'
import type { MatterSpace } from '#features/discovery/index.ts'
import type { Clock } from '#platform/clock.ts'
import type { WhenDue } from '#platform/due-loop.ts'
import { ApiError } from '#platform/errors.ts'
import type { Sealing } from '#platform/sealing.ts'
import { createFollowedAccount, type FollowedAccount } from './followed-account.ts'
import type { MatterStore } from './matter.store.ts'
import { createMatterAccount, type MatterAccount, RESUME_MS } from './matter-account.ts'
import type { MatterLeases } from './matter-leases.ts'
import type { MatterAsk, MatterLink, MatterNotice } from './matter-link.ts'
import type { MatterProcess } from './matter-process.ts'
import { createStoredCommissioning } from './stored-commissioning.ts'

/** After the last node has left, or nothing was added, a next try of the person does not wait for the process. */
const LINGER_MS = 60_000
/** A removal waits for the session with a node that may have restarted. */
const CALL_MS = 30_000
const RENEW_EVERY_S = 5
const NOTHING = { life: '', count: 0 }

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
  link: MatterLink
  whenDue: WhenDue
  sealing: Sealing
  clock: Clock
  opening(space: MatterSpace): Promise<void>
  failed(error: unknown, accountId?: string): void
}

/** The accounts that have Matter nodes or are adding one, and the process that runs as long as there are any [HW32]. */
export function createMatterAccounts(options: MatterAccountsOptions) {
  const { matter, store, leases, link, whenDue, sealing, clock, opening, failed } = options
  const stored = createStoredCommissioning({ store, sealing })
  const accounts = new Map<string, Promise<MatterAccount>>()
  const openAccounts = new Map<string, MatterAccount>()
  /** Those that other instances control. */
  const followed = new Map<string, Promise<FollowedAccount>>()
  const calls = new Map<number, (answer: CallAnswer) => void>()
  let lastCall = 0

  const begin = (account: MatterAccount) =>
    void account.begin().catch((error: unknown) => failed(error, account.accountId))

  async function openNow(accountId: string): Promise<MatterAccount> {
    const account = createMatterAccount({
      accountId,
      store,
      stored,
      sealing,
      clock,
      send: matter.send,
      notify: (notice) => leases.isShared && link.notify(accountId, notice),
      answered: ({ call, ...answer }) => calls.get(call)?.(answer),
      failed: (error) => failed(error, accountId),
    })
    await account.load()
    await unfollow(accountId)
    await opening(account.space)
    openAccounts.set(accountId, account)
    matter.use('nodes')
    const id = account.commissioning()?.id
    if (id !== undefined)
      clock.after(2 * RESUME_MS, () => {
        endInterrupted(account, id).catch((error: unknown) => failed(error, accountId))
      })
    if (matter.isUp()) begin(account)
    else account.notifyFrom(NOTHING)
    return account
  }

  /** Ends what was interrupted, if the process could not, and the account if it was open for that alone. */
  async function endInterrupted(account: MatterAccount, id: string): Promise<void> {
    if (openAccounts.get(account.accountId) !== account) return
    account.endCommissioning(id, 'no_process')
    await closeUnused(account.accountId)
  }

  async function followNow(accountId: string): Promise<FollowedAccount> {
    const account = createFollowedAccount({
      accountId,
      link,
      clock,
      failed: (error) => failed(error, accountId),
    })
    await opening(account.space)
    account.check()
    return account
  }
  const follow = (accountId: string): Promise<FollowedAccount> => {
    const following =
      followed.get(accountId) ??
      followNow(accountId).catch((error: unknown) => {
        followed.delete(accountId)
        throw error
      })
    followed.set(accountId, following)
    return following
  }
  async function unfollow(accountId: string): Promise<void> {
    const account = await followed.get(accountId)?.catch(() => undefined)
    followed.delete(accountId)
    account?.close()
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
    await end(account)
    await account.written()
    await store.clear(accountId)
    await leases.release(accountId)
  }

  async function end(
    account: MatterAccount,
    { isDeleted = false, isLost = false }: { isDeleted?: boolean; isLost?: boolean } = {},
  ): Promise<void> {
    const { accountId } = account
    accounts.delete(accountId)
    openAccounts.delete(accountId)
    account.close({ isLost })
    await matter.send({ type: 'close', account: accountId, isDeleted })
    if (openAccounts.size > 0) return
    // Its nodes are asked to forget it before the process ends.
    if (isDeleted) await new Promise<void>((resolve) => clock.after(FORGET_MS, resolve))
    if (openAccounts.size === 0) await matter.leave('nodes')
  }

  /** Opens what this instance controls, and closes what another one does from now on. */
  async function sync(): Promise<void> {
    const stored = await store.accounts()
    const kept = await leases.claim([...new Set([...stored, ...openAccounts.keys()])])
    for (const account of [...openAccounts.values()])
      if (!kept.has(account.accountId)) await end(account, { isLost: true })
    for (const accountId of kept)
      if (!openAccounts.has(accountId))
        await open(accountId).catch((error: unknown) => failed(error, accountId))
    if (leases.isShared) await followOthers(new Set(stored))
  }

  /** Follows the nodes that other instances control. */
  async function followOthers(stored: ReadonlySet<string>): Promise<void> {
    for (const accountId of stored)
      if (!openAccounts.has(accountId))
        await follow(accountId).catch((error: unknown) => failed(error, accountId))
    for (const [accountId, following] of [...followed]) {
      const account = await following.catch(() => null)
      account?.check()
      // Nothing was added, or its last node has left.
      if (!stored.has(accountId) && account?.isPresent() !== true) await unfollow(accountId)
    }
  }

  /** What another instance publishes of an account: a new one is followed from now on. */
  function notified(accountId: string, message: MatterNotice): void {
    if (openAccounts.has(accountId)) return
    void follow(accountId)
      .then((account) => account.receive(message))
      .catch((error: unknown) => failed(error, accountId))
    if (message.kind === 'left') void renewal?.request()
  }

  /** Carries out the command of another instance. */
  async function invoke(account: MatterAccount, { node, endpoint, command, about }: MatterInvoke) {
    const answered = call(account.accountId, (to) => ({ ...to, type: 'invoke', node, endpoint, command }))
    account.invoked({ node, endpoint, command, about })
    const { error, detail } = await answered
    return {
      error: error === 'device_unreachable' ? 'device_offline' : error,
      ...(detail === undefined ? {} : { detail }),
    }
  }

  /** Asks the process something about a node. */
  async function call(
    accountId: string,
    messageFor: (about: { account: string; call: number }) => ToMatter,
  ): Promise<CallAnswer> {
    lastCall -= 1
    const number = lastCall
    const answered = new Promise<CallAnswer>((resolve) => {
      const settle = (answer: CallAnswer) => {
        cancel()
        calls.delete(number)
        resolve(answer)
      }
      const cancel = clock.after(CALL_MS, () => settle({ error: 'device_request_timeout' }))
      calls.set(number, settle)
    })
    if (!(await matter.send(messageFor({ account: accountId, call: number }))))
      calls.get(number)?.({ error: 'device_unreachable' })
    return answered
  }

  const renewal = leases.isShared
    ? whenDue({
        kind: 'matter-keepers',
        everySeconds: RENEW_EVERY_S,
        async run() {
          try {
            await sync()
          } catch (error) {
            if (leases.isOver())
              for (const account of [...openAccounts.values()]) await end(account, { isLost: true })
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

    call,
    invoke,
    /** The account as another instance publishes it; undefined if none does. */
    async findFollowed(accountId: string): Promise<FollowedAccount | undefined> {
      if (!leases.isShared || openAccounts.has(accountId)) return undefined
      if (!followed.has(accountId) && !(await leases.isKept(accountId))) return undefined
      const account = await follow(accountId)
      await account.complete()
      return account
    },
    /** Asks the instance that controls the nodes of the account; `device_unreachable` if none is there. */
    ask: (accountId: string, ask: MatterAsk): Promise<unknown> => link.ask(accountId, ask),

    /** The nodes of an account as they are stored, whichever instance controls them. */
    stored: store.nodes,
    /** The newest commissioning of an account as it is stored. */
    storedCommissioning: stored.read,

    /** Opens the accounts that have nodes. */
    async start(answer: (account: MatterAccount, ask: MatterAsk) => Promise<unknown>): Promise<void> {
      if (leases.isShared)
        await link.start({
          isReady: (accountId, ask) =>
            openAccounts.has(accountId) && (ask.do !== 'invoke' || matter.isUp()) && !leases.isOver(),
          async answer(accountId, ask) {
            const account = openAccounts.get(accountId)
            if (account === undefined) throw new ApiError('device_unreachable', { detail: 'other_instance' })
            return answer(account, ask)
          },
          follows: (accountId, known) => openAccounts.get(accountId)?.notifyFrom(known),
          notified,
        })
      if (!leases.isShared) await store.clearUnused()
      await sync()
    },

    /** The account does not exist any more: its nodes forget it. */
    async deleted(accountId: string): Promise<void> {
      const account = openAccounts.get(accountId)
      if (account !== undefined) await end(account, { isDeleted: true })
      else await unfollow(accountId)
    },

    /** After the process has ended. */
    async stop(): Promise<void> {
      await Promise.all([...openAccounts.values()].map((account) => account.written()))
      await renewal?.stop()
      await leases.release()
      for (const account of openAccounts.values()) account.close({ isLost: false })
      openAccounts.clear()
      for (const accountId of [...followed.keys()]) await unfollow(accountId)
      link.stop()
    },
  }
}

const FORGET_MS = 6_000

export type MatterAccounts = ReturnType<typeof createMatterAccounts>
