import { type DeviceInfo, LIMITS, nameKeyOf } from '@senca/contract'
import type { Transfer, TransferAcceptRequest, TransferOffer } from '@senca/contract/people'
import type { Account, AccountService } from '#features/accounts/index.ts'
import { type Device, type Devices, effectiveTypeOf } from '#features/devices/index.ts'
import { LIMIT_RULES, type LimitService } from '#features/limits/index.ts'
import type { AccountActor } from '#features/rights/index.ts'
import { type Prove, proveForDoor, type ShownProof } from '#features/second-factor/index.ts'
import { createSecretToken, hashSecretToken } from '#features/sessions/index.ts'
import type { Clock } from '#platform/clock.ts'
import { ApiError } from '#platform/errors.ts'
import type { Database, Queries } from '#platform/postgres/database.ts'
import type { Offer, TransferStore } from './transfers.store.ts'

const VALID_MS = LIMITS.TRANSFER_VALID_DAYS * 86_400_000

interface TransferServiceOptions {
  store: TransferStore
  database: Pick<Database, 'db'>
  accounts: Pick<AccountService, 'get' | 'find' | 'findByEmail' | 'findEmails' | 'hold'>
  devices: Pick<Devices, 'service' | 'handOver' | 'nameKeysOf' | 'lookup' | 'shadows'>
  limits: Pick<LimitService, 'take' | 'consumeSeveral'>
  prove: Prove
  clock: Clock
  /** Notifies the receiver, in the transaction that stores the offer. Its e-mail has the token. */
  notify(
    queries: Queries,
    receiver: Account,
    offer: { from: string; devices: readonly string[]; token: string; tokenHash: string },
  ): Promise<void>
  /** Called in the transaction that accepts an offer. */
  accepted(queries: Queries, tokenHash: string): Promise<void>
}

/** The devices and the receiver of an offer; `password` is needed for a guarded door. */
interface Giving {
  deviceIds: readonly string[]
  email: string
}

/** Whether unlocking requires a PIN or a passkey. */
const asksForMore = ({ unlockBy }: Pick<Device, 'unlockBy'>): boolean =>
  unlockBy === 'pin' || unlockBy === 'passkey'

const invalid = () => new ApiError('confirmation_invalid', { key: 'token' })

/** Transfers of devices: offered by e-mail, accepted by the account that the offer is for. */
export function createTransferService(options: TransferServiceOptions) {
  const { store, database, accounts, devices, limits, prove, clock, notify, accepted } = options

  const confirmedAccountOf = async ({ accountId }: AccountActor): Promise<Account> => {
    const account = await accounts.get(accountId)
    if (!account.isConfirmed) throw new ApiError('account_confirmation_required')
    return account
  }

  /** Finds the receiver. Every call is counted, because the answer reveals who has an account. */
  const findReceiver = async (giver: Account, email: string): Promise<Account> => {
    const receiver = await accounts.findByEmail(email)
    if (receiver?.id === giver.id) throw new ApiError('malformed_request', { key: 'email' })
    await limits.consumeSeveral([LIMIT_RULES.addressesAskedByAccount, giver.id], 1)
    if (receiver === null) throw new ApiError('account_not_found', { key: 'email' })
    if (!receiver.isConfirmed) throw new ApiError('other_account_confirmation_required', { key: 'email' })
    return receiver
  }

  const findOwn = async (actor: AccountActor, ids: readonly string[]): Promise<Device[]> => {
    const found = await devices.service.findAll(actor, 'own', ids)
    return [...found].map(([deviceId, result]) => {
      if (!result.ok) throw new ApiError(result.error, { deviceId })
      return result.device
    })
  }

  /** Locked in a fixed order, to avoid a deadlock. */
  const holdBoth = async (queries: Queries, giver: Account, receiver: Account) => {
    for (const id of [giver.id, receiver.id].toSorted()) {
      if ((await accounts.hold(queries, id)) !== null) continue
      throw id === giver.id
        ? new ApiError('login_required')
        : new ApiError('account_not_found', { key: 'email' })
    }
  }

  const offersOf = async (actor: AccountActor, token: string): Promise<[Offer, ...Offer[]]> => {
    await confirmedAccountOf(actor)
    const [first, ...others] = await store.findByToken(hashSecretToken(token), clock.now())
    if (first === undefined) throw invalid()
    if (first.receiverId !== actor.accountId) throw new ApiError('insufficient_permission', { key: 'token' })
    return [first, ...others]
  }

  /** The names by device id, from the request. Throws `malformed_request` for names that do not match the offers. */
  const namesOf = (offers: readonly Offer[], { name, names = [] }: TransferAcceptRequest) => {
    const [only, ...others] = offers
    if (name !== undefined && (only === undefined || others.length > 0 || names.length > 0))
      throw new ApiError('malformed_request', { key: 'name' })
    if (name !== undefined && only !== undefined) return new Map([[only.deviceId, name]])
    return new Map(names.map((each) => [each.deviceId, each.name]))
  }

  return {
    /**
     * Offers devices to the account with an e-mail address, and sends it an e-mail. Throws `account_confirmation_required`,
     * `device_not_exist`, `insufficient_permission`, `device_busy`, for guarded doors the errors of a failed proof, with key
     * `email` `malformed_request`, `account_not_found` and `other_account_confirmation_required`, and `too_many_requests`.
     */
    async offer(actor: AccountActor, { deviceIds, email }: Giving, shown: ShownProof): Promise<void> {
      const giver = await confirmedAccountOf(actor)
      const ids = [...new Set(deviceIds)]
      const found = await findOwn(actor, ids)
      devices.service.refuseEntities(ids)
      const guarded = found.find(asksForMore)
      if (guarded !== undefined) await proveForDoor(prove, actor, shown, guarded.id)
      const receiver = await findReceiver(giver, email)
      await limits.take([LIMIT_RULES.transfersByReceiver, receiver.id])
      const token = createSecretToken()
      const now = clock.now()
      const offer = {
        giverId: giver.id,
        receiverId: receiver.id,
        tokenHash: hashSecretToken(token),
        createdAt: now,
        expiresAt: new Date(now.getTime() + VALID_MS),
      }
      await database.db.transaction(async (transaction) => {
        await holdBoth(transaction, giver, receiver)
        if (!(await devices.service.holdOwned(transaction, giver.id, ids)))
          throw new ApiError('device_not_exist')
        await store.offer(
          transaction,
          giver.id,
          ids.map((deviceId) => ({ ...offer, deviceId })),
        )
        const names = found.map(({ name }) => name)
        const { tokenHash } = offer
        await notify(transaction, receiver, { from: giver.email, devices: names, token, tokenHash })
      })
    },

    /**
     * The offer of a token. Throws `account_confirmation_required`, `confirmation_invalid` for a token that is unknown, used,
     * withdrawn or expired, and `insufficient_permission` with key `token` for an offer to somebody else.
     */
    async info(actor: AccountActor, token: string): Promise<TransferOffer> {
      const offers = await offersOf(actor, token)
      const [{ giverId, expiresAt }] = offers
      const [giver, offered, taken] = await Promise.all([
        accounts.find(giverId),
        devices.lookup(offers.map(({ deviceId }) => deviceId)),
        devices.nameKeysOf(actor.accountId),
      ])
      const notified = offered.map((device) => ({
        deviceId: device.id,
        deviceName: device.name,
        devicetype: effectiveTypeOf(device, devices.shadows.get(device.id)),
        isNameTaken: taken.has(nameKeyOf(device.name)),
      }))
      return {
        email: giver?.email ?? '',
        expiresAt: expiresAt.toISOString(),
        devices: notified.toSorted((one, other) => one.deviceName.localeCompare(other.deviceName)),
      }
    },

    /**
     * Accepts the offer of a token completely or not at all, and only once. Throws like `info`, and `device_name_in_use` with key
     * `name`, and `device_busy` if a device is being removed.
     */
    async accept(actor: AccountActor, request: TransferAcceptRequest): Promise<Record<string, DeviceInfo>> {
      const offers = await offersOf(actor, request.token)
      const [{ giverId, tokenHash }] = offers
      const [receiver, giver] = await Promise.all([accounts.get(actor.accountId), accounts.find(giverId)])
      if (giver === null) throw invalid()
      const handOver = devices.handOver({
        giver: { accountId: giverId, email: giver.email },
        receiver: { accountId: actor.accountId, email: receiver.email, actor },
        nameById: namesOf(offers, request),
        deviceIds: offers.map(({ deviceId }) => deviceId),
        async begin(queries) {
          const held = await accounts.hold(queries, actor.accountId)
          if (held === null) throw new ApiError('login_required')
        },
        async spend(queries, deviceIds) {
          const spent = await store.spend(queries, tokenHash, deviceIds, clock.now())
          if (spent.length === 0) throw invalid()
          await accepted(queries, tokenHash)
          return spent
        },
      })
      const arrived = await handOver.catch(async (error: unknown) => {
        // A concurrent call may have accepted the offer first. Then the name belongs to the transferred device itself.
        await offersOf(actor, request.token)
        throw error
      })
      return devices.service.info(
        actor,
        arrived.map(({ id }) => id),
      )
    },

    /** The offers that the actor made and received. */
    async list(actor: AccountActor): Promise<Transfer[]> {
      const offers = await store.listOf(actor.accountId, clock.now())
      const otherOf = ({ giverId, receiverId }: Offer) => (giverId === actor.accountId ? receiverId : giverId)
      const [offered, emails] = await Promise.all([
        devices.lookup(offers.map(({ deviceId }) => deviceId)),
        accounts.findEmails([...new Set(offers.map(otherOf))]),
      ])
      const nameById = new Map(offered.map(({ id, name }) => [id, name]))
      return offers.map((offer) => ({
        deviceId: offer.deviceId,
        deviceName: nameById.get(offer.deviceId) ?? '',
        direction: offer.giverId === actor.accountId ? 'given' : 'received',
        email: emails.get(otherOf(offer)) ?? '',
        createdAt: offer.createdAt.toISOString(),
        expiresAt: offer.expiresAt.toISOString(),
      }))
    },

    /** Withdraws an offer. Throws `device_not_exist`, and `resource_not_found` if the device is not offered. */
    async cancel(actor: AccountActor, deviceId: string): Promise<void> {
      await findOwn(actor, [deviceId])
      if (!(await store.cancel(actor.accountId, deviceId, clock.now())))
        throw new ApiError('resource_not_found', { key: 'token' })
    },
  }
}

export type TransferService = ReturnType<typeof createTransferService>
