import { createAccountChannel } from '#platform/postgres/account-channel.ts'

/** Notifications that roles changed which an account gave or received. */
export const roleEvents = createAccountChannel('senca_roles')
