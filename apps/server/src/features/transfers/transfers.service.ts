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
  devices: Pick<Devices, 'service' | 'handOver' | 'nameKeysOf' | 'lookUp' | 'shadows'>
  limits: Pick<LimitService, 'takeSeveral'>
  prove: Prove
  clock: Clock
  /** Writes the e-mail with the token, as part of the transaction that keeps the offer. */
  mail(
    queries: Queries,
    receiver: Account,
    offer: { from: string; devices: readonly string[]; token: string },
  ): Promise<void>
}

/** What is offered to whom; `password` where a door among them is guarded. */
interface Giving {
  deviceIds: readonly string[]
  email: string
}

/** Whether unlocking takes more than a gesture. */
const asksForMore = ({ unlockBy }: Pick<Device, 'unlockBy'>): boolean =>
  unlockBy === 'pin' || unlockBy === 'passkey'

const invalid = () => new ApiError('confirmation_invalid', { key: 'token' })

/** Devices that change hands: offered by e-mail, taken by the account that the offer is for. */
export function createTransferService(options: TransferServiceOptions) {
  const { store, database, accounts, devices, limits, prove, clock, mail } = options

  const confirmedAccountOf = async ({ accountId }: AccountActor): Promise<Account> => {
    const account = await accounts.get(accountId)
    if (!account.isConfirmed) throw new ApiError('account_confirmation_required')
    return account
  }

  /** Who is given something. Asking is counted whoever is found: the answer tells who has an account. */
  const findReceiver = async (giver: Account, email: string): Promise<Account> => {
    const receiver = await accounts.findByEmail(email)
    if (receiver?.id === giver.id) throw new ApiError('malformed_request', { key: 'email' })
    await limits.takeSeveral([LIMIT_RULES.addressesAskedByAccount, giver.id], 1)
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

  /** Always in the same order: two who wait for each other would wait for ever. */
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

  /** By device id, as the answer asks for; throws `malformed_request` of names that say nothing. */
  const namesOf = (offers: readonly Offer[], { name, names = [] }: TransferAcceptRequest) => {
    const [only, ...others] = offers
    if (name !== undefined && (only === undefined || others.length > 0 || names.length > 0))
      throw new ApiError('malformed_request', { key: 'name' })
    if (name !== undefined && only !== undefined) return new Map([[only.deviceId, name]])
    return new Map(names.map((each) => [each.deviceId, each.name]))
  }

  return {
    /**
     * Offers devices to the account of an address, which is told by e-mail. Throws `account_confirmation_required`,
     * `device_not_exist`, `insufficient_permission`, `device_busy`, of guarded doors the refusals of a proof, with key `email`
     * `malformed_request`, `account_not_found` and `other_account_confirmation_required`, and `too_many_requests`.
     */
    async offer(actor: AccountActor, { deviceIds, email }: Giving, shown: ShownProof): Promise<void> {
      const giver = await confirmedAccountOf(actor)
      const ids = [...new Set(deviceIds)]
      const found = await findOwn(actor, ids)
      const guarded = found.find(asksForMore)
      if (guarded !== undefined) await proveForDoor(prove, actor, shown, guarded.id)
      const receiver = await findReceiver(giver, email)
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
          ids.map((deviceId) => ({ ...offer, deviceId })),
        )
        const names = found.map(({ name }) => name)
        await mail(transaction, receiver, { from: giver.email, devices: names, token })
      })
    },

    /**
     * What a token offers. Throws `account_confirmation_required`, `confirmation_invalid` of one that is unknown, used, taken
     * back or over, `insufficient_permission` with key `token` of one that is for somebody else.
     */
    async info(actor: AccountActor, token: string): Promise<TransferOffer> {
      const offers = await offersOf(actor, token)
      const [{ giverId, expiresAt }] = offers
      const [giver, offered, taken] = await Promise.all([
        accounts.find(giverId),
        devices.lookUp(offers.map(({ deviceId }) => deviceId)),
        devices.nameKeysOf(actor.accountId),
      ])
      const told = offered.map((device) => ({
        deviceId: device.id,
        deviceName: device.name,
        devicetype: effectiveTypeOf(device, devices.shadows.get(device.id)),
        isNameTaken: taken.has(nameKeyOf(device.name)),
      }))
      return {
        email: giver?.email ?? '',
        expiresAt: expiresAt.toISOString(),
        devices: told.toSorted((one, other) => one.deviceName.localeCompare(other.deviceName)),
      }
    },

    /**
     * Takes what a token offers, all of it or nothing, once. Throws as `info`, and `device_name_in_use` with key `name`,
     * `device_busy` of one that is leaving its home.
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
          return spent
        },
      })
      const arrived = await handOver.catch(async (error: unknown) => {
        // Another acceptance may have been first: then its own device is the one with that name.
        await offersOf(actor, request.token)
        throw error
      })
      return devices.service.info(
        actor,
        arrived.map(({ id }) => id),
      )
    },

    /** What the actor offers and is offered. */
    async list(actor: AccountActor): Promise<Transfer[]> {
      const offers = await store.listOf(actor.accountId, clock.now())
      const otherOf = ({ giverId, receiverId }: Offer) => (giverId === actor.accountId ? receiverId : giverId)
      const [offered, emails] = await Promise.all([
        devices.lookUp(offers.map(({ deviceId }) => deviceId)),
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

    /** Takes back an offer. Throws `device_not_exist`, `resource_not_found` where nothing is offered. */
    async cancel(actor: AccountActor, deviceId: string): Promise<void> {
      await findOwn(actor, [deviceId])
      if (!(await store.cancel(actor.accountId, deviceId, clock.now())))
        throw new ApiError('resource_not_found', { key: 'token' })
    },
  }
}

export type TransferService = ReturnType<typeof createTransferService>
