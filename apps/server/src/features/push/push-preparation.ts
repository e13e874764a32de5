import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '@senca/contract'
import { addresseesOf } from '#features/accounts/index.ts'
import { homePlacesOf } from '#features/homes/index.ts'
import {
  atHome,
  endedWordsOf,
  isVisible,
  NOTIFICATION_TEXTS,
  type OfferedAction,
  pushWordsOf,
  type StoredNotification,
  type Words,
} from '#features/notifications/index.ts'
import type { AccountActor, ReceivedRole } from '#features/rights/index.ts'
import type { DrizzleDatabase, Queries } from '#platform/postgres/database.ts'
import { accountMarkOf, messageOf, type PushMarks } from './push-message.ts'
import type { Push, PushStore } from './pushes.store.ts'
import type { Subscription, SubscriptionStore } from './subscriptions.store.ts'

interface PreparationOptions {
  db: DrizzleDatabase
  store: Pick<PushStore, 'countMissed'>
  subscriptions: Pick<SubscriptionStore, 'ofIds'>
  marks: PushMarks
  notifications: {
    findAll(queries: Queries, ids: readonly string[]): Promise<StoredNotification[]>
    unseenOf(
      accountIds: readonly string[],
    ): Promise<{ accountId: string; ownerId: string; deviceId: string | null }[]>
    /** The actions that can be used now. */
    actionsOf(entry: StoredNotification): Promise<OfferedAction[]>
  }
  receivedBy(accountId: string): Promise<readonly ReceivedRole[]>
  homeNamesOf(ownerIds: readonly string[]): Promise<Map<string, string>>
}

/** A push with all that is sent. */
export interface ReadyPush {
  push: Push
  subscription: Subscription
  message: string
  topic: string
}

/** What is sent of a batch, what replaces something that waits for the same phone, and what is no longer worth a push. */
export interface PreparedBatch {
  ready: ReadyPush[]
  carried: { ids: string[]; by: string }[]
  dropped: string[]
}

/** Kinds that are pushed although their reader may have seen them in the list. */
const ALWAYS_SENT: ReadonlySet<string> = new Set(['test', 'push_ending'])

/** The message of several notifications. */
const SEVERAL_TAG = 'several'

/** Makes the messages of pushes when they are sent: with the rights, the words and the number of unseen ones of that moment. */
export function createPushPreparation(options: PreparationOptions) {
  const { db, store, subscriptions, marks, notifications, receivedBy, homeNamesOf } = options

  const readBatch = async (batch: readonly Push[]) => {
    const accountIds = [...new Set(batch.map(({ accountId }) => accountId))]
    const entries = await notifications.findAll(
      db,
      batch.flatMap(({ notificationId }) => notificationId ?? []),
    )
    const found = await subscriptions.ofIds(
      db,
      batch.flatMap(({ subscriptionId }) => subscriptionId ?? []),
    )
    const ownerIds = [...new Set(entries.map(({ ownerId }) => ownerId))]
    const foreign = entries.filter(({ accountId, ownerId }) => accountId !== ownerId)
    const [readers, places, unseen, homeNames] = await Promise.all([
      addresseesOf(db, accountIds),
      homePlacesOf(db, ownerIds),
      notifications.unseenOf(accountIds),
      homeNamesOf([...new Set(foreign.map(({ ownerId }) => ownerId))]),
    ])
    const readersOfOthers = new Set(
      [...foreign, ...unseen.filter(({ accountId, ownerId }) => accountId !== ownerId)].map(
        ({ accountId }) => accountId,
      ),
    )
    const actors = new Map<string, AccountActor>()
    for (const accountId of accountIds) {
      const received = readersOfOthers.has(accountId) ? await receivedBy(accountId) : []
      actors.set(accountId, { kind: 'account', accountId, sessionId: '', received })
    }
    const badges = new Map<string, number>()
    for (const { accountId, ...of } of unseen) {
      const actor = actors.get(accountId)
      if (actor !== undefined && isVisible(actor, of)) badges.set(accountId, (badges.get(accountId) ?? 0) + 1)
    }
    return {
      entryById: new Map(entries.map((entry) => [entry.id, entry])),
      subscriptionById: new Map(found.map((subscription) => [subscription.id, subscription])),
      readers,
      places,
      homeNames,
      actors,
      badges,
    }
  }
  type Known = Awaited<ReturnType<typeof readBatch>>

  /** Whether a push still says something true and new to somebody who may know it [PK16] [PK17]. */
  const isWorthSending = (push: Push, { entryById, subscriptionById, actors }: Known): boolean => {
    const subscription = subscriptionById.get(push.subscriptionId ?? '')
    if (subscription === undefined) return false
    if (push.purpose === 'end') return subscription.endedAt !== null
    if (subscription.endedAt !== null) return false
    if (push.purpose === 'missed') return true
    const entry = entryById.get(push.notificationId ?? '')
    const actor = actors.get(push.accountId)
    if (entry === undefined || actor === undefined || !isVisible(actor, entry)) return false
    if (push.purpose === 'closed') return entry.endedAt !== null
    const isAlwaysSent = ALWAYS_SENT.has(entry.kind) && entry.level !== 'must'
    return isAlwaysSent || (entry.endedAt === null && entry.seenAt === null)
  }

  const languageOf = (accountId: string, { readers }: Known): Language =>
    readers.get(accountId)?.language ?? DEFAULT_LANGUAGE

  /** The words of a push, and how many notifications it stands for. */
  const wordsFor = async (
    push: Push,
    subscription: Subscription,
    several: number,
    known: Known,
  ): Promise<Words | null> => {
    const language = languageOf(push.accountId, known)
    const texts = NOTIFICATION_TEXTS[language].push
    const counted = ({ title, body }: Words, count: number) => ({
      title: title.replace('{{count}}', String(count)),
      body,
    })
    if (push.purpose === 'end') return texts.loggedOut
    if (push.purpose === 'missed') {
      const missed = await store.countMissed(db, subscription.id)
      return missed === 0 ? null : counted(texts.offline, missed)
    }
    const entry = known.entryById.get(push.notificationId ?? '')
    if (entry === undefined) return null
    const content = push.isDiscreet ? 'discreet' : subscription.content
    if (several > 1) return content === 'discreet' ? texts.discreet : counted(texts.several, several)
    const reading = { language, timezone: known.places.get(entry.ownerId)?.timezone ?? 'UTC' }
    const words = (push.purpose === 'closed' ? endedWordsOf : pushWordsOf)(entry, reading, content)
    const home = known.homeNames.get(entry.ownerId)
    return home === undefined || entry.ownerId === entry.accountId || content === 'discreet'
      ? words
      : { ...words, title: atHome(words.title, home, language) }
  }

  const ready = async (push: Push, several: number, known: Known): Promise<ReadyPush | null> => {
    const subscription = known.subscriptionById.get(push.subscriptionId ?? '')
    const reader = known.readers.get(push.accountId)
    if (subscription === undefined || reader === undefined) return null
    const words = await wordsFor(push, subscription, several, known)
    if (words === null) return null
    const entry = several > 1 ? undefined : known.entryById.get(push.notificationId ?? '')
    const language = languageOf(push.accountId, known)
    const isPlain = push.isDiscreet || subscription.content === 'discreet'
    const offered =
      entry === undefined || isPlain || push.purpose !== 'event' ? [] : await notifications.actionsOf(entry)
    const { push: texts, actions: titles } = NOTIFICATION_TEXTS[language]
    const tag = several > 1 ? SEVERAL_TAG : push.tag
    const query = entry === undefined ? '' : `?id=${entry.id}`
    const message = messageOf({
      ...words,
      lang: LANGUAGES[language].tag,
      isSilent: push.purpose === 'closed',
      tag,
      navigate: `${subscription.origin}/notifications${query}`,
      badge: known.badges.get(push.accountId) ?? 0,
      actions: offered.map(({ action }) => ({ action, title: titles[action] })),
      data: {
        id: entry?.id ?? null,
        receipt: marks.receiptOf(push.id),
        account: accountMarkOf(reader.to),
        level: push.level,
        at: (entry?.at ?? push.createdAt).toISOString(),
        ...(push.purpose === 'end' ? { end: true as const } : {}),
        ...(offered.length > 0 ? { done: texts.done, failed: texts.failed } : {}),
      },
    })
    return { push, subscription, message, topic: marks.topicOf(push.accountId, tag) }
  }

  return async (batch: readonly Push[]): Promise<PreparedBatch> => {
    const known = await readBatch(batch)
    const worth = batch.filter((push) => isWorthSending(push, known))
    const prepared: PreparedBatch = {
      ready: [],
      carried: [],
      dropped: batch.filter((push) => !worth.includes(push)).map(({ id }) => id),
    }
    for (const group of groupsOf(worth)) {
      const newest = group.reduce((last, push) => (push.createdAt >= last.createdAt ? push : last))
      const held = group.filter(({ isHeld }) => isHeld)
      const several = held.length > 1 ? new Set(group.map(({ notificationId }) => notificationId)).size : 1
      const made = await ready(newest, several, known)
      if (made === null) {
        prepared.dropped.push(...group.map(({ id }) => id))
        continue
      }
      prepared.ready.push(made)
      if (group.length > 1) prepared.carried.push({ ids: group.map(({ id }) => id), by: newest.id })
    }
    return prepared
  }
}

export type PreparePushes = ReturnType<typeof createPushPreparation>

/** What becomes one push of a phone: all that waited for the end of quiet hours, and else what is about the same. */
function groupsOf(batch: readonly Push[]): Push[][] {
  const groups = new Map<string, Push[]>()
  for (const push of batch) {
    const { subscriptionId, purpose, isHeld, tag, attempts } = push
    const isFirst = attempts <= 1
    const key =
      isHeld && isFirst
        ? `${subscriptionId} held`
        : `${subscriptionId} ${purpose} ${tag} ${isFirst || push.id}`
    groups.set(key, [...(groups.get(key) ?? []), push])
  }
  return [...groups.values()]
}
