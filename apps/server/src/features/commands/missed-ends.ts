import { randomUUID } from 'node:crypto'
import type { ActivityEnd } from '#features/activity/index.ts'
import type { Notify } from '#features/notifications/index.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/postgres/database.ts'
import type { CommandAttempt } from './command-checks.ts'

/** How a command ended that was not carried out as asked. */
export interface MissedEnd {
  attempt: CommandAttempt
  end: ActivityEnd
  /** When the person asked for the command. */
  askedAt: Date
  /** Whether the answer with which its page waited reached it; absent if no page of a person sent it. */
  isDelivered?: Promise<boolean> | undefined
  /** Whether it ended after that answer, so that only a socket could say it. */
  isAnswered: boolean
}

interface MissedEndsOptions {
  /** Whether a page of a session has a socket, on any instance. */
  isPageOpen(sessionId: string): Promise<boolean>
  notify: Pick<Notify, 'publish'>
  database: Pick<Database, 'db'>
  clock: Pick<Clock, 'now'>
  failed(error: unknown): void
}

/** Somebody did something else with the device, or nothing is known because the server stops. */
function isFailure(end: ActivityEnd): boolean {
  if (end.ok !== false) return end.ok === null
  const isReplaced = end.detail === 'replaced' || end.detail === 'stopped'
  return !isReplaced && end.error !== 'device_not_busy' && end.error !== 'internal_error'
}

/** Notifies people of their own commands that failed, or that nothing confirmed, after their page was gone [PK16]. */
export function createMissedEnds({ isPageOpen, notify, database, clock, failed }: MissedEndsOptions) {
  const publish = async ({ attempt, end, askedAt, isDelivered, isAnswered }: MissedEnd): Promise<void> => {
    const { actor, device, command } = attempt
    if (actor.kind !== 'account' || device.ownerId === null || isDelivered === undefined) return
    if (!isFailure(end)) return
    const isGone = !(await isDelivered) || (isAnswered && !(await isPageOpen(actor.sessionId)))
    if (!isGone) return
    const { ownerId } = device
    const mayHappen = end.ok === null || (end.ok === false && end.detail === 'may_still_happen')
    await database.db.transaction((queries) =>
      notify.publish(queries, {
        kind: 'command_failed',
        key: `command_failed:${randomUUID()}`,
        ownerId,
        deviceId: device.id,
        at: clock.now(),
        data: {
          words: mayHappen ? 'command_unconfirmed' : 'command_failed',
          device: device.name,
          since: askedAt.toISOString(),
          ...(command.command === 'abort' ? {} : { command }),
        },
        readers: [actor.accountId],
      }),
    )
  }
  return (missed: MissedEnd): void => {
    publish(missed).catch(failed)
  }
}

export type NoteMissedEnd = ReturnType<typeof createMissedEnds>
