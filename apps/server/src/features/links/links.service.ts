import { randomUUID } from 'node:crypto'
import { type DeviceLink, type GuestLink, LIMITS } from '@senca/contract'
import type { LinkCreateRequest, LinkUpdateRequest } from '@senca/contract/links'
import type { AccountService } from '#features/accounts/index.ts'
import { type Device, type DeviceService, effectiveTypeOf, type Shadows } from '#features/devices/index.ts'
import type { AccountActor, RightsIndex } from '#features/rights/index.ts'
import { type Prove, proveForDoor, type ShownProof } from '#features/second-factor/index.ts'
import { createSecretToken, hashSecretToken } from '#features/sessions/index.ts'
import type { Clock } from '#platform/clock.ts'
import { ApiError } from '#platform/errors.ts'
import type { Database, Queries } from '#platform/postgres/database.ts'
import type { Sealing } from '#platform/sealing.ts'
import { changedTerms, newTerms, strangerIn, type TermsChange } from './changed-terms.ts'
import { guestLinkOf } from './guest.service.ts'
import type { Link, LinkTerms } from './link.ts'
import type { LinkStore } from './links.store.ts'
import { sharingEvents } from './sharing-events.ts'
import { faultOfTerms } from './terms.ts'
import { doorUnlockedMore } from './unlock-reach.ts'

/** How often a change is retried after a conflict with a change on another instance. */
const ATTEMPTS = 10

interface LinkServiceOptions {
  store: LinkStore
  database: Pick<Database, 'db'>
  sealing: Sealing
  accounts: Pick<AccountService, 'profile'>
  devices: Pick<DeviceService, 'findAll' | 'holdOwned'>
  rights: Pick<RightsIndex, 'changed'>
  shadows: Pick<Shadows, 'get'>
  prove: Prove
  clock: Clock
}

type NewTerms = Omit<LinkCreateRequest, 'password'>
type Changes = Omit<LinkUpdateRequest, 'password'>

/** Whether unlocking requires a PIN or a passkey. */
const asksForMore = ({ unlockBy }: Pick<Device, 'unlockBy'>): boolean =>
  unlockBy === 'pin' || unlockBy === 'passkey'

export const tokenOf = (sealing: Sealing, { id, sealedToken }: Pick<Link, 'id' | 'sealedToken'>): string =>
  sealing.open(sealedToken, `token ${id}`) ?? ''

const sealPin = (sealing: Sealing, linkId: string, pin: string): string => sealing.seal(pin, `pin ${linkId}`)

/** The actions of owners with their links. */
export function createLinkService(options: LinkServiceOptions) {
  const { store, database, sealing, accounts, devices, rights, shadows, prove, clock } = options

  const assertConfirmed = async (actor: AccountActor) => {
    const { confirmed } = await accounts.profile(actor)
    if (!confirmed) throw new ApiError('account_confirmation_required')
  }

  const notFound = () => new ApiError('resource_not_found', { key: 'token' })

  const ownLinkOf = (link: Link): DeviceLink => ({
    ...(guestLinkOf(link, tokenOf(sealing, link), clock.now()) satisfies GuestLink),
    createdAt: link.createdAt.toISOString(),
    lastUsedAt: link.lastUsedAt?.toISOString() ?? null,
  })

  /** Checks the limit before a link is added or becomes valid again. Throws `device_links_limit_exceeded`. */
  const assertRoom = async (queries: Queries, { accountId }: AccountActor, isNew: boolean) => {
    const { all, unexpired } = await store.countOf(queries, accountId, clock.now())
    const isFull =
      unexpired >= LIMITS.DEVICE_LINKS_PER_ACCOUNT || (isNew && all >= LIMITS.DEVICE_LINKS_KEPT_PER_ACCOUNT)
    if (isFull) throw new ApiError('device_links_limit_exceeded')
  }

  /**
   * Checks the terms and returns the devices. Throws `malformed_request` with the key of the first invalid term,
   * `device_not_exist`, `device_busy`.
   */
  const assertGood = async (
    actor: AccountActor,
    terms: LinkTerms,
    change: TermsChange,
  ): Promise<Device[]> => {
    const stranger = strangerIn(change, terms.devices)
    if (stranger !== null) throw new ApiError('malformed_request', { key: stranger })
    const ids = terms.devices.map(({ deviceId }) => deviceId)
    const found = [...(await devices.findAll(actor, 'own', ids))].map(([deviceId, result]) => {
      if (!result.ok) throw new ApiError(result.error, { deviceId })
      return result.device
    })
    const fault = faultOfTerms(terms, {
      typeById: new Map(found.map((device) => [device.id, effectiveTypeOf(device, shadows.get(device.id))])),
      now: clock.now(),
      isTimed: change.startsAt !== undefined || change.expiresAt !== undefined,
    })
    if (fault !== null) throw new ApiError('malformed_request', { key: fault })
    return found
  }

  /**
   * Requires a proof of identity for a change that extends the unlocking of guarded doors. The proof is asked for only once, even
   * if the change is retried.
   */
  const ownersProof = (actor: AccountActor, shown: ShownProof) => {
    let isProven = false
    return async (change: Parameters<typeof doorUnlockedMore>[0], found: readonly Device[]) => {
      const guarded = new Set(found.filter(asksForMore).map(({ id }) => id))
      const door = doorUnlockedMore(change, (id) => guarded.has(id), clock.now())
      if (door === null || isProven) return
      await proveForDoor(prove, actor, shown, door)
      isProven = true
    }
  }

  /** Prevents a change of ownership of the devices until the commit. */
  const holdDevices = async (queries: Queries, actor: AccountActor, { devices: shared }: LinkTerms) => {
    const ids = shared.map(({ deviceId }) => deviceId)
    if (!(await devices.holdOwned(queries, actor.accountId, ids))) throw new ApiError('device_not_exist')
  }

  const isOver = ({ expiresAt }: Pick<LinkTerms, 'expiresAt'>) => expiresAt <= clock.now()

  const findOwn = async ({ accountId }: AccountActor, token: string): Promise<Link> => {
    const link = await store.findByToken(hashSecretToken(token))
    if (link === null || link.accountId !== accountId) throw notFound()
    return link
  }

  const changeOnce = async (
    actor: AccountActor,
    { token, pin, ...change }: Changes,
    assertProven: ReturnType<typeof ownersProof>,
  ) => {
    const link = await findOwn(actor, token)
    const terms = changedTerms(link, change)
    const found = await assertGood(actor, terms, change)
    await assertProven({ before: link, after: terms, isPinNamed: pin !== undefined }, found)
    const sealedPin = typeof pin === 'string' ? sealPin(sealing, link.id, pin) : null
    const isChanged = await database.db.transaction(async (transaction) => {
      await holdDevices(transaction, actor, terms)
      if (isOver(link) && !isOver(terms)) await assertRoom(transaction, actor, false)
      return store.update(transaction, link, terms, sealedPin, pin !== undefined)
    })
    return isChanged ? store.find(link.id) : null
  }

  return {
    /**
     * Creates a link. Throws `account_confirmation_required`, `device_not_exist`, `device_busy` for a device that is being
     * removed, `malformed_request` with `key`, `device_links_limit_exceeded`. For a door that requires a PIN or passkey also
     * `data_missing` with key `password`, and the errors of a failed proof.
     */
    async create(actor: AccountActor, request: NewTerms, shown: ShownProof): Promise<DeviceLink> {
      await assertConfirmed(actor)
      const terms = newTerms(request)
      const found = await assertGood(actor, terms, request)
      await ownersProof(actor, shown)({ before: null, after: terms, isPinNamed: false }, found)
      const { accountId } = actor
      const id = randomUUID()
      const token = createSecretToken()
      const now = clock.now()
      await database.db.transaction(async (transaction) => {
        await holdDevices(transaction, actor, terms)
        await assertRoom(transaction, actor, true)
        const link = {
          id,
          accountId,
          tokenHash: hashSecretToken(token),
          sealedToken: sealing.seal(token, `token ${id}`),
          sealedPin: request.pin === undefined ? null : sealPin(sealing, id, request.pin),
          createdAt: now,
        }
        await store.insert(transaction, link, terms)
      })
      await rights.changed([accountId])
      const link = await store.find(id)
      if (link === null) throw notFound()
      return ownLinkOf(link)
    },

    /**
     * Changes the given terms. Throws `account_confirmation_required`, `resource_not_found` with key `token`, `device_not_exist`,
     * `device_busy` for a device that is being removed, `malformed_request` with `key`, and `device_links_limit_exceeded` if a
     * link that had ended becomes valid again. If guests can unlock more of a door that requires a PIN or passkey, also the
     * errors of `create`.
     */
    async update(actor: AccountActor, request: Changes, shown: ShownProof): Promise<DeviceLink> {
      await assertConfirmed(actor)
      const assertProven = ownersProof(actor, shown)
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        const link = await changeOnce(actor, request, assertProven)
        if (link === null) continue
        await rights.changed([actor.accountId])
        return ownLinkOf(link)
      }
      throw new ApiError('too_many_requests', { retryAfterSeconds: 1 })
    },

    /** Throws `account_confirmation_required`, `resource_not_found` with key `token`. */
    async delete(actor: AccountActor, token: string): Promise<void> {
      await assertConfirmed(actor)
      if (!(await store.delete(actor.accountId, hashSecretToken(token), clock.now()))) throw notFound()
      await rights.changed([actor.accountId])
    },

    /** All links of the actor, the newest first. Throws `account_confirmation_required`. */
    async list(actor: AccountActor): Promise<DeviceLink[]> {
      await assertConfirmed(actor)
      return (await store.list(actor.accountId)).map(ownLinkOf)
    },

    /** Whether all sharing is frozen. Throws `account_confirmation_required`. */
    async isFrozen(actor: AccountActor): Promise<boolean> {
      await assertConfirmed(actor)
      return store.isFrozen(actor.accountId)
    },

    /** Disables all links of the actor, or enables them again. Throws `account_confirmation_required`. */
    async freeze(actor: AccountActor, isFrozen: boolean): Promise<void> {
      await assertConfirmed(actor)
      await database.db.transaction(async (queries) => {
        await store.freeze(queries, actor.accountId, isFrozen ? clock.now() : null)
        await sharingEvents.announce(queries, [actor.accountId])
      })
      await rights.changed([actor.accountId])
    },
  }
}

export type LinkService = ReturnType<typeof createLinkService>
