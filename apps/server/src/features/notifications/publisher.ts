import { DEFAULT_LANGUAGE } from '@senca/contract'
import type { DeviceChoice, NotificationLevel } from '@senca/contract/notifications'
import { addresseeOf, existing } from '#features/accounts/index.ts'
import { writeNotice } from '#features/confirmations/index.ts'
import { homePlaceOf } from '#features/homes/index.ts'
import { countMailsOfDay, type MailService } from '#features/mails/index.ts'
import { can, type ReceivedRole } from '#features/rights/index.ts'
import type { Queries } from '#platform/postgres/database.ts'
import type { ChoiceStore, Choices } from './choices.store.ts'
import type { NewNotification } from './notification.ts'
import { notificationEvents } from './notification-events.ts'
import { isOfOwnerAlone, levelOf, mailsADay, standingElsewhere, standingOf } from './notification-kinds.ts'
import { wordsOf } from './notification-words.ts'
import type { NotificationStore } from './notifications.store.ts'

export interface PublisherOptions {
  store: Pick<NotificationStore, 'insert' | 'end' | 'isRecent'>
  choices: Pick<ChoiceStore, 'findAll' | 'ofDevice'>
  mails: Pick<MailService, 'post'>
  /** The accounts that have a role with a device. */
  holdersOf(queries: Queries, deviceId: string): Promise<string[]>
  /** The roles of an account, read in the given transaction. */
  rolesOf(queries: Queries, accountId: string): Promise<readonly ReceivedRole[]>
}

interface Reader {
  accountId: string
  level: NotificationLevel
  isMailed: boolean
}

/** Publishes notifications, in the transaction of their event: a row for each person, and the e-mails that follow from it [PK15]. */
export function createPublisher({ store, choices, mails, holdersOf, rolesOf }: PublisherOptions) {
  const isMuted = (chosen: Choices | undefined, ownerId: string, at: Date): boolean => {
    const until = chosen?.homes[ownerId]?.mutedUntil
    return until != null && new Date(until) > at
  }

  const readerOf = (
    accountId: string,
    { kind, ownerId, at, isMailed }: NewNotification,
    chosen: Choices | undefined,
    ofDevice: DeviceChoice | undefined,
  ): Reader => {
    const isOwn = accountId === ownerId
    const channels = isOwn ? chosen?.kinds[kind] : chosen?.homes[ownerId]?.kinds?.[kind]
    const standing = isOwn ? standingOf(kind, channels) : standingElsewhere(kind, channels)
    // What was raised to a must is mailed as one, unless its reader chose otherwise.
    const level = levelOf(kind, ofDevice)
    const isRaised = isOwn && level === 'must' && channels?.mail === undefined
    const isWanted = isRaised || (channels?.mail === undefined ? (isMailed ?? standing.mail) : standing.mail)
    return {
      accountId,
      level,
      isMailed: isWanted && (isOwn || !isMuted(chosen, ownerId, at)),
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

  const mail = async (
    queries: Queries,
    accountId: string,
    level: NotificationLevel,
    event: NewNotification,
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
    const written = event.mail?.(address)
    if (written !== undefined) return mails.post(queries, accountId, mailKind, written)
    const { title, body } = wordsOf(event, address)
    await mails.post(queries, accountId, mailKind, writeNotice(address, `Senca: ${title}`, [body]))
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

    /** An event that was published before changes nothing. */
    async publish(queries: Queries, event: NewNotification): Promise<void> {
      const { kind, deviceId, key, ownerId, at, data, notWithinMs } = event
      if (
        notWithinMs !== undefined &&
        (await store.isRecent(queries, event, new Date(at.getTime() - notWithinMs)))
      )
        return
      const accountIds = await existing(queries, event.readers ?? (await viewersOf(queries, event)))
      if (accountIds.length === 0) return
      const chosen = await choices.findAll(queries, accountIds)
      const ofDevice = deviceId === null ? new Map() : await choices.ofDevice(queries, deviceId, kind)
      const readers = accountIds
        .filter((id) => ofDevice.get(id)?.off !== true)
        .map((id) => readerOf(id, event, chosen.get(id), ofDevice.get(id)))
      const inserted = await store.insert(
        queries,
        { key, kind, ownerId, deviceId, at, data },
        readers.map(({ accountId, level }) => ({ accountId, level })),
      )
      const isMailed = new Set(readers.filter((reader) => reader.isMailed).map(({ accountId }) => accountId))
      for (const { accountId, level } of inserted)
        if (isMailed.has(accountId)) await mail(queries, accountId, level, event)
      await notificationEvents.announce(
        queries,
        inserted.map(({ accountId }) => accountId),
      )
    },

    /** What was published is over. */
    async end(queries: Queries, over: Parameters<NotificationStore['end']>[1], at: Date): Promise<void> {
      await notificationEvents.announce(queries, await store.end(queries, over, at))
    },
  }
}

export type Publisher = ReturnType<typeof createPublisher>
