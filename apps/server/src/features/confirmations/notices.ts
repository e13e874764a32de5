import type { AccountService } from '#features/accounts/index.ts'
import type { MailService } from '#features/mails/index.ts'
import type { Queries } from '#platform/database.ts'
import { writeFactoryReset } from './letter.ts'

interface NoticesOptions {
  accounts: Pick<AccountService, 'find'>
  mails: Pick<MailService, 'post'>
}

/** Mails that nobody asked for: they tell an owner what has happened. */
export const createNotices = ({ accounts, mails }: NoticesOptions) => ({
  async factoryReset(queries: Queries, ownerId: string, device: string): Promise<void> {
    const account = await accounts.find(ownerId)
    if (account === null) return
    const letter = writeFactoryReset({ to: account.email, language: account.locale, device })
    await mails.post(queries, ownerId, 'factory_reset', letter)
  },
})
