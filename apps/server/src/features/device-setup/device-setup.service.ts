import { type DeviceType, LIMITS } from '@senca/contract'
import type { SetupStarted, SetupStatus } from '@senca/contract/setup'
import type { Account, AccountService } from '#features/accounts/index.ts'
import {
  type Claimed,
  createClaimCode,
  type Devices,
  hashClaimCode,
  isNameTaken,
} from '#features/devices/index.ts'
import type { AccountActor } from '#features/rights/index.ts'
import type { Clock } from '#platform/clock.ts'
import { ApiError } from '#platform/errors.ts'
import type { BrokerAddress } from '#platform/mqtt/broker-address.ts'
import type { Database, Queries } from '#platform/postgres/database.ts'
import { defaultName } from './default-names.ts'
import type { SetupCodeStore } from './setup-codes.store.ts'
import { outcomeOf, statusOf } from './setup-rules.ts'

/** How often another default name is tried if a concurrent call takes the name first. */
const NAME_TRIES = 3

interface DeviceSetupOptions {
  store: SetupCodeStore
  database: Pick<Database, 'db'>
  accounts: Pick<AccountService, 'assertConfirmed' | 'find'>
  devices: Pick<Devices, 'service' | 'registry' | 'nameKeysOf'>
  clock: Clock
  /** The address of the broker for devices; with TLS if available. */
  address(): BrokerAddress & { tls: boolean }
}

/** A device and the code that it reports. */
interface Offer {
  deviceId: string
  codeHash: string
  /** The device could not be commanded to forget the home that it left. */
  isUnreachable: boolean
}

/** Adds devices to homes by codes that the devices received during their setup. */
export function createDeviceSetupService(options: DeviceSetupOptions) {
  const { store, database, accounts, devices, clock, address } = options

  /** Returns what was added to the home; null if it was already there, undefined if it was not added. */
  const take = async (
    queries: Queries,
    { deviceId, codeHash, isUnreachable }: Offer,
    nameOf: (type: DeviceType) => string,
  ): Promise<Claimed | null | undefined> => {
    const now = clock.now()
    // Devices are always locked before codes, also when an account is deleted.
    const device = await devices.registry.lockOne(queries, deviceId)
    const code = await store.lock(queries, codeHash)
    if (device === undefined || code === undefined) return undefined
    const { ownerId, claimableUntil, isClaimable } = device
    const isOver = ownerId !== null && claimableUntil !== null && claimableUntil <= now
    const outcome = outcomeOf(code, { id: deviceId, ownerId, canBeClaimed: isClaimable && !isOver }, now)
    if (outcome === null) return undefined
    if (outcome === 'take') {
      const home = { ownerId: code.accountId, name: nameOf(device.type), claimedAt: now }
      const claimed = await devices.registry.take(queries, deviceId, home)
      if (claimed !== null) await store.write(queries, codeHash, { outcome: 'claimed', deviceId })
      return claimed ?? undefined
    }
    const isGone = outcome === 'connected' && isUnreachable
    await store.write(queries, codeHash, {
      outcome: isGone ? 'unreachable' : outcome,
      ...(outcome === 'claimed' ? { deviceId } : {}),
    })
    return outcome === 'claimed' ? null : undefined
  }

  const claimByFreeName = async (account: Account, offer: Offer) => {
    for (let tries = 1; ; tries += 1) {
      const taken = await devices.nameKeysOf(account.id)
      const nameOf = (type: DeviceType) => defaultName(type, account.locale, taken)
      try {
        return await database.db.transaction((transaction) => take(transaction, offer, nameOf))
      } catch (error) {
        if (!isNameTaken(error) || tries === NAME_TRIES) throw error
      }
    }
  }

  return {
    /** Creates a code for one device. Throws `account_confirmation_required`, `setup_codes_limit_exceeded`. */
    async start(actor: AccountActor): Promise<SetupStarted> {
      await accounts.assertConfirmed(actor)
      const { accountId } = actor
      const setupCode = createClaimCode()
      const now = clock.now()
      const expiresAt = new Date(now.getTime() + LIMITS.SETUP_CODE_TTL_MS)
      if (!(await store.open(accountId, hashClaimCode(setupCode), now, expiresAt)))
        throw new ApiError('setup_codes_limit_exceeded')
      return { setupCode, expiresAt: expiresAt.toISOString(), ...address() }
    },

    /** Throws `resource_not_found` for a code that this account has not created. */
    async status({ accountId }: AccountActor, setupCode: string): Promise<SetupStatus> {
      const code = await store.find(accountId, hashClaimCode(setupCode))
      if (code === undefined) throw new ApiError('resource_not_found', { key: 'setupCode' })
      return statusOf(code, clock.now())
    },

    /** Called when a connected device reports a code. An unknown code changes nothing. */
    async offered(deviceId: string, setupCode: string, isUnreachable: boolean): Promise<void> {
      const codeHash = hashClaimCode(setupCode)
      const accountId = await store.accountOf(codeHash)
      const account = accountId === undefined ? null : await accounts.find(accountId)
      if (account === null) return
      const claimed = await claimByFreeName(account, { deviceId, codeHash, isUnreachable })
      if (claimed === undefined) return
      const actor: AccountActor = { kind: 'account', accountId: account.id, sessionId: '' }
      if (claimed !== null) await devices.service.joined(actor, claimed)
      devices.service.greet(deviceId)
    },
  }
}

export type DeviceSetupService = ReturnType<typeof createDeviceSetupService>
