import { createAccountChannel } from '#platform/postgres/account-channel.ts'

/** The groups of an account, their names or their members changed. */
export const groupEvents = createAccountChannel('senca_groups')
