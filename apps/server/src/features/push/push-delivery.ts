import pLimit from 'p-limit'
import * as z from 'zod/mini'
import type { Clock } from '#platform/clock.ts'
import { createCoalescedTask } from '#platform/coalesced-task.ts'
import type { WhenDue } from '#platform/due-loop.ts'
import type { Logger } from '#platform/logger.ts'
import type { Database } from '#platform/postgres/database.ts'
import type { Sealing } from '#platform/sealing.ts'
import { LEVELS, MISSED_TTL_MS, type Outcome, outcomeOf } from './outcomes.ts'
import type { PushKeys } from './push-keys.store.ts'
import type { PushMetrics } from './push-metrics.ts'
import type { PreparePushes, ReadyPush } from './push-preparation.ts'
import type { PushQueue } from './push-queue.ts'
import type { Endpoint, PushSender } from './push-sender.ts'
import { DUE_PUSH, type Push, type PushStore } from './pushes.store.ts'
import type { Subscription, SubscriptionStore } from './subscriptions.store.ts'

const BATCH = 200
const AT_ONCE = 64
/** Longer than a batch takes when no service answers. What an instance took before it crashed is sent again after that. */
export const TAKEN_MS = 60_000

const endpointSchema = z.object({
  endpoint: z.string(),
  keys: z.object({ p256dh: z.string(), auth: z.string() }),
})

/** Reads the sealed endpoint of a subscription; null if it was sealed with another session secret. */
export function openEndpoint(sealing: Sealing, { sealed, endpointHash }: Subscription): Endpoint | null {
  const text = sealing.open(sealed, endpointHash)
  return text === null ? null : endpointSchema.parse(JSON.parse(text))
}

interface DeliveryOptions {
  database: Pick<Database, 'db'>
  store: PushStore
  subscriptions: SubscriptionStore
  queue: Pick<PushQueue, 'rowOf' | 'insert'>
  sealing: Sealing
  sender: Pick<PushSender, 'send'>
  prepare: PreparePushes
  metrics: PushMetrics
  /** Null while pushes are off. */
  keys(): PushKeys | null
  /** The state of pushes of a notification changed. */
  changed(accountId: string): void
  clock: Clock
  logger: Logger
  whenDue: WhenDue
}

/** Sends what is due: rows that one instance takes, 64 at once, until they are accepted or no longer worth it [PK35]. */
export function createPushDelivery(options: DeliveryOptions) {
  const { database, store, subscriptions, queue, sealing, sender, prepare, metrics } = options
  const { keys, changed, clock, logger, whenDue } = options
  const limit = pLimit(AT_ONCE)
  const sending = new Set<Promise<void>>()
  /** What this instance is sending, also where a clock was set forward beyond the time for which it was taken. */
  const inFlight = new Set<string>()
  const failed = (error: unknown) => logger.error({ err: error }, 'Pushes could not be sent; trying again')

  /** What was last written of each service, so that it is written again only when it changes. */
  const noted = new Map<string, string>()
  const note = async (service: string, isAway: boolean, refusedStatus: number | null) => {
    const found = `${isAway} ${refusedStatus}`
    if (noted.get(service) === found) return
    noted.set(service, found)
    await store.noteService(service, { isAway, refusedStatus }, clock.now())
    if (refusedStatus !== null)
      logger.error({ service, status: refusedStatus }, 'A push service refuses the pushes of this server')
    else if (isAway) logger.warn({ service }, 'A push service cannot be reached')
  }

  let accepted: ReadyPush[] = []
  /** Many are accepted while one transaction is written, so they are written together. */
  const writeAccepted = async (): Promise<void> => {
    const batch = accepted
    accepted = []
    if (batch.length === 0) return
    try {
      await writeBatch(batch)
    } finally {
      for (const { push } of batch) inFlight.delete(push.id)
    }
  }
  const writeBatch = async (batch: readonly ReadyPush[]): Promise<void> => {
    const now = clock.now()
    const ofPurpose = (purpose: Push['purpose']) =>
      batch.flatMap(({ push, subscription }) => (push.purpose === purpose ? subscription.id : []))
    await database.db.transaction(async (queries) => {
      await store.settle(
        queries,
        batch.map(({ push }) => push.id),
        'accepted',
        now,
      )
      await subscriptions.accepted(
        queries,
        batch.map(({ subscription }) => subscription.id),
        now,
      )
      const missed = ofPurpose('missed')
      if (missed.length > 0) await store.clearMissed(queries, missed)
      // The phone knows that its session has ended, so the endpoint is needed no more.
      const ended = ofPurpose('end')
      if (ended.length > 0) await subscriptions.delete(queries, ended)
    })
    for (const { push } of batch) {
      metrics.handedOver((now.getTime() - push.createdAt.getTime()) / 1_000)
      changed(push.accountId)
    }
  }
  let writing: Promise<void> = Promise.resolve()
  const written = createCoalescedTask(() => {
    writing = writeAccepted().catch(failed)
    return writing
  })

  /** The pushes expire before the service answers: one push reports their number once it can be reached. */
  const expire = async (push: Push): Promise<void> => {
    const now = clock.now()
    await database.db.transaction(async (queries) => {
      await store.settle(queries, [push.id], 'expired', now, { isMissed: push.isMissed })
      const { subscriptionId: id, accountId, label, purpose } = push
      if (purpose === 'end' && id !== null) await subscriptions.delete(queries, [id])
      if (!push.isMissed || id === null || purpose !== 'event') return
      const row = { purpose: 'missed', level: 'normal', tag: 'missed' } as const
      await queue.insert(queries, [queue.rowOf({ id, accountId, label }, row, MISSED_TTL_MS * 56)])
    })
    changed(push.accountId)
  }

  const settle = async (ready: ReadyPush, outcome: Outcome): Promise<void> => {
    const { push, subscription } = ready
    const { id } = push
    const now = clock.now()
    metrics.sent(subscription.service, outcome.kind)
    switch (outcome.kind) {
      case 'accepted':
        await note(subscription.service, false, null)
        accepted.push(ready)
        written.request()
        return
      case 'gone':
        await database.db.transaction(async (queries) => {
          await store.settle(queries, [id], 'gone', now)
          await subscriptions.delete(queries, [subscription.id])
        })
        break
      case 'shortened':
        await store.again(id, now, { isDiscreet: true })
        break
      case 'again':
        if (outcome.isAway) await note(subscription.service, true, null)
        await store.again(id, new Date(now.getTime() + outcome.afterMs), { isMissed: outcome.isAway })
        break
      case 'refused':
        await note(subscription.service, false, outcome.status)
        await database.db.transaction(async (queries) => {
          await store.settle(queries, [id], 'failed', now)
          await subscriptions.refused(queries, [subscription.id], now)
        })
        break
      case 'failed':
        await store.settle(database.db, [id], 'failed', now)
    }
    inFlight.delete(id)
    if (outcome.kind !== 'shortened' && outcome.kind !== 'again') changed(push.accountId)
  }

  const send = async (ready: ReadyPush, pair: PushKeys): Promise<void> => {
    const { push, subscription, message, topic } = ready
    const endpoint = openEndpoint(sealing, subscription)
    if (endpoint === null) {
      // It was sealed with another session secret, so that nobody can read it again.
      await settle(ready, { kind: 'gone' })
      return
    }
    const now = clock.now()
    const leftMs = push.expiresAt.getTime() - now.getTime()
    const ttlMs = push.purpose === 'missed' ? MISSED_TTL_MS : leftMs
    const answer = await sender.send(endpoint, pair, {
      message,
      ttlSeconds: Math.max(1, Math.floor(ttlMs / 1_000)),
      urgency: LEVELS[push.level].urgency,
      topic,
    })
    const { attempts, isDiscreet } = push
    await settle(ready, outcomeOf(answer, { attempts, isDiscreet, now: clock.now() }))
  }

  const due = whenDue({
    kind: 'pushes',
    query: DUE_PUSH,
    async run(_found, repeatAfter) {
      const pair = keys()
      if (pair === null) return
      // What is being sent is not slowed down by what is taken next, and memory stays bounded.
      while (sending.size >= BATCH) await Promise.race(sending)
      const now = clock.now()
      const taken = await store.take(now, new Date(now.getTime() + TAKEN_MS), BATCH)
      const idle = taken.filter(({ id }) => !inFlight.has(id))
      const [late, live] = [
        idle.filter(({ expiresAt }) => expiresAt <= now),
        idle.filter(({ expiresAt }) => expiresAt > now),
      ]
      for (const push of late) await expire(push)
      if (live.length > 0) {
        const { ready, carried, dropped } = await prepare(live)
        await database.db.transaction(async (queries) => {
          for (const { ids, by } of carried) await store.carry(queries, ids, by)
          await store.delete(queries, dropped)
        })
        for (const one of ready) {
          inFlight.add(one.push.id)
          const sent: Promise<void> = limit(() => send(one, pair))
            .catch((error: unknown) => {
              inFlight.delete(one.push.id)
              failed(error)
            })
            .finally(() => sending.delete(sent))
          sending.add(sent)
        }
      }
      if (taken.length === BATCH) repeatAfter(0)
    },
    failed,
  })

  return {
    /** Sends what is due now. */
    request: (): void => void due.request(),
    async stop() {
      await due.stop()
      await Promise.allSettled(sending)
      await writing
      written.stop()
      await writeAccepted().catch(failed)
    },
  }
}
