import { randomUUID } from 'node:crypto'
import { DEFAULT_LANGUAGE, LIMITS, type Permission } from '@senca/contract'
import { addresseeOf } from '#features/accounts/index.ts'
import { type RoleNews, writeRoleMail } from '#features/confirmations/index.ts'
import type { Device } from '#features/devices/index.ts'
import { homePlaceOf } from '#features/homes/index.ts'
import { LIMIT_RULES, type LimitService } from '#features/limits/index.ts'
import type { Notify } from '#features/notifications/index.ts'
import type { Clock } from '#platform/clock.ts'
import { ApiError } from '#platform/errors.ts'
import type { Database } from '#platform/postgres/database.ts'
import { type RoleTerms, wholePermissions } from './role.ts'

/** The maximum number of names in an e-mail. */
const NAMES = LIMITS.ROLE_USERS

interface RoleMailsOptions {
  database: Pick<Database, 'db'>
  limits: Pick<LimitService, 'take'>
  notify: Pick<Notify, 'publish'>
  clock: Clock
  lookup(ids: readonly string[]): Promise<Device[]>
  failed(error: unknown): void
}

/** The properties of a role that e-mails mention. */
export type NotifiedRole = RoleTerms & { accountId: string }

/**
 * Sends e-mails, in the language of the reader, about devices that are shared or no longer shared. E-mails over the limit are not
 * sent.
 */
export function createRoleMails({
  database,
  limits,
  notify: notices,
  lookup,
  clock,
  failed,
}: RoleMailsOptions) {
  const { db } = database

  const readerOf = async (accountId: string) => {
    const account = await addresseeOf(db, accountId)
    if (account === null) return null
    return { ...account, timezone: (await homePlaceOf(db, accountId))?.timezone ?? null }
  }

  const mayBeNotified = async (giverId: string, receiverId: string): Promise<boolean> => {
    try {
      await limits.take(
        [LIMIT_RULES.roleMailsByReceiver, receiverId],
        [LIMIT_RULES.roleMailsByGiver, giverId],
      )
      return true
    } catch (error) {
      if (error instanceof ApiError && error.code === 'too_many_requests') return false
      throw error
    }
  }

  /** `timezone` is that of the giver's home, for readers without a home. */
  const notifyOne = async (
    accountId: string,
    role: NotifiedRole,
    { timezone: givers, ...news }: Omit<RoleNews, 'timezone' | 'ownTimezone'> & { timezone: string | null },
  ) => {
    const reader = await readerOf(accountId)
    if (reader === null || !(await mayBeNotified(role.accountId, accountId))) return
    const { to, timezone: own } = reader
    const language = reader.language ?? DEFAULT_LANGUAGE
    // Hours without a time zone are in UTC.
    const timezone = role.timeZone ?? (role.windows === null ? (own ?? givers) : null) ?? 'UTC'
    const words = ({ given: 'role_given', changed: 'role_changed', ended: 'role_ended' } as const)[
      news.change
    ]
    await db.transaction((queries) =>
      notices.publish(queries, {
        kind: 'role_changed',
        key: `role:${randomUUID()}`,
        ownerId: accountId,
        deviceId: null,
        at: clock.now(),
        data: { words, by: news.owner, name: news.role, devices: [...news.devices] },
        readers: [accountId],
        mail: () => writeRoleMail({ to, language }, { ...news, timezone, ownTimezone: own }),
        mailKind: words,
        isUnlimited: true,
      }),
    )
  }

  const namesOf = async (ids: readonly string[]): Promise<string[]> => {
    const found = await lookup(ids.slice(0, NAMES))
    const nameById = new Map(found.map(({ id, name }) => [id, name]))
    const names = ids.slice(0, NAMES).flatMap((id) => nameById.get(id) ?? [])
    return ids.length > NAMES ? [...names, '…'] : names
  }

  return {
    /** Runs after the commit. A failure here does not fail the call. */
    async notify(
      change: RoleNews['change'],
      role: NotifiedRole,
      accountIds: readonly string[],
    ): Promise<void> {
      if (accountIds.length === 0) return
      try {
        const giver = await readerOf(role.accountId)
        if (giver === null) return
        const permissions: Permission[] = wholePermissions(role.permissions)
        const { name, validAfter, validBefore, windows } = role
        const devices = await namesOf(role.deviceIds)
        const news = {
          change,
          owner: giver.to,
          role: name,
          devices,
          permissions,
          validAfter,
          validBefore,
          windows,
          timezone: giver.timezone,
        }
        for (const accountId of accountIds) await notifyOne(accountId, role, news)
      } catch (error) {
        failed(error)
      }
    },
  }
}

export type RoleMails = ReturnType<typeof createRoleMails>
