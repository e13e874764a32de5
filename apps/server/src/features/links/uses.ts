import type { DeviceOutcome } from '@senca/contract/outcomes'
import type { Actor, LinkActor } from '#features/rights/index.ts'
import type { Clock } from '#platform/clock.ts'
import { isSpentBy } from './use-outcome.ts'
import { ORPHAN_MS, type UseStore } from './uses.store.ts'

interface UsesOptions {
  store: UseStore
  clock: Clock
  /** Tells that links of these accounts may have been spent. */
  tell(accountIds: readonly string[]): Promise<void>
  failed(error: unknown): void
}

const FREE = { ok: true, settle: async () => {} } as const

/** Counts what guests use up: reserved before a command leaves, spent by what becomes of it. */
export function createUses({ store, clock, tell, failed }: UsesOptions) {
  let settling: Promise<void> | undefined
  let stopSettling: (() => void) | undefined

  /** What was spent is spent, whether others could be told or not. */
  const spent = async (accountIds: readonly string[]) => {
    if (accountIds.length > 0) await tell(accountIds).catch(failed)
  }

  const settleOrphans = () => {
    settling ??= store
      .settleAllOrphans(clock.now())
      .then(spent)
      .catch(failed)
      .finally(() => {
        settling = undefined
      })
  }

  const reserveOf = async ({ linkId, ownerId }: LinkActor, isUnlock: boolean) => {
    const reserved = await store.reserve({ linkId, isUnlock, now: clock.now() })
    switch (reserved.kind) {
      case 'unlimited':
        return {
          ok: true as const,
          async settle(outcome: DeviceOutcome | null) {
            if (isSpentBy(outcome, isUnlock)) await store.count(linkId, clock.now())
          },
        }
      case 'reserved':
        return {
          ok: true as const,
          async settle(outcome: DeviceOutcome | null) {
            const hasSpent = isSpentBy(outcome, isUnlock)
            // Of the last use alone anybody must hear: each word makes all who use it look again.
            const isLast = await store.settle(linkId, reserved.useId, hasSpent, clock.now())
            if (isLast) await spent([ownerId])
          },
        }
      case 'all under way':
        return { ok: false as const, error: 'device_busy' as const }
      case 'spent':
      case 'gone':
        return { ok: false as const, error: 'insufficient_permission' as const }
    }
  }

  return {
    start() {
      settleOrphans()
      stopSettling = clock.every(ORPHAN_MS, settleOrphans)
    },
    async stop() {
      stopSettling?.()
      await settling
    },
    /** Takes a use of a link before a command leaves; stopping a device takes none, and accounts have none. */
    async reserve(actor: Actor, _deviceId: string, { command }: { command: string }) {
      if (actor.kind !== 'link' || command === 'abort') return FREE
      return reserveOf(actor, command === 'unlock')
    },
  }
}
