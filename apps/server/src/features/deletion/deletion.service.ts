import type { Account, AccountService } from '#features/accounts/index.ts'
import type { ConfirmationService } from '#features/confirmations/index.ts'
import type { DeviceService } from '#features/devices/index.ts'
import type { AccountActor, RightsIndex } from '#features/rights/index.ts'
import type { SessionService } from '#features/sessions/index.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Database, Queries } from '#platform/postgres/database.ts'

/**
 * The number of devices that receive `forget` at once. Devices that never answer are waited for together, and the memory use
 * stays limited.
 */
const BATCH = 500

interface DeletionServiceOptions {
  accounts: AccountService
  confirmations: ConfirmationService
  devices: DeviceService
  forget(queries: Queries, accountId: string): Promise<void>
  /** Deletes what happened in the home of an account. */
  forgetHome(accountId: string): Promise<void>
  /** Deletes the security trail of an account. */
  forgetTrail(queries: Queries, accountId: string): Promise<void>
  sessions: SessionService
  rights: Pick<RightsIndex, 'changed'>
  database: Pick<Database, 'db'>
  failed(error: unknown, deviceId: string): void
}

/** The end of what a stranger did with an account, before the owner of its address uses it. */
export interface TakeOver {
  /** Call it before the transaction: each device receives `forget`, and what happened to it is deleted. */
  releaseDevices(accountId: string): Promise<void>
  /**
   * Leaves nothing of an account but its address, in the transaction in which its owner proves to be reading its mail. It is stored
   * as given and confirmed. Returns what to call after the commit.
   */
  renew(queries: Queries, account: Account): Promise<() => Promise<void>>
}

export function createDeletionService(options: DeletionServiceOptions): DeletionService {
  const {
    accounts,
    confirmations,
    devices,
    forget,
    forgetHome,
    forgetTrail,
    sessions,
    rights,
    database,
    failed,
  } = options

  /** A device that cannot be deleted does not stop the others. */
  const releaseDevices = async (accountId: string): Promise<void> => {
    const owner: AccountActor = { kind: 'account', accountId, sessionId: '' }
    const ids = Object.keys(await devices.list(owner))
    for (let start = 0; start < ids.length; start += BATCH) {
      const deletions = ids
        .slice(start, start + BATCH)
        .map((id) => devices.delete(owner, [id], true).catch((error: unknown) => failed(error, id)))
      await Promise.all(deletions)
    }
    await forgetHome(accountId)
  }

  /** Removes an account with everything that belongs to it, in a transaction. Returns what to call after the commit. */
  const remove = async (queries: Queries, accountId: string): Promise<() => Promise<void>> => {
    await devices.abandonAll(queries, accountId)
    const ended = await sessions.removeAll(queries, accountId, null)
    await forget(queries, accountId)
    await accounts.remove(queries, accountId)
    return async () => {
      await sessions.announceEnded(ended)
      // Everything that the account shared has ended with its devices.
      await rights.changed([accountId])
    }
  }

  return {
    releaseDevices,

    async delete(purpose, token, state, caller) {
      const shown = await confirmations.showWithState(purpose, token, state, caller)
      const { accountId } = shown
      await releaseDevices(accountId)
      const removed = await database.db.transaction(async (transaction) => {
        // A concurrent transfer to this account either commits before, so that its devices are released too, or finds no account.
        await accounts.lock(transaction, accountId)
        await confirmations.spend(transaction, purpose, token, shown)
        await forgetTrail(transaction, accountId)
        return remove(transaction, accountId)
      })
      await removed()
    },

    async renew(queries, account) {
      const restoreLinks = await confirmations.carryOver(queries, account.id)
      const removed = await remove(queries, account.id)
      await accounts.insert(queries, { ...account, isConfirmed: true })
      await restoreLinks()
      return removed
    },
  }
}

export interface DeletionService extends TakeOver {
  /**
   * Deletes an account with its devices; its address can be used again. The token is used last, so that an interrupted deletion can
   * be repeated. Throws the errors of tokens.
   */
  delete(purpose: 'delete' | 'confirm', token: string, state: string, caller: Caller): Promise<void>
}
