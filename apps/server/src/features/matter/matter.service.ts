import { LIMITS } from '@senca/contract'
import type {
  MatterCommissioning,
  MatterCommissionRequest,
  MatterNode,
  MatterRemoveRequest,
  MatterShare,
} from '@senca/contract/matter'
import type { AccountService } from '#features/accounts/index.ts'
import type { AccountActor } from '#features/rights/index.ts'
import type { Clock } from '#platform/clock.ts'
import { ApiError } from '#platform/errors.ts'
import type { MatterAccount } from './matter-account.ts'
import type { MatterAccounts } from './matter-accounts.ts'

const SHARE_SECONDS = 900
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
  const isBusy = (account: MatterAccount | undefined) => account?.isCommissioning() === true

  const elsewhere = () => new ApiError('device_unreachable', { detail: 'other_instance' })

  const accountWith = async ({ accountId }: AccountActor, node: string): Promise<MatterAccount> => {
    const account = matter.find(accountId)
    const nodes = account?.nodes() ?? (await matter.stored(accountId))
    if (!nodes.some((one) => one.node === node)) throw new ApiError('resource_not_found', { key: 'node' })
    if (account === undefined) throw elsewhere()
    return account
  }

  const endLate = (account: MatterAccount, id: string) => {
    const current = account.commissioning()
    if (current?.id === id && account.isCommissioning())
      account.setCommissioning({ id, status: 'failed', reason: 'timeout' })
    matter.closeUnused(account.accountId).catch(failed)
  }

  return {
    /** Throws `device_busy` while the account adds another device, and `too_many_requests` while others add theirs. */
    async commission(
      actor: AccountActor,
      asked: MatterCommissionRequest,
    ): Promise<{ commissioningId: string }> {
      const { accountId } = actor
      await accounts.assertConfirmed(actor)
      const assertFree = () => {
        if (isBusy(matter.find(accountId))) throw new ApiError('device_busy')
        if ([...matter.all()].filter(isBusy).length >= LIMITS.MATTER_COMMISSIONINGS)
          throw new ApiError('too_many_requests', { retryAfterSeconds: 10 })
      }
      assertFree()
      const account = await matter.open(accountId)
      if (account === null) throw elsewhere()
      assertFree()
      const id = crypto.randomUUID()
      account.setCommissioning({ id, status: 'searching' })
      clock.after(times.timeoutMs + GRACE_MS, () => endLate(account, id))
      const { code, allowUncertified = false } = asked
      const message = {
        type: 'commission',
        account: accountId,
        id,
        code,
        allowUncertified,
        ...times,
      } as const
      account.whenConnected(async () => {
        if (!(await matter.send(message)))
          account.setCommissioning({ id, status: 'failed', reason: 'timeout' })
      })
      return { commissioningId: id }
    },

    async commissioning({ accountId }: AccountActor, id: string): Promise<MatterCommissioning> {
      const found = matter.find(accountId)?.commissioning()
      if (found?.id !== id) throw new ApiError('resource_not_found', { key: 'id' })
      const { status, reason, node } = found
      if (status === 'done')
        return { status, entityIds: node === undefined ? [] : entitiesOf(accountId, node) }
      return reason === undefined ? { status } : { status, reason }
    },

    async nodes({ accountId }: AccountActor): Promise<MatterNode[]> {
      const account = matter.find(accountId)
      return (account?.nodes() ?? (await matter.stored(accountId))).map(({ node, vendor, product }) => ({
        node,
        vendor,
        product,
        online: account?.isOnline(node) === true,
        entityIds: entitiesOf(accountId, node),
      }))
    },

    /** Throws `resource_not_found`, and without `force` the error of a node that does not answer. */
    async remove(actor: AccountActor, { node, force = false }: MatterRemoveRequest): Promise<void> {
      const account = await accountWith(actor, node)
      const { error, detail } = await matter.call(actor.accountId, (about) => ({
        ...about,
        type: 'remove',
        node,
        isForced: force,
      }))
      if (error !== null) throw new ApiError(error, { ...(detail === undefined ? {} : { detail }) })
      await account.written()
    },

    async share(actor: AccountActor, node: string): Promise<MatterShare> {
      await accountWith(actor, node)
      const expiresAt = new Date(clock.now().getTime() + SHARE_SECONDS * 1_000)
      const { error, detail, code } = await matter.call(actor.accountId, (about) => ({
        ...about,
        type: 'share',
        node,
        seconds: SHARE_SECONDS,
      }))
      if (error !== null || code === undefined)
        throw new ApiError(error ?? 'device_update_failed', { ...(detail === undefined ? {} : { detail }) })
      return { code, expiresAt: expiresAt.toISOString() }
    },
  }
}

export type MatterService = ReturnType<typeof createMatterService>
