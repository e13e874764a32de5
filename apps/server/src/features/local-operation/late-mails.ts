import { addresseeOf } from '#features/accounts/index.ts'
import type { LateCommand, RecordedDevice } from '#features/activity/index.ts'
import { type createNotices, LATE_DOOR_MAIL } from '#features/confirmations/index.ts'
import { homePlaceOf } from '#features/homes/index.ts'
import { countMailsOfDay } from '#features/mails/index.ts'
import type { Database } from '#platform/postgres/database.ts'
import type { LocalOperation } from './local-operation.ts'

/** The limit, so that a guest of a door that is slow to answer does not fill the mailbox. */
const MAILS_A_DAY = 20

interface LateMailsOptions {
  database: Pick<Database, 'db'>
  notices: Pick<ReturnType<typeof createNotices>, 'lateDoor'>
}

/** E-mails to the owner of a door whose lock carried out a command late. */
export const createLateMails = ({ database, notices }: LateMailsOptions) => ({
  async post(
    { ownerId, name }: RecordedDevice,
    { action, at }: LocalOperation & { at: Date },
    late: LateCommand,
  ): Promise<void> {
    if (ownerId === null || (action !== 'unlocked' && action !== 'locked')) return
    await database.db.transaction(async (queries) => {
      const account = await addresseeOf(queries, ownerId)
      if (account === null || !account.isConfirmed || account.language === null) return
      if ((await countMailsOfDay(queries, ownerId, LATE_DOOR_MAIL)) >= MAILS_A_DAY) return
      const { to, language } = account
      const home = await homePlaceOf(queries, ownerId)
      await notices.lateDoor(
        queries,
        { accountId: ownerId, to, language },
        { device: name, action, at, sentAt: late.at, timezone: home?.timezone ?? 'UTC' },
      )
    })
  },
})
