import { createHash, timingSafeEqual } from 'node:crypto'
import type { ResultDetail } from '@senca/contract'
import { type Shadows, stateOf } from '#features/devices/index.ts'
import { LIMIT_RULES, type LimitService } from '#features/limits/index.ts'
import type { LinkActor, ShownLink } from '#features/rights/index.ts'
import { hashSecretToken } from '#features/sessions/index.ts'
import type { Clock } from '#platform/clock.ts'
import { ApiError } from '#platform/errors.ts'
import { addressBlockOf } from '#platform/http/address-block.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Database, Queries } from '#platform/postgres/database.ts'
import type { Sealing } from '#platform/sealing.ts'
import { type Link, linkActorOf, pinMarkOf } from './link.ts'
import type { LinkView } from './link-ends.ts'
import { linkStateOf, refusalOfUse, type Seen, viewOf } from './link-state.ts'
import type { LinkStore } from './links.store.ts'

interface LinkDoorsOptions {
  store: LinkStore
  sealing: Sealing
  limits: LimitService
  shadows: Pick<Shadows, 'get' | 'load'>
  clock: Clock
  database: Pick<Database, 'db'>
  /** Called in the transaction in which wrong PINs lock a link. */
  blocked(queries: Queries, link: Link): Promise<void>
}

/** What a guest wants: to see the link (`know`), to see or stop its devices (`view`), or to use it (`use`). */
export type Want = 'know' | 'view' | 'use'

export interface Guest {
  actor: LinkActor
  link: Link
  token: string
}

const refused = (key: string | null, detail?: ResultDetail) =>
  new ApiError('insufficient_permission', {
    ...(key === null ? {} : { key }),
    ...(detail === undefined ? {} : { detail }),
  })

/** Compares hashes, which have equal lengths, so that the time does not depend on the content. */
const isSame = (a: string, b: string): boolean => {
  const [left, right] = [a, b].map((text) => createHash('sha256').update(text).digest())
  return left !== undefined && right !== undefined && timingSafeEqual(left, right)
}

/** Authorizes guests. Only this module checks a link, its state, its windows and its PIN. */
export function createLinkDoors(options: LinkDoorsOptions) {
  const { store, sealing, limits, shadows, clock, database, blocked } = options
  /** The state of the device of a single-use link. */
  const seenOf = async ({ multiUse, devices }: Link): Promise<Seen | null> => {
    const [device] = devices
    if (multiUse || device === undefined) return null
    await shadows.load([device.deviceId])
    const shadow = shadows.get(device.deviceId)
    return { state: stateOf(shadow), reportedAt: shadow.reportedAt }
  }

  const find = async (token: string | undefined, caller: Caller): Promise<Link> => {
    if (token === undefined) throw refused('deviceLinkToken')
    const tokenHash = hashSecretToken(token)
    const link = await store.findByToken(tokenHash)
    if (link !== null) return link
    if (await store.wasThere(tokenHash)) throw refused(null)
    // Limits only failed attempts. A valid token cannot be guessed, so other guests behind the same address are not affected.
    await limits.take([LIMIT_RULES.linkFailuresByAddress, addressBlockOf(caller.address)])
    throw refused('deviceLinkToken')
  }

  const assertPin = async (link: Link, pin: string | undefined) => {
    const { id, sealedPin } = link
    if (sealedPin === null) return
    if (pin === undefined) throw refused('pin', 'pin_required')
    const right = sealing.open(sealedPin, `pin ${id}`)
    const isRight = right !== null && isSame(pin, right)
    const tried = await database.db.transaction(async (queries) => {
      const outcome = await store.tryPin(queries, id, isRight, clock.now())
      if (outcome === 'locked') await blocked(queries, link)
      return outcome
    })
    if (tried === 'refused') throw refused('pin', 'pin_locked')
    if (!isRight) throw refused('pin', 'pin_wrong')
  }

  const refusalOf = async (link: Link, want: Want): Promise<{ key: string | null } | null> => {
    const now = clock.now()
    if (want === 'use') return refusalOfUse(link, now)
    const view = viewOf(link, await seenOf(link), now)
    return view.ok ? null : { key: view.key }
  }

  return {
    /**
     * Throws `insufficient_permission` with key `deviceLinkToken` for a link that never existed, without a key for a link that
     * has ended, with key `frozen` while all sharing is frozen, `startsAt` or `windows` outside its times, and `pin` without the
     * correct PIN. Throws `too_many_requests`. For `know` the link need not be usable now.
     */
    async open({ token, pin }: ShownLink, caller: Caller, want: Want): Promise<Guest> {
      const link = await find(token, caller)
      const refusal = await refusalOf(link, want)
      if (refusal?.key === null) throw refused(null)
      await assertPin(link, pin)
      if (refusal !== null && want !== 'know') throw refused(refusal.key)
      return { actor: linkActorOf(link, true), link, token: token ?? '' }
    },

    /** Whether the devices of a link may be viewed now. */
    async view(linkId: string): Promise<LinkView> {
      const link = await store.find(linkId)
      if (link === null) return { ok: false }
      const view = viewOf(link, await seenOf(link), clock.now())
      if (!view.ok) return { ok: false }
      const isSpent = linkStateOf(link, clock.now()) === 'spent'
      const settlesBy = isSpent ? (link.devices[0]?.deviceId ?? null) : null
      return { ok: true, until: view.until, settlesBy, pinMark: pinMarkOf(link) }
    },

    /**
     * The link actor with what the link shares now. It shares nothing after its end, while it is frozen, or outside its times.
     */
    async renew(actor: LinkActor): Promise<LinkActor> {
      const link = await store.find(actor.linkId)
      if (link === null) return { ...actor, grants: new Map() }
      const state = linkStateOf(link, clock.now())
      return linkActorOf(link, state === 'active' || state === 'spent')
    },
  }
}

export type LinkDoors = ReturnType<typeof createLinkDoors>
