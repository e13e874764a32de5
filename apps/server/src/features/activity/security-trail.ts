import type { AccountCreation, SecurityEvent, SecurityEventKind } from '@senca/contract/account'
import type { FastifyRequest } from 'fastify'
import type { AccountActor } from '#features/rights/index.ts'
import type { Clock } from '#platform/clock.ts'
import { type Caller, callerOf, describeUserAgent } from '#platform/http/caller.ts'
import type { Queries } from '#platform/postgres/database.ts'
import type { ActivityStore, TrailEntry } from './activity.store.ts'

const PAGE_LENGTH = 50

export interface SecurityOccurrence {
  accountId: string
  kind: SecurityEventKind
  /** The means: password, google, apple, totp, passkey or recovery. */
  detail: string | null
  caller: Caller
}

const eventOf = ({ id, kind, at, address, userAgent, detail }: TrailEntry): SecurityEvent => ({
  id: String(id),
  kind,
  at: at.toISOString(),
  ...describeUserAgent(userAgent),
  address,
  detail,
})

/** Security events of an account, which only its owner can read. */
export function createSecurityTrail({ store, clock }: { store: ActivityStore; clock: Clock }) {
  const recordSecurityEvent = async (
    { accountId, kind, detail, caller }: SecurityOccurrence,
    queries?: Queries,
  ) => {
    const details = { detail, address: caller.address, userAgent: caller.userAgent }
    await store.insertTrail({ at: clock.now(), accountId, action: kind, details }, queries)
  }
  return {
    recordSecurityEvent,
    recordSecurity: (request: FastifyRequest, event: Omit<SecurityOccurrence, 'caller'>) =>
      recordSecurityEvent({ ...event, caller: callerOf(request) }),

    /** When and by which browser an account was made; null if its trail does not say. */
    async accountCreation(accountId: string): Promise<AccountCreation | null> {
      const creation = await store.creationOf(accountId)
      return creation === null
        ? null
        : { createdAt: creation.at.toISOString(), ...describeUserAgent(creation.userAgent) }
    },

    forgetTrail: store.deleteTrail,

    /** A page of the actor's own trail, newest first; `before` is the id of the last known entry. */
    async securityEvents(
      actor: AccountActor,
      before: string | undefined,
    ): Promise<{ events: SecurityEvent[]; more: boolean }> {
      const beforeId = before === undefined ? null : Number(before)
      const entries = await store.listTrail(actor.accountId, beforeId, PAGE_LENGTH + 1)
      return { events: entries.slice(0, PAGE_LENGTH).map(eventOf), more: entries.length > PAGE_LENGTH }
    },
  }
}

export type SecurityTrail = ReturnType<typeof createSecurityTrail>
