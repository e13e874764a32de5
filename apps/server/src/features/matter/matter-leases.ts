import type { Clock } from '#platform/clock.ts'
import type { MatterStore } from './matter.store.ts'

/** Another instance continues within 30 s after one has died. */
export const LEASE_MS = 25_000

interface MatterLeasesOptions {
  store: Pick<MatterStore, 'claim' | 'release' | 'isKept'>
  clock: Pick<Clock, 'now'>
  /** The id of this instance, if there may be others; without others nothing is written. */
  keeper: string | null
}

/** Which instance controls the nodes of an account: one at a time, since two with the same fabric would fight [HW32]. */
export function createMatterLeases({ store, clock, keeper }: MatterLeasesOptions) {
  let keptUntilMs = Number.POSITIVE_INFINITY

  return {
    isShared: keeper !== null,

    /** Takes or extends the lease of accounts; returns those that this instance controls. */
    async claim(accountIds: readonly string[]): Promise<ReadonlySet<string>> {
      if (keeper === null) return new Set(accountIds)
      const now = clock.now()
      const until = new Date(now.getTime() + LEASE_MS)
      const kept = await store.claim(accountIds, { keeper, now, until })
      keptUntilMs = until.getTime()
      return kept
    },
    /** Whether another instance may control them by now, because the leases could not be extended. */
    isOver: (): boolean => clock.now().getTime() >= keptUntilMs,

    /** Whether an instance, by what the database says, controls the nodes of an account. */
    isKept: (accountId: string): Promise<boolean> => store.isKept(accountId, clock.now()),

    async release(accountId?: string): Promise<void> {
      if (keeper !== null) await store.release(keeper, accountId)
    },
  }
}

export type MatterLeases = ReturnType<typeof createMatterLeases>
