import { DEFAULT_LANGUAGE } from '@senca/contract'
import type { DeviceChoice, NotificationLevel } from '@senca/contract/notifications'
import { addresseeOf, existing } from '#features/accounts/index.ts'
import { writeNotice } from '#features/confirmations/index.ts'
import { homePlaceOf } from '#features/homes/index.ts'
import { countMailsOfDay, type MailContent, type MailService } from '#features/mails/index.ts'
import { can, type ReceivedRole } from '#features/rights/index.ts'
import type { Queries } from '#platform/postgres/database.ts'
import type { ChoiceStore, Choices } from './choices.store.ts'
import type { MailAddress, NewNotification } from './notification.ts'
import { notificationEvents } from './notification-events.ts'
import {
  isOfOwnerAlone,
  levelOf,
  mailsADay,
  mailWaitsMinutes,
  standingElsewhere,
  standingOf,
} from './notification-kinds.ts'
import { wordsOf } from './notification-words.ts'
import type { InsertedNotification, NotificationStore, StoredNotification } from './notifications.store.ts'
import type { Pushes, PushPhone } from './pushes.ts'
import { quietUntil } from './quiet-hours.ts'
import type { WaitingMails } from './waiting-mails.ts'

const MINUTE_MS = 60_000

export interface PublisherOptions {
  store: Pick<NotificationStore, 'insert' | 'end' | 'findEvent' | 'isRecent'>
  choices: Pick<ChoiceStore, 'findAll' | 'ofDevice'>
  mails: Pick<MailService, 'post'>
  waitingMails: Pick<WaitingMails, 'post'>
  pushes: Pushes
  /** How many notifications were published, by kind. */
  counted(kind: string): void
  /** Something that must not be missed was published to the owner of its home. */
  escalate(queries: Queries, notificationId: string, ownerId: string): Promise<void>
  /** The accounts that have a role with a device. */
  holdersOf(queries: Queries, deviceId: string): Promise<string[]>
  /** The roles of an account, read in the given transaction. */
  rolesOf(queries: Queries, accountId: string): Promise<readonly ReceivedRole[]>
}

interface Reader {
  accountId: string
  level: NotificationLevel
  isMailed: boolean
  isPushed: boolean
}

/** Publishes notifications, in the transaction of their event: a row for each person, and the e-mails that follow from it [PK15]. */
export function createPublisher(options: PublisherOptions) {
  const { store, choices, mails, waitingMails, pushes, counted, escalate, holdersOf, rolesOf } = options

  const isMuted = (chosen: Choices | undefined, ownerId: string, at: Date): boolean => {
    const until = chosen?.homes[ownerId]?.mutedUntil
    return until != null && new Date(until) > at
  }

  const readerOf = (
    accountId: string,
    { kind, ownerId, at, isMailed, isPushed = true, phoneId, isEscalated = false, ...event }: NewNotification,
    chosen: Choices | undefined,
    ofDevice: DeviceChoice | undefined,
    hasPhone: boolean,
  ): Reader => {
    const isOwn = accountId === ownerId
    const channels = isOwn ? chosen?.kinds[kind] : chosen?.homes[ownerId]?.kinds?.[kind]
    const standing = isOwn ? standingOf(kind, channels, hasPhone) : standingElsewhere(kind, channels)
    // What was raised to a must is mailed as one, unless its reader chose otherwise.
    const level = isEscalated ? 'must' : (event.level ?? levelOf(kind, ofDevice))
    const isRaised = isOwn && level === 'must' && isMailed !== false && channels?.mail === undefined
    const isWanted = isRaised || (channels?.mail === undefined ? (isMailed ?? standing.mail) : standing.mail)
    const isUnmuted = isOwn || !isMuted(chosen, ownerId, at)
    return {
      accountId,
      level,
      isMailed: isEscalated ? !hasPhone : isWanted && isUnmuted,
      isPushed: isEscalated || phoneId !== undefined || (isPushed && standing.push && isUnmuted),
    }
  }

  /** The owner, and those who may view the device and turned the kind on. */
  const viewersOf = async (
    queries: Queries,
    { kind, ownerId, deviceId }: Pick<NewNotification, 'kind' | 'ownerId' | 'deviceId'>,
  ): Promise<string[]> => {
    if (deviceId === null || isOfOwnerAlone(kind)) return [ownerId]
    const holders = (await holdersOf(queries, deviceId)).filter((id) => id !== ownerId)
    const chosen = await choices.findAll(queries, holders)
    const viewers = [ownerId]
    for (const accountId of holders) {
      const channels = chosen.get(accountId)?.homes[ownerId]?.kinds?.[kind]
      if (channels?.push !== true && channels?.mail !== true) continue
      const received = await rolesOf(queries, accountId)
      const reader = { kind: 'account', accountId, sessionId: '', received } as const
      if (can(reader, 'view', { id: deviceId, ownerId })) viewers.push(accountId)
    }
    return viewers
  }

  /** The e-mail leaves now, or waits for what its reader does where the reader has a phone. */
  const mail = async (
    queries: Queries,
    { id, accountId, level }: InsertedNotification,
    event: NewNotification,
    hasPhone: boolean,
  ) => {
    const { kind, ownerId, mailKind = kind, isUnlimited = false } = event
    const account = await addresseeOf(queries, accountId)
    if (account === null || (!account.isConfirmed && !isUnlimited)) return
    if (account.language === null && !isUnlimited) return
    if (!isUnlimited && (await countMailsOfDay(queries, accountId, mailKind)) >= mailsADay(level)) return
    const home = await homePlaceOf(queries, ownerId)
    const address = {
      to: account.to,
      language: account.language ?? DEFAULT_LANGUAGE,
      timezone: home?.timezone ?? 'UTC',
    }
    const content = event.mail?.(address) ?? noticeOf(event, address)
    const waits = hasPhone ? mailWaitsMinutes(kind, level) : undefined
    if (waits === undefined) return mails.post(queries, accountId, mailKind, content)
    const dueAt = new Date(event.at.getTime() + waits * MINUTE_MS)
    await waitingMails.post(queries, id, { kind: mailKind, content, dueAt })
  }

  const noticeOf = (event: NewNotification, address: MailAddress): MailContent => {
    const { title, body } = wordsOf(event, address)
    return writeNotice(address, `Senca: ${title}`, [body])
  }

  /** Said once a day, in the list alone. */
  const publishLimit = async (queries: Queries, accountId: string, { at }: NewNotification) => {
    const data = { words: 'push_limit' } as const
    const key = `push_limit:${at.toISOString().slice(0, 10)}`
    await store.insert(queries, { key, kind: 'push_ending', ownerId: accountId, deviceId: null, at, data }, [
      { accountId, level: 'normal' },
    ])
  }

  const push = async (
    queries: Queries,
    { id, accountId, level }: InsertedNotification,
    event: NewNotification,
    { phones, chosen }: { phones: readonly PushPhone[]; chosen: Choices | undefined },
  ) => {
    const { kind, key, deviceId, ownerId, at, exceptSessionId, phoneId } = event
    const isForced = phoneId !== undefined
    const reached = isForced
      ? phones.filter((phone) => phone.id === phoneId)
      : phones.filter(
          // What is on a visible page needs no push [PK22].
          ({ sessionId, isVisible }) => sessionId !== exceptSessionId && (level === 'must' || !isVisible),
        )
    if (reached.length === 0) return
    const quiet = isForced ? null : chosen?.quiet
    const timezone = quiet == null ? 'UTC' : ((await homePlaceOf(queries, ownerId))?.timezone ?? 'UTC')
    const { isOverLimit } = await pushes.enqueue(queries, {
      notificationId: id,
      accountId,
      level,
      tag: `${kind}:${deviceId ?? key}`,
      heldUntil: quietUntil(quiet, { level, timezone, at }),
      phones: reached,
      isLimited: level !== 'must' && !isForced,
    })
    if (isOverLimit) await publishLimit(queries, accountId, event)
  }

  /** Publishes an event, and returns the notifications that are new. */
  const publishNew = async (queries: Queries, event: NewNotification): Promise<InsertedNotification[]> => {
    const { kind, deviceId, key, ownerId, at, data, notWithinMs } = event
    if (
      notWithinMs !== undefined &&
      (await store.isRecent(queries, event, new Date(at.getTime() - notWithinMs)))
    )
      return []
    const accountIds = await existing(queries, event.readers ?? (await viewersOf(queries, event)))
    if (accountIds.length === 0) return []
    const chosen = await choices.findAll(queries, accountIds)
    const ofDevice = deviceId === null ? new Map() : await choices.ofDevice(queries, deviceId, kind)
    const allPhones = await pushes.phonesOf(queries, accountIds)
    const phonesOf = (accountId: string) => allPhones.filter((phone) => phone.accountId === accountId)
    const readers = accountIds
      .filter((id) => ofDevice.get(id)?.off !== true)
      .map((id) => readerOf(id, event, chosen.get(id), ofDevice.get(id), phonesOf(id).length > 0))
    const inserted = await store.insert(
      queries,
      { key, kind, ownerId, deviceId, at, data },
      readers.map(({ accountId, level }) => ({ accountId, level })),
    )
    const readerBy = new Map(readers.map((reader) => [reader.accountId, reader]))
    for (const row of inserted) {
      const { accountId } = row
      const reader = readerBy.get(accountId)
      const phones = phonesOf(accountId)
      // Phones that confirm nothing count as none.
      const isReached = phones.some(({ isDoubtful }) => !isDoubtful)
      if (reader?.isMailed === true) await mail(queries, row, event, isReached)
      if (reader?.isPushed === true)
        await push(queries, row, event, { phones, chosen: chosen.get(accountId) })
      counted(kind)
      if (row.level === 'must' && accountId === ownerId) await escalate(queries, row.id, ownerId)
    }
    await notificationEvents.announce(
      queries,
      inserted.map(({ accountId }) => accountId),
    )
    return inserted
  }

  return {
    /** Whom an event at a device concerns, with what each of them chose for it. */
    async readersOf(
      queries: Queries,
      event: Pick<NewNotification, 'kind' | 'ownerId'> & { deviceId: string },
    ): Promise<{ accountId: string; choice: DeviceChoice | undefined }[]> {
      const chosen = await choices.ofDevice(queries, event.deviceId, event.kind)
      return (await viewersOf(queries, event)).map((accountId) => ({
        accountId,
        choice: chosen.get(accountId),
      }))
    },

    /** Whether somebody was notified of an event of a home. */
    isPublished: async (queries: Queries, event: { ownerId: string; key: string }): Promise<boolean> =>
      (await store.findEvent(queries, event)).length > 0,

    publishNew,
    /** An event that was published before changes nothing. */
    async publish(queries: Queries, event: NewNotification): Promise<void> {
      await publishNew(queries, event)
    },

    /** All phones of its reader show a notification once more. */
    async again(queries: Queries, entry: StoredNotification, at: Date): Promise<void> {
      const { accountId } = entry
      const phones = await pushes.phonesOf(queries, [accountId])
      const chosen = (await choices.findAll(queries, [accountId])).get(accountId)
      await push(queries, entry, { ...entry, at }, { phones, chosen })
    },

    /** What was published is over. */
    async end(queries: Queries, over: Parameters<NotificationStore['end']>[1], at: Date): Promise<void> {
      const ended = await store.end(queries, over, at)
      const musts = ended.filter(({ level }) => level === 'must').map(({ id }) => id)
      if (musts.length > 0) await pushes.close(queries, musts)
      await notificationEvents.announce(queries, new Set(ended.map(({ accountId }) => accountId)))
    },
  }
}

export type Publisher = ReturnType<typeof createPublisher>
