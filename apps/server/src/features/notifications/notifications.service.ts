import { type Language, LIMITS, parseLanguage } from '@senca/contract'
import {
  type DeviceChoice,
  NOTIFICATION_KINDS,
  NOTIFICATION_MINUTES,
  type NotificationAction,
  type NotificationChoices,
  type NotificationChoicesRequest,
  type NotificationEntry,
  type NotificationKind,
  type NotificationState,
} from '@senca/contract/notifications'
import * as z from 'zod/mini'
import type { AccountService } from '#features/accounts/index.ts'
import { homePlacesOf } from '#features/homes/index.ts'
import { type AccountActor, can, isSharedBy } from '#features/rights/index.ts'
import type { Clock } from '#platform/clock.ts'
import { ApiError } from '#platform/errors.ts'
import type { Database } from '#platform/postgres/database.ts'
import type { ChoiceStore, Choices } from './choices.store.ts'
import type { NotificationActions, OfferedAction } from './notification-actions.ts'
import { notificationEvents } from './notification-events.ts'
import { isOfOwnerAlone, standingElsewhere, standingOf } from './notification-kinds.ts'
import { NOTIFICATION_TEXTS } from './notification-texts/index.ts'
import { wordsOf } from './notification-words.ts'
import type { NotificationStore, StoredNotification } from './notifications.store.ts'
import type { Pushes } from './pushes.ts'

const idSchema = z.uuid()

interface NotificationServiceOptions {
  store: NotificationStore
  choices: ChoiceStore
  database: Pick<Database, 'db'>
  clock: Clock
  accounts: Pick<AccountService, 'get' | 'findEmails' | 'findByEmail'>
  actions: NotificationActions
  pushes: Pick<Pushes, 'phonesOf' | 'phonesOfNotifications'>
}

const isLasting = (kind: NotificationKind): kind is keyof typeof NOTIFICATION_MINUTES =>
  Object.hasOwn(NOTIFICATION_MINUTES, kind)

/** Whether a reader may still see what a notification is about [PK16]; without a device, that is the home. */
export const isVisible = (
  actor: AccountActor,
  { ownerId, deviceId }: Pick<StoredNotification, 'ownerId' | 'deviceId'>,
): boolean => {
  if (ownerId === actor.accountId) return true
  return deviceId === null ? isSharedBy(actor, ownerId) : can(actor, 'view', { id: deviceId, ownerId })
}

/** The list of a person, and what the person chose to be notified of. */
export function createNotificationService(options: NotificationServiceOptions) {
  const { store, choices, database, clock, accounts, actions, pushes } = options

  const findOwn = async (actor: AccountActor, id: string): Promise<StoredNotification | null> => {
    const entry = idSchema.safeParse(id).success ? await store.find(actor.accountId, id) : null
    return entry !== null && isVisible(actor, entry) ? entry : null
  }
  const notFound = (key: string) => new ApiError('resource_not_found', { key })

  /**
   * Who saw something first that must not be missed, if that was somebody else: for the owner everybody, for others the owner, whose
   * address they know.
   */
  const firstOthers = async (entries: readonly StoredNotification[], { accountId }: AccountActor) => {
    const musts = entries.filter(({ level }) => level === 'must')
    const found = new Map<string, { by: string; at: string }>()
    if (musts.length === 0) return found
    const rows = await store.ofKeys(
      database.db,
      musts.map(({ key }) => key),
    )
    const emails = await accounts.findEmails([...new Set(rows.map((row) => row.accountId))])
    for (const entry of musts) {
      const others = rows.flatMap((row) => {
        const isSame = row.key === entry.key && row.ownerId === entry.ownerId
        const isKnown = accountId === entry.ownerId || row.accountId === entry.ownerId
        return isSame && isKnown && row.accountId !== accountId && row.seenAt !== null
          ? { by: emails.get(row.accountId) ?? '', at: row.seenAt.toISOString() }
          : []
      })
      const [first] = others.sort((one, other) => one.at.localeCompare(other.at))
      if (first !== undefined) found.set(entry.id, first)
    }
    return found
  }

  const shown = async (
    entries: readonly StoredNotification[],
    actor: AccountActor,
    language: Language,
  ): Promise<NotificationEntry[]> => {
    const ownerIds = [...new Set(entries.map(({ ownerId }) => ownerId))]
    const [emails, places, phones] = await Promise.all([
      accounts.findEmails(ownerIds.filter((id) => id !== actor.accountId)),
      homePlacesOf(database.db, ownerIds),
      pushes.phonesOfNotifications(entries.map(({ id }) => id)),
    ])
    const { actions: titles } = NOTIFICATION_TEXTS[language]
    const seenBy = await firstOthers(entries, actor)
    const offered = await Promise.all(entries.map(actions.of))
    const zoneOf = ({ ownerId }: StoredNotification) => places.get(ownerId)?.timezone ?? 'UTC'
    return entries.map((entry, place) => ({
      id: entry.id,
      kind: entry.kind,
      level: entry.level,
      at: entry.at.toISOString(),
      owner: emails.get(entry.ownerId) ?? null,
      deviceId: entry.deviceId,
      ...wordsOf(entry, { language, timezone: zoneOf(entry) }),
      timezone: zoneOf(entry),
      by: entry.data.by ?? null,
      endedAt: entry.endedAt?.toISOString() ?? null,
      seenAt: entry.seenAt?.toISOString() ?? null,
      actions: (offered[place] ?? []).map(({ action, until }: OfferedAction) => ({
        action,
        title: titles[action],
        until: until.toISOString(),
      })),
      phones: phones.get(entry.id) ?? [],
      ...(seenBy.has(entry.id) ? { seenBy: seenBy.get(entry.id) } : {}),
    }))
  }

  /** Pages of the store until as many are visible as a page of the list has. */
  const visibleOf = async (
    actor: AccountActor,
    { before, ownerId }: { before?: StoredNotification; ownerId?: string },
  ): Promise<StoredNotification[]> => {
    const visible: StoredNotification[] = []
    let last = before
    for (;;) {
      const limit = LIMITS.NOTIFICATIONS_LISTED
      const page = await store.list(actor.accountId, {
        limit,
        ...(last === undefined ? {} : { before: last }),
        ...(ownerId === undefined ? {} : { ownerId }),
      })
      visible.push(...page.filter((entry) => isVisible(actor, entry)))
      last = page.at(-1)
      if (visible.length >= limit || page.length < limit) return visible.slice(0, limit)
    }
  }

  const stateOf = async (actor: AccountActor): Promise<NotificationState> => {
    const unseen = (await store.unseen(actor.accountId)).filter((entry) => isVisible(actor, entry))
    return { unseen: unseen.length, must: unseen.filter(({ level }) => level === 'must').length }
  }

  /** The owners of the homes that an account sees beside its own. */
  const otherHomesOf = ({ received = [] }: AccountActor): Map<string, string> =>
    new Map(received.filter(({ isOver }) => !isOver).map(({ ownerId, ownerEmail }) => [ownerId, ownerEmail]))

  const choicesOf = async (actor: AccountActor): Promise<NotificationChoices> => {
    const chosen = await choices.find(database.db, actor.accountId)
    const hasPhone = (await pushes.phonesOf(database.db, [actor.accountId])).length > 0
    const ofDevices = await choices.ofDevicesOf(actor.accountId)
    const devices: NotificationChoices['devices'] = {}
    for (const { deviceId, kind, choice } of ofDevices)
      devices[deviceId] = { ...devices[deviceId], [kind]: choice }
    return {
      kinds: Object.fromEntries(
        NOTIFICATION_KINDS.map((kind) => [kind, standingOf(kind, chosen.kinds[kind], hasPhone)]),
      ),
      devices,
      homes: Object.fromEntries(
        [...otherHomesOf(actor)].map(([ownerId, email]) => {
          const home = chosen.homes[ownerId]
          const until = home?.mutedUntil ?? null
          const isOver = until !== null && new Date(until) <= clock.now()
          const kinds = NOTIFICATION_KINDS.filter((kind) => !isOfOwnerAlone(kind))
          return [
            email,
            {
              mutedUntil: isOver ? null : until,
              kinds: Object.fromEntries(
                kinds.map((kind) => [kind, standingElsewhere(kind, home?.kinds?.[kind])]),
              ),
            },
          ]
        }),
      ),
      quiet: chosen.quiet,
    }
  }

  const merged = <T extends Choices['kinds']>(known: T, changed: Choices['kinds'] | undefined): T => {
    const next = { ...known }
    for (const kind of NOTIFICATION_KINDS) {
      const channels = changed?.[kind]
      if (channels !== undefined) next[kind] = { ...next[kind], ...channels }
    }
    return next
  }

  const refuseUnseen = (seen: ReadonlySet<string>, deviceIds: readonly string[]) => {
    const unseen = deviceIds.find((id) => !seen.has(id))
    if (unseen !== undefined) throw new ApiError('device_not_exist', { deviceId: unseen })
  }

  const checkedChoice = (kind: NotificationKind, choice: DeviceChoice | null): DeviceChoice | null => {
    const { minutes } = choice ?? {}
    if (minutes !== undefined && (!isLasting(kind) || minutes > NOTIFICATION_MINUTES[kind].max))
      throw new ApiError('malformed_request', { key: 'minutes' })
    return choice
  }

  return {
    async list(
      actor: AccountActor,
      {
        before,
        owner,
        lang,
      }: { before?: string | undefined; owner?: string | undefined; lang?: string | undefined },
    ): Promise<NotificationEntry[]> {
      const account = await accounts.get(actor.accountId)
      const language = parseLanguage(lang ?? '') ?? account.locale
      const known = before === undefined ? undefined : await findOwn(actor, before)
      if (known === null) throw notFound('before')
      const home = owner === undefined || owner === '' ? null : await accounts.findByEmail(owner)
      if (owner !== undefined && owner !== '' && home === null) return []
      const entries = await visibleOf(actor, {
        ...(known === undefined ? {} : { before: known }),
        ...(home === null ? {} : { ownerId: home.id }),
      })
      return shown(entries, actor, language)
    },

    state: stateOf,

    /** Ids of others are ignored. */
    async see(actor: AccountActor, which: { ids: readonly string[] } | { before: string }): Promise<void> {
      const { accountId } = actor
      const known = 'before' in which ? await findOwn(actor, which.before) : null
      if ('before' in which && known === null) throw notFound('before')
      const chosen =
        'ids' in which
          ? { ids: which.ids.filter((id) => idSchema.safeParse(id).success) }
          : known === null
            ? null
            : { before: known }
      if (chosen === null || ('ids' in chosen && chosen.ids.length === 0)) return
      await database.db.transaction(async (queries) => {
        const seen = await store.see(queries, accountId, chosen, clock.now())
        if (seen.length === 0) return
        const musts = seen.filter(({ level }) => level === 'must').map(({ key }) => key)
        // Who else has it reads that somebody saw it.
        const others = musts.length === 0 ? [] : await store.ofKeys(queries, musts)
        await notificationEvents.announce(
          queries,
          new Set([accountId, ...others.map((other) => other.accountId)]),
        )
      })
    },

    /** Throws `resource_not_found` for a notification of somebody else, and `notification_action_expired`. */
    async act(actor: AccountActor, id: string, action: NotificationAction) {
      const entry = await findOwn(actor, id)
      if (entry === null) throw notFound('id')
      return actions.act(actor, entry, action)
    },

    choices: choicesOf,

    /** `seen` are the devices that the actor may view. Throws `device_not_exist`, `resource_not_found` with key `homes`. */
    async choose(
      actor: AccountActor,
      request: NotificationChoicesRequest,
      seen: ReadonlySet<string>,
    ): Promise<NotificationChoices> {
      const { kinds, devices = {}, homes = {}, quiet } = request
      const { accountId } = actor
      refuseUnseen(seen, Object.keys(devices))
      const ownerByEmail = new Map([...otherHomesOf(actor)].map(([id, email]) => [email, id]))
      const ofHomes = Object.entries(homes).map(([email, home]) => {
        const ownerId = ownerByEmail.get(email)
        if (ownerId === undefined) throw notFound('homes')
        return [ownerId, home] as const
      })
      await database.db.transaction(async (queries) => {
        const known = await choices.lock(queries, accountId)
        const nextHomes = { ...known.homes }
        for (const [ownerId, home] of ofHomes) {
          const before = nextHomes[ownerId]
          nextHomes[ownerId] = {
            mutedUntil: home.mutedUntil === undefined ? (before?.mutedUntil ?? null) : home.mutedUntil,
            kinds: merged(before?.kinds ?? {}, home.kinds),
          }
        }
        await choices.put(queries, accountId, {
          kinds: merged(known.kinds, kinds),
          homes: nextHomes,
          quiet: quiet === undefined ? known.quiet : quiet,
        })
        for (const [deviceId, ofDevice] of Object.entries(devices))
          for (const kind of NOTIFICATION_KINDS) {
            const choice = ofDevice[kind]
            if (choice === undefined) continue
            const checked = checkedChoice(kind, choice)
            await choices.putOfDevice(queries, accountId, {
              deviceId,
              kind,
              choice: checked,
              now: clock.now(),
            })
          }
      })
      return choicesOf(actor)
    },
  }
}

export type NotificationService = ReturnType<typeof createNotificationService>
