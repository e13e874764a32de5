import { randomUUID } from 'node:crypto'
import type { Escalation, EscalationRequest } from '@senca/contract/notifications'
import type { AccountService } from '#features/accounts/index.ts'
import { homeNamesOf } from '#features/homes/index.ts'
import type { Notify } from '#features/notifications/index.ts'
import type { AccountActor, ReceivedRole } from '#features/rights/index.ts'
import type { Clock } from '#platform/clock.ts'
import { ApiError } from '#platform/errors.ts'
import type { Database } from '#platform/postgres/database.ts'
import type { EscalationStore } from './escalation.store.ts'

interface EscalationServiceOptions {
  store: EscalationStore
  accounts: Pick<AccountService, 'findEmails' | 'findByEmail' | 'get'>
  receivedBy(accountId: string): Promise<readonly ReceivedRole[]>
  notify: Pick<Notify, 'publish'>
  database: Pick<Database, 'db'>
  clock: Clock
}

export function createEscalationService(options: EscalationServiceOptions) {
  const { store, accounts, receivedBy, notify, database, clock } = options

  const standing = async ({ accountId }: AccountActor): Promise<Escalation> => {
    const [settings, people, askers] = await Promise.all([
      store.find(database.db, accountId),
      store.peopleOf(database.db, accountId),
      store.askersOf(accountId),
    ])
    const emails = await accounts.findEmails([
      ...people.map((one) => one.accountId),
      ...askers.map((one) => one.ownerId),
    ])
    const emailOf = (id: string) => emails.get(id) ?? ''
    return {
      ...settings,
      people: people.map((one) => ({
        email: emailOf(one.accountId),
        accepted: one.acceptedAt !== null,
      })),
      asked: askers.map((one) => ({ owner: emailOf(one.ownerId), accepted: one.acceptedAt !== null })),
    }
  }

  /** The account with an address that has a role of the owner now. Who has none is not distinguished from who has no account. */
  const helperOf = async (ownerId: string, email: string): Promise<string> => {
    const found = await accounts.findByEmail(email)
    const received = found === null ? [] : await receivedBy(found.id)
    const isHelper = received.some((role) => role.ownerId === ownerId && !role.isOver)
    if (found === null || !isHelper) throw new ApiError('resource_not_found', { key: 'people' })
    return found.id
  }

  return {
    standing,

    /** Throws `resource_not_found` with key `people` for somebody without a role of the actor. */
    async change(
      actor: AccountActor,
      { afterMinutes, mail, people }: EscalationRequest,
    ): Promise<Escalation> {
      const { accountId } = actor
      const ids: string[] = []
      for (const email of people ?? []) ids.push(await helperOf(accountId, email))
      const { email: owner } = await accounts.get(accountId)
      await database.db.transaction(async (queries) => {
        const known = await store.find(queries, accountId)
        await store.put(queries, accountId, {
          afterMinutes: afterMinutes ?? known.afterMinutes,
          mail: mail ?? known.mail,
        })
        if (people === undefined) return
        const home = (await homeNamesOf(queries, [accountId])).get(accountId) ?? ''
        for (const asked of await store.name(queries, accountId, [...new Set(ids)]))
          await notify.publish(queries, {
            kind: 'role_changed',
            key: `escalation_asked:${randomUUID()}`,
            ownerId: asked,
            deviceId: null,
            at: clock.now(),
            data: { words: 'escalation_asked', by: owner, name: home },
            readers: [asked],
          })
      })
      return standing(actor)
    },

    /** Throws `resource_not_found` with key `owner` if this owner did not ask. */
    async accept({ accountId }: AccountActor, owner: string, isAccepted: boolean): Promise<void> {
      const found = await accounts.findByEmail(owner)
      const isAsked =
        found !== null && (await store.accept(found.id, accountId, isAccepted ? clock.now() : null))
      if (!isAsked) throw new ApiError('resource_not_found', { key: 'owner' })
    },
  }
}

export type EscalationService = ReturnType<typeof createEscalationService>
