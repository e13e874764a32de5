import type { DiscoveryTryRequest } from '@senca/contract/discovery'
import type { AccountActor } from '#features/rights/index.ts'
import type { ShownProof } from '#features/second-factor/index.ts'
import type { Clock } from '#platform/clock.ts'
import { ApiError } from '#platform/errors.ts'
import { createKeyedRate } from '#platform/keyed-rate.ts'
import type { Space } from '#platform/mqtt/spaces.ts'
import type { Home, Homes } from './homes.ts'
import type { Tries } from './tries.ts'

const REFRESH_EVERY_MS = 10_000

interface DiscoveryServiceOptions {
  homes: Pick<Homes, 'find'>
  tries: Pick<Tries, 'count' | 'send'>
  clock: Clock
  /** Opens the space of an account that has ever been used. */
  openSpace(accountId: string): Promise<Space | null>
  publishBirth(accountId: string): Promise<void>
}

/** The hardware that was found in the space of an account. Every call is for the owner alone, about its own space. */
export function createDiscoveryService(options: DiscoveryServiceOptions) {
  const { homes, tries, clock, openSpace, publishBirth } = options
  const refreshes = createKeyedRate({ burst: 1, everyMs: REFRESH_EVERY_MS })

  const homeOf = async ({ accountId }: AccountActor): Promise<Home | null> => {
    const sides = homes.find(accountId)?.hardware.sides() ?? []
    if (!sides.some(({ space }) => space.broker === 'own')) await openSpace(accountId)
    return homes.find(accountId) ?? null
  }
  const unknown = () => new ApiError('resource_not_found', { key: 'id' })

  /** Throws `resource_not_found` if one of the ids is of no entity. */
  const homeWith = async (actor: AccountActor, ids: readonly string[]): Promise<Home> => {
    const home = await homeOf(actor)
    if (home === null || !ids.every((id) => home.hardware.find(id) !== null)) throw unknown()
    return home
  }

  return {
    homeWith,
    /** The ignored ones alone, or those that are not, as JSON. */
    async list(actor: AccountActor, areIgnored: boolean): Promise<string> {
      const home = await homeOf(actor)
      return home === null ? '[]' : home.list.json(areIgnored)
    },

    async try(actor: AccountActor, asked: DiscoveryTryRequest, caller: ShownProof['caller']): Promise<void> {
      tries.count(actor)
      const home = await homeOf(actor)
      const entity = home?.hardware.find(asked.id) ?? null
      if (home === null || entity === null) throw unknown()
      await tries.send(actor, home, entity, { asked, caller })
    },

    async ignore(
      actor: AccountActor,
      { ids, ignored }: { ids: readonly string[]; ignored: boolean },
    ): Promise<void> {
      const { records, changed } = await homeWith(actor, ids)
      for (const id of ids) records.setIgnored(id, ignored)
      await records.flush()
      changed()
    },

    /**
     * Drops what its sender never removed, with everything else that the same message announced. Throws `entity_in_use` for what is
     * in a device.
     */
    async forget(actor: AccountActor, ids: readonly string[]): Promise<void> {
      const { hardware, records, bindingOf } = await homeWith(actor, ids)
      if (ids.some((id) => bindingOf(id) !== undefined)) throw new ApiError('entity_in_use', { key: 'ids' })
      for (const id of ids) {
        hardware.forget(id)
        records.remove(id)
      }
      await records.flush()
    },

    /** Asks hardware to announce itself. Throws `too_many_requests` within 10 s of the last time. */
    async refresh(actor: AccountActor): Promise<void> {
      if (refreshes.take(actor.accountId, clock.now().getTime()) === null)
        throw new ApiError('too_many_requests', { retryAfterSeconds: REFRESH_EVERY_MS / 1_000 })
      if ((await homeOf(actor)) !== null) await publishBirth(actor.accountId)
    },
  }
}

export type DiscoveryService = ReturnType<typeof createDiscoveryService>
