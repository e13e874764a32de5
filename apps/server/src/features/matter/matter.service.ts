import { randomBytes } from 'node:crypto'
import { LIMITS } from '@senca/contract'
import {
  type MatterCommissioning,
  type MatterCommissionRequest,
  type MatterNode,
  type MatterRemoveRequest,
  type MatterShare,
  matterCommissioningSchema,
  matterCommissioningStartedSchema,
  matterShareSchema,
} from '@senca/contract/matter'
import type { AccountService } from '#features/accounts/index.ts'
import type { AccountActor } from '#features/rights/index.ts'
import type { Clock } from '#platform/clock.ts'
import { ApiError } from '#platform/errors.ts'
import type { MatterAccount } from './matter-account.ts'
import type { MatterAccounts } from './matter-accounts.ts'
import type { MatterAsk } from './matter-link.ts'
import type { Commissioning } from './stored-commissioning.ts'

const SHARE_SECONDS = 900

/** A random id of a node, of those that the standard leaves to controllers. */
function newNodeId(): string {
  const bytes = randomBytes(8)
  bytes[0] = (bytes[0] ?? 0) % 0x80
  bytes[7] = (bytes[7] ?? 0) | 1
  return bytes.toString('hex')
}
/** The process ends a commissioning itself; if it cannot, the server does. */
const GRACE_MS = 15_000

export interface CommissioningTimes {
  /** How long a device is looked for. */
  searchMs: number
  /** How long everything may take. */
  timeoutMs: number
}

interface MatterServiceOptions {
  matter: MatterAccounts
  accounts: Pick<AccountService, 'assertConfirmed'>
  clock: Clock
  times: CommissioningTimes
  /** The entities of a node, by `discovery/list`. */
  entitiesOf(accountId: string, node: string): string[]
  failed(error: unknown): void
}

/** Matter nodes of an account. Every call is for the owner alone, about its own fabric. */
export function createMatterService({
  matter,
  accounts,
  clock,
  times,
  entitiesOf,
  failed,
}: MatterServiceOptions) {
  const isBusy = (account: MatterAccount) => account.isCommissioning()

  const endLate = (account: MatterAccount, id: string) => {
    account.endCommissioning(id, 'timeout')
    matter.closeUnused(account.accountId).catch(failed)
  }

  /** Throws `device_busy` while the account adds another device, and `too_many_requests` while others add theirs. */
  async function commission(
    account: MatterAccount,
    { code, allowUncertified = false }: MatterCommissionRequest,
  ): Promise<{ commissioningId: string }> {
    if (isBusy(account)) throw new ApiError('device_busy')
    if ([...matter.all()].filter(isBusy).length >= LIMITS.MATTER_COMMISSIONINGS)
      throw new ApiError('too_many_requests', { retryAfterSeconds: 10 })
    const id = crypto.randomUUID()
    const node = newNodeId()
    await account.beginCommissioning({ id, status: 'searching', node })
    clock.after(times.timeoutMs + GRACE_MS, () => endLate(account, id))
    const message = {
      type: 'commission',
      account: account.accountId,
      id,
      node,
      code,
      allowUncertified,
      ...times,
    } as const
    account.whenConnected(async () => {
      if (!(await matter.send(message))) account.endCommissioning(id, 'no_process')
    })
    return { commissioningId: id }
  }

  function commissioning(account: MatterAccount, id: string): MatterCommissioning {
    return progressOf(account.accountId, account.commissioning(), id)
  }
  /** Throws `resource_not_found` unless it is the newest one of its account. */
  function progressOf(accountId: string, found: Commissioning | null, id: string): MatterCommissioning {
    if (found?.id !== id) throw unknownId()
    const { status, reason, node } = found
    if (status === 'done') return { status, entityIds: entitiesOf(accountId, node) }
    return reason === undefined ? { status } : { status, reason }
  }
  const unknownId = () => new ApiError('resource_not_found', { key: 'id' })

  async function remove(account: MatterAccount, { node, force = false }: MatterRemoveRequest): Promise<void> {
    const { error, detail } = await matter.call(account.accountId, (about) => ({
      ...about,
      type: 'remove',
      node,
      isForced: force,
    }))
    if (error !== null) throw new ApiError(error, { ...(detail === undefined ? {} : { detail }) })
    await account.written()
  }

  async function share({ accountId }: MatterAccount, node: string): Promise<MatterShare> {
    const expiresAt = new Date(clock.now().getTime() + SHARE_SECONDS * 1_000)
    const { error, detail, code } = await matter.call(accountId, (about) => ({
      ...about,
      type: 'share',
      node,
      seconds: SHARE_SECONDS,
    }))
    if (error !== null || code === undefined)
      throw new ApiError(error ?? 'device_update_failed', { ...(detail === undefined ? {} : { detail }) })
    return { code, expiresAt: expiresAt.toISOString() }
  }

  /** What this instance does with an account that it controls, whichever instance was called. */
  async function answer(account: MatterAccount, ask: MatterAsk): Promise<unknown> {
    switch (ask.do) {
      case 'commission':
        return commission(account, ask.asked)
      case 'commissioning':
        return commissioning(account, ask.id)
      case 'remove':
        return remove(account, ask.asked)
      case 'share':
        return share(account, ask.node)
      case 'rebind':
        return account.rebind()
      case 'invoke':
        return matter.invoke(account, ask.invoke)
    }
  }

  /** Asks this instance, or the one that controls the account. */
  const ask = (accountId: string, asked: MatterAsk): Promise<unknown> => {
    const account = matter.find(accountId)
    return account === undefined ? matter.ask(accountId, asked) : answer(account, asked)
  }

  const nodesOf = async (accountId: string) => {
    const account = matter.find(accountId) ?? (await matter.findFollowed(accountId))
    return { account, nodes: matter.find(accountId)?.nodes() ?? (await matter.stored(accountId)) }
  }
  const assertOwned = async ({ accountId }: AccountActor, node: string): Promise<void> => {
    const nodes = matter.find(accountId)?.nodes() ?? (await matter.stored(accountId))
    if (!nodes.some((one) => one.node === node)) throw new ApiError('resource_not_found', { key: 'node' })
  }

  return {
    answer,

    async commission(
      actor: AccountActor,
      asked: MatterCommissionRequest,
    ): Promise<{ commissioningId: string }> {
      const { accountId } = actor
      await accounts.assertConfirmed(actor)
      // Nobody begins with an account for what is refused anyway.
      if ([...matter.all()].filter(isBusy).length >= LIMITS.MATTER_COMMISSIONINGS && !matter.find(accountId))
        throw new ApiError('too_many_requests', { retryAfterSeconds: 10 })
      await matter.open(accountId)
      return matterCommissioningStartedSchema.parse(await ask(accountId, { do: 'commission', asked }))
    },

    async commissioning({ accountId }: AccountActor, id: string): Promise<MatterCommissioning> {
      const account = matter.find(accountId)
      if (account !== undefined) return commissioning(account, id)
      // The entities that it answers are to be known here too.
      if ((await matter.findFollowed(accountId)) !== undefined)
        try {
          return matterCommissioningSchema.parse(await ask(accountId, { do: 'commissioning', id }))
        } catch (error) {
          if (!(error instanceof ApiError && error.code === 'device_unreachable')) throw error
        }
      // The instance that controls the account has ended, and another one will take it up.
      return progressOf(accountId, await matter.storedCommissioning(accountId), id)
    },

    async nodes({ accountId }: AccountActor): Promise<MatterNode[]> {
      const { account, nodes } = await nodesOf(accountId)
      return nodes.map(({ node, vendor, product }) => ({
        node,
        vendor,
        product,
        online: account?.isOnline(node) === true,
        entityIds: entitiesOf(accountId, node),
      }))
    },

    /** Throws `resource_not_found`, and without `force` the error of a node that does not answer. */
    async remove(actor: AccountActor, asked: MatterRemoveRequest): Promise<void> {
      await assertOwned(actor, asked.node)
      await ask(actor.accountId, { do: 'remove', asked })
    },

    async share(actor: AccountActor, node: string): Promise<MatterShare> {
      await assertOwned(actor, node)
      return matterShareSchema.parse(await ask(actor.accountId, { do: 'share', node }))
    },
  }
}

export type MatterService = ReturnType<typeof createMatterService>
