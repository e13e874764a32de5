import { randomInt } from 'node:crypto'
import type { WebhookProblem } from '@senca/contract/webhooks'
import { type BridgeActor, grantOf } from '#features/rights/index.ts'
import type { Clock } from '#platform/clock.ts'
import type { WhenDue } from '#platform/due-loop.ts'
import { type DeliveryStore, DUE_WEBHOOK, type DueDelivery, type TakenWebhook } from './deliveries.store.ts'
import { type Answer, isDelivered, nextAttemptAt, problemAfter } from './retries.ts'
import { signedHeaders } from './signature.ts'
import type { WebhookPost } from './webhook-post.ts'

/** Longer than an attempt takes. What a killed instance was sending is sent by another one, or after the restart, after this time. */
export const SENDING_MS = 15_000
/** An account with more webhooks than it may send to at once gives each of them a turn. */
const TURN_MS = 2_000
const BATCH = 20
/** How many webhooks of all accounts an instance sends to at once. */
const AT_ONCE = 200
const ACCOUNTS_AT_ONCE = 100
const TRIM_EVERY = 100
const CHANCES = 1_000

interface SenderOptions {
  store: Pick<DeliveryStore, 'listDue' | 'take' | 'release' | 'listDueOf' | 'settle' | 'end' | 'trim'>
  bridges: { find(id: string): Promise<BridgeActor | null> }
  post: WebhookPost
  /** Opens a sealed secret of a webhook; null if it was sealed under another key. */
  openSecret(sealed: string, webhookId: string): string | null
  switchOff(webhook: TakenWebhook, problem: WebhookProblem): Promise<void>
  /** Called with the outcome of each attempt. */
  counted(outcome: 'delivered' | 'failed'): void
  clock: Clock
  whenDue: WhenDue
  failed(error: unknown): void
}

/** Sends deliveries: to each webhook one after the other, on one of all instances. */
export function createWebhookSender(options: SenderOptions) {
  const { store, bridges, post, openSecret, switchOff, counted, clock, whenDue, failed } = options
  const sending = new Set<Promise<void>>()
  /** Accounts whose webhooks are being taken; true if they must be taken once more. */
  const taking = new Map<string, boolean>()
  let isStopped = false
  let settled = 0

  const secretsOf = (webhookId: string, { secret, oldSecret, oldSecretUntil }: DueDelivery): string[] => {
    const isOldUsed = oldSecret !== null && oldSecretUntil !== null && oldSecretUntil > clock.now()
    return [secret, ...(isOldUsed ? [oldSecret] : [])].flatMap(
      (sealed) => openSecret(sealed, webhookId) ?? [],
    )
  }

  /** Whether the connected app exists, is not paused, and may still see the devices [BR4] [BR5]. */
  const maySee = async ({ bridgeId }: TakenWebhook, { deviceIds }: DueDelivery): Promise<boolean> => {
    const bridge = await bridges.find(bridgeId)
    return (
      bridge !== null && deviceIds.every((id) => grantOf(bridge, id)?.permissions.includes('view') === true)
    )
  }

  /** Writes the result of an attempt. Returns whether the webhook can be sent more now. */
  const settle = async (webhook: TakenWebhook, delivery: DueDelivery, answer: Answer): Promise<boolean> => {
    const now = clock.now()
    const attempts = delivery.attempts + 1
    const isOk = isDelivered(answer)
    const tried = { at: delivery.at, attempts, answer }
    const nextAt = isOk ? null : nextAttemptAt(tried, now, randomInt(CHANCES) / (CHANCES - 1))
    const renewed = new Date(now.getTime() + SENDING_MS)
    const { status } = answer
    const state = await store.settle(
      webhook,
      delivery.id,
      { attempts, status, isDelivered: isOk, nextAt },
      { now, renewed },
    )
    counted(isOk ? 'delivered' : 'failed')
    if (state === null) return false
    webhook.until = renewed
    settled += 1
    if (settled % TRIM_EVERY === 0) await store.trim(webhook.id)
    const problem = isOk ? null : problemAfter(answer, { failingSince: state.failingSince, now })
    if (problem !== null || !state.isEnabled) {
      // A webhook that is off has no waiting deliveries.
      if (nextAt !== null) await store.end(delivery.id)
      if (problem !== null) await switchOff(webhook, problem)
    }
    // After a failure the others of the account have their turn.
    return isOk
  }

  const sendOne = async (webhook: TakenWebhook, delivery: DueDelivery): Promise<boolean> => {
    const { id, url, body } = delivery
    const secrets = secretsOf(webhook.id, delivery)
    const answer =
      secrets.length === 0
        ? { status: null }
        : await post.post({ url, body, headers: signedHeaders({ id, body }, secrets, clock.now()) })
    // A shutdown canceled the attempt, so it is not counted.
    if (isStopped && answer.status === null) return false
    return settle(webhook, delivery, answer)
  }

  const sendAll = async (webhook: TakenWebhook): Promise<void> => {
    const endsAt = clock.now().getTime() + TURN_MS
    for (;;) {
      const due = await store.listDueOf(webhook.id, clock.now(), BATCH)
      if (due.length === 0) return
      for (const delivery of due) {
        if (isStopped || clock.now().getTime() > endsAt) return
        if (!(await maySee(webhook, delivery))) await store.end(delivery.id)
        else if (!(await sendOne(webhook, delivery))) return
      }
      if (due.length < BATCH) return
    }
  }

  const begin = (webhook: TakenWebhook) => {
    const task = sendAll(webhook)
      .then(() => store.release(webhook, clock.now()))
      .catch((error: unknown) => {
        failed(error)
        // The next look of the due loop finds it again.
        return false
      })
      .then((isDue) => {
        sending.delete(task)
        if (isDue) request([webhook.accountId])
      })
    sending.add(task)
  }

  const take = async (accountId: string): Promise<void> => {
    const now = clock.now()
    const taken = await store.take(accountId, now, new Date(now.getTime() + SENDING_MS))
    for (const webhook of taken) begin(webhook)
  }

  /** Begins to send what is due for these accounts. */
  const request = (accountIds: readonly string[]) => {
    for (const accountId of accountIds) {
      if (isStopped || sending.size >= AT_ONCE) return
      if (taking.has(accountId)) {
        taking.set(accountId, true)
        continue
      }
      taking.set(accountId, false)
      void take(accountId)
        .catch(failed)
        .then(() => {
          const isAgain = taking.get(accountId) === true
          taking.delete(accountId)
          if (isAgain) request([accountId])
        })
    }
  }

  const due = whenDue({
    kind: 'webhooks',
    query: DUE_WEBHOOK,
    async run() {
      request(await store.listDue(clock.now(), ACCOUNTS_AT_ONCE))
    },
    failed,
  })

  return {
    request,
    /** Cuts what is being sent. It is sent again by another instance or after the next start. */
    async stop() {
      isStopped = true
      await due.stop()
      post.stop()
      await Promise.all(sending)
    },
  }
}

export type WebhookSender = ReturnType<typeof createWebhookSender>
