import type { LateCommand, RecordedDevice } from '#features/activity/index.ts'
import { writeLateDoorMail } from '#features/confirmations/index.ts'
import type { Notify } from '#features/notifications/index.ts'
import type { Database } from '#platform/postgres/database.ts'
import type { LocalOperation } from './local-operation.ts'

interface LateDoorsOptions {
  database: Pick<Database, 'db'>
  notify: Pick<Notify, 'publish'>
}

/** Notifies the owner of a door whose lock carried out a command late. */
export const createLateDoors = ({ database, notify }: LateDoorsOptions) => ({
  async notify(
    { id, ownerId, name }: RecordedDevice,
    { action, at }: LocalOperation & { at: Date },
    late: LateCommand,
  ): Promise<void> {
    if (ownerId === null || (action !== 'unlocked' && action !== 'locked')) return
    const news = { device: name, action, at, sentAt: late.at }
    await database.db.transaction((queries) =>
      notify.publish(queries, {
        kind: 'command_failed',
        key: `late:${id}:${action}:${at.getTime()}`,
        ownerId,
        deviceId: id,
        at,
        data: {
          words: action === 'unlocked' ? 'unlocked_late' : 'locked_late',
          device: name,
          since: late.at.toISOString(),
        },
        mail: ({ timezone, ...address }) => writeLateDoorMail(address, { ...news, timezone }),
        isMailed: true,
        mailKind: 'late_door',
      }),
    )
  },
})
