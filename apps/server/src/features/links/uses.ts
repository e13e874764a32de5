import type { DeviceOutcome } from '@senca/contract/outcomes'
import type { Actor, LinkActor } from '#features/rights/index.ts'
import type { Clock } from '#platform/clock.ts'
import { isSpentBy } from './use-outcome.ts'
import { ORPHAN_MS, type UseStore } from './uses.store.ts'

interface UsesOptions {
  store: UseStore
  clock: Clock
  /** Announces that links of these accounts may be used up. */
  tell(accountIds: readonly string[]): Promise<void>
  failed(error: unknown): void
}

const FREE = { ok: true, settle: async () => {} } as const

/** Counts the uses of links: reserved before a command is sent, settled by its outcome. */
export function createUses({ store, clock, tell, failed }: UsesOptions) {
  let settling: Promise<void> | undefined
  let stopSettling: (() => void) | undefined

  /** The use is committed, so a failed notification is only reported. */
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
            // Announced only for the last use, because each announcement makes all guests of the link check it again.
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
    /** Reserves a use before a command is sent. Stopping a device and commands of accounts need none. */
    async reserve(actor: Actor, _deviceId: string, { command }: { command: string }) {
      if (actor.kind !== 'link' || command === 'abort') return FREE
      return reserveOf(actor, command === 'unlock')
    },
  }
}
