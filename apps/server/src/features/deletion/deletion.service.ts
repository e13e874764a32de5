import type { AccountService } from '#features/accounts/index.ts'
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
  sessions: SessionService
  rights: Pick<RightsIndex, 'changed'>
  database: Pick<Database, 'db'>
  failed(error: unknown, deviceId: string): void
}

export function createDeletionService(options: DeletionServiceOptions) {
  const { accounts, confirmations, devices, forget, sessions, rights, database, failed } = options

  /** A device that cannot be deleted does not stop the others. */
  const deleteDevices = async (accountId: string): Promise<void> => {
    const owner: AccountActor = { kind: 'account', accountId, sessionId: '' }
    const ids = Object.keys(await devices.list(owner))
    for (let start = 0; start < ids.length; start += BATCH) {
      const deletions = ids
        .slice(start, start + BATCH)
        .map((id) => devices.delete(owner, [id], true).catch((error: unknown) => failed(error, id)))
      await Promise.all(deletions)
    }
  }

  return {
    /**
     * Deletes an account with its devices; its address can be used again. The token is used last, so that an interrupted deletion
     * can be repeated. Throws the errors of tokens.
     */
    async delete(token: string, state: string, caller: Caller): Promise<void> {
      const shown = await confirmations.showWithState('delete', token, state, caller)
      const { accountId } = shown
      await deleteDevices(accountId)
      const { abandoned, ended } = await database.db.transaction(async (transaction) => {
        // A concurrent transfer to this account either commits before, so that its devices are released too, or finds no account.
        await accounts.lock(transaction, accountId)
        await confirmations.spend(transaction, 'delete', token, shown)
        const abandoned = await devices.abandonAll(transaction, accountId)
        const ids = await sessions.removeAll(transaction, accountId, null)
        await forget(transaction, accountId)
        await accounts.remove(transaction, accountId)
        return { abandoned, ended: ids }
      })
      abandoned()
      await sessions.announceEnded(ended)
      // Everything that the account shared has ended with its devices.
      await rights.changed([accountId])
    },
  }
}

export type DeletionService = ReturnType<typeof createDeletionService>
