import type { LockType } from '@senca/contract'
import { type Actor, can, type Guarded } from '#features/rights/index.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database.ts'
import { ApiError } from '#platform/errors.ts'
import { createActivityStore } from './activity.store.ts'
import { createSecurityTrail } from './security-trail.ts'

export { activityRoutes } from './activity.routes.ts'
export type { SecurityOccurrence } from './security-trail.ts'

interface Unlock {
  lockType: LockType
  /** Seconds; null for the time that the door is set to. */
  unlockDuration: number | null
}

/** What was done in a home or to an account, by whom and when; entries are only ever added. */
export function createActivity({ database, clock }: { database: Database; clock: Clock }) {
  const store = createActivityStore(database.db)
  return {
    ...createSecurityTrail({ store, clock }),
    /** Resolves once the entry is committed: only then may the command leave. */
    async recordUnlock(actor: Actor, device: Guarded & { id: string }, { lockType, unlockDuration }: Unlock) {
      if (!can(actor, 'command', device))
        throw new ApiError('insufficient_permission', { deviceId: device.id })
      await store.insert({
        at: clock.now(),
        deviceId: device.id,
        accountId: actor.accountId,
        action: 'unlock',
        details: { lockType, unlockDuration },
      })
    },
  }
}

export type Activity = ReturnType<typeof createActivity>
