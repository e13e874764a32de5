import type { DeviceOutcome } from '@senca/contract/outcomes'
import type { Actor, LinkActor } from '#features/rights/index.ts'
import type { Clock } from '#platform/clock.ts'
import type { WhenDue } from '#platform/due-loop.ts'
import type { Queries } from '#platform/postgres/database.ts'
import { isSpentBy } from './use-outcome.ts'
import { ORPHANED_AFTER_S, ORPHANED_USE, type UseStore } from './uses.store.ts'

interface UsesOptions {
  store: UseStore
  clock: Clock
  whenDue: WhenDue
  /** Announces that links of these accounts may be used up. */
  notify(accountIds: readonly string[]): Promise<void>
  /** Prepares the notification of an unlock, which the returned function writes in the transaction that counts it. */
  unlocked(link: LinkActor, deviceId: string): Promise<(queries: Queries) => Promise<void>>
  failed(error: unknown): void
}

const FREE = { ok: true, settle: async () => {} } as const

/** Counts the uses of links: reserved before a command is sent, settled by its outcome. */
export function createUses({ store, clock, whenDue, notify, unlocked, failed }: UsesOptions) {
  /** The use is committed, so a failed notification is only reported. */
  const spent = async (accountIds: readonly string[]) => {
    if (accountIds.length > 0) await notify(accountIds).catch(failed)
  }

  const settling = whenDue({
    kind: 'link uses',
    query: ORPHANED_USE,
    everySeconds: ORPHANED_AFTER_S,
    run: async () => spent(await store.settleAllOrphans(clock.now())),
    failed,
  })

  const reserveOf = async (actor: LinkActor, deviceId: string, isUnlock: boolean) => {
    const { linkId, ownerId } = actor
    const counting = async () => {
      const notify = isUnlock ? await unlocked(actor, deviceId) : async () => {}
      return { now: clock.now(), spent: notify }
    }
    const reserved = await store.reserve({ linkId, isUnlock, now: clock.now() })
    switch (reserved.kind) {
      case 'unlimited':
        return {
          ok: true as const,
          async settle(outcome: DeviceOutcome | null) {
            if (isSpentBy(outcome, isUnlock)) await store.count(linkId, await counting())
          },
        }
      case 'reserved':
        return {
          ok: true as const,
          async settle(outcome: DeviceOutcome | null) {
            const hasSpent = isSpentBy(outcome, isUnlock)
            // Announced only for the last use, because each announcement makes all guests of the link check it again.
            const isLast = await store.settle(linkId, reserved.useId, hasSpent, await counting())
            if (isLast) await spent([ownerId])
          },
        }
      case 'all in flight':
        return { ok: false as const, error: 'device_busy' as const }
      case 'spent':
      case 'gone':
        return { ok: false as const, error: 'insufficient_permission' as const }
    }
  }

  return {
    stop: settling.stop,
    /** Reserves a use before a command is sent. Stopping a device and commands of accounts need none. */
    async reserve(actor: Actor, deviceId: string, { command }: { command: string }) {
      if (actor.kind !== 'link' || command === 'abort') return FREE
      return reserveOf(actor, deviceId, command === 'unlock')
    },
  }
}
