import type { CommandResult, DeviceCommand } from '@senca/contract'
import {
  type NotificationActAnswer,
  type NotificationAction,
  notificationActAnswerSchema,
} from '@senca/contract/notifications'
import * as z from 'zod/mini'
import type { AccountActor } from '#features/rights/index.ts'
import type { Clock } from '#platform/clock.ts'
import { ApiError } from '#platform/errors.ts'
import type { Database } from '#platform/postgres/database.ts'
import { ACTION_MS, KIND_RULES, SNOOZE_MS } from './notification-kinds.ts'
import type { NotificationStore, StoredNotification } from './notifications.store.ts'

/** The same press within this time has the answer of the first one. */
const SAME_WITHIN_MS = 60_000
const WAIT_MS = 100
const WAITS = 50

/** How actions are carried out. They are commands like any other, with rights, guards and activity. */
export interface NotificationActs {
  /** Whether the sensor of a door says that it is closed. */
  isClosed(deviceId: string): Promise<boolean>
  /** Whether a command of the device is newer than this. */
  isCommandedSince(ownerId: string, deviceId: string, at: Date): Promise<boolean>
  /** The command that brings a device to its safe place; null if nothing holds it. */
  safeMove(deviceId: string): Promise<DeviceCommand | null>
  send(actor: AccountActor, deviceId: string, command: DeviceCommand): Promise<CommandResult[]>
  stop(actor: AccountActor, deviceId: string): Promise<CommandResult[]>
  freeze(actor: AccountActor): Promise<void>
}

const actedSchema = z.object({
  action: z.string(),
  at: z.string(),
  /** Absent while it is being carried out. */
  answer: z.optional(z.unknown()),
})

interface NotificationActionsOptions {
  store: Pick<NotificationStore, 'find' | 'beginAction' | 'endAction' | 'publishAgain'>
  database: Pick<Database, 'db'>
  clock: Clock
  acts: NotificationActs
  /** Announces that the account has seen something. */
  seen(accountId: string): Promise<void>
}

export type OfferedAction = { action: NotificationAction; until: Date }

/** What readers can do with one press [PK29]. */
export function createNotificationActions(options: NotificationActionsOptions) {
  const { store, database, clock, acts, seen } = options

  const retryOf = async ({
    kind,
    deviceId,
    ownerId,
    at,
    data,
  }: StoredNotification): Promise<DeviceCommand | null> => {
    if (deviceId === null) return null
    if (kind === 'hold_failed') return acts.safeMove(deviceId)
    const { command } = data
    if (command === undefined || command.command === 'unlock') return null
    return (await acts.isCommandedSince(ownerId, deviceId, at)) ? null : command
  }

  const isPossible = async (
    action: NotificationAction,
    { accountId, ownerId, deviceId, at, againAt, endedAt }: StoredNotification,
  ): Promise<boolean> => {
    const now = clock.now().getTime()
    if (now >= at.getTime() + ACTION_MS[action] || endedAt !== null) return false
    if (action === 'freeze') return accountId === ownerId
    if (deviceId === null) return false
    if (action === 'snooze') return againAt === null
    return action !== 'lock' || acts.isClosed(deviceId)
  }

  const carryOut = async (
    actor: AccountActor,
    entry: StoredNotification,
    action: NotificationAction,
  ): Promise<NotificationActAnswer> => {
    const { id, deviceId } = entry
    const expired = () => new ApiError('notification_action_expired', { key: 'action' })
    switch (action) {
      case 'freeze':
        await acts.freeze(actor)
        return {}
      case 'snooze': {
        const again = new Date(clock.now().getTime() + SNOOZE_MS)
        await store.publishAgain(database.db, actor.accountId, id, again)
        return {}
      }
      case 'stop':
        if (deviceId === null) throw expired()
        return acts.stop(actor, deviceId)
      case 'lock':
        if (deviceId === null) throw expired()
        return acts.send(actor, deviceId, { command: 'lock', lockType: 'motor' })
      case 'retry': {
        const command = await retryOf(entry)
        if (deviceId === null || command === null) throw expired()
        return acts.send(actor, deviceId, command)
      }
    }
  }

  /** The answer to the first press; null if there is none, because it failed. */
  const firstAnswer = async (accountId: string, id: string): Promise<NotificationActAnswer | null> => {
    for (let wait = 0; wait < WAITS; wait += 1) {
      const acted = actedSchema.safeParse((await store.find(accountId, id))?.acted).data
      if (acted === undefined) return null
      if (acted.answer !== undefined) return answerOf(acted.answer)
      await new Promise<void>((resolve) => clock.after(WAIT_MS, resolve))
    }
    return null
  }

  return {
    /** The actions of a notification that can be used now. */
    async of(entry: StoredNotification): Promise<OfferedAction[]> {
      const offered: OfferedAction[] = []
      for (const action of KIND_RULES[entry.kind].actions) {
        if (!(await isPossible(action, entry))) continue
        if (action === 'retry' && (await retryOf(entry)) === null) continue
        offered.push({ action, until: new Date(entry.at.getTime() + ACTION_MS[action]) })
      }
      return offered
    },

    /** Throws `notification_action_expired` for an action that the notification does not have, or no longer. */
    async act(
      actor: AccountActor,
      entry: StoredNotification,
      action: NotificationAction,
    ): Promise<NotificationActAnswer> {
      const now = clock.now()
      const { accountId } = actor
      const acted = { action, at: now.toISOString() }
      const last = actedSchema.safeParse(entry.acted).data
      const isRepeated =
        last?.action === action && now.getTime() - new Date(last.at).getTime() < SAME_WITHIN_MS
      const isOffered = KIND_RULES[entry.kind].actions.includes(action)
      if (!isOffered || (!isRepeated && !(await isPossible(action, entry))))
        throw new ApiError('notification_action_expired', { key: 'action' })
      const since = new Date(now.getTime() - SAME_WITHIN_MS)
      if (!(await store.beginAction(accountId, entry.id, acted, since))) {
        const answer = await firstAnswer(accountId, entry.id)
        if (answer !== null) return answer
        throw new ApiError('notification_action_expired', { key: 'action' })
      }
      try {
        const answer = await carryOut(actor, entry, action)
        await store.endAction(accountId, entry.id, { ...acted, answer }, clock.now())
        await seen(accountId)
        return answer
      } catch (error) {
        await store.endAction(accountId, entry.id, null, clock.now())
        throw error
      }
    },
  }
}

export type NotificationActions = ReturnType<typeof createNotificationActions>

const answerOf = (stored: unknown): NotificationActAnswer => notificationActAnswerSchema.parse(stored)
