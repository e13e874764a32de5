import { createAccountChannel } from '#platform/postgres/account-channel.ts'

/** Notifications that the groups of an account, their names or their members changed. */
export const groupEvents = createAccountChannel('senca_groups')
