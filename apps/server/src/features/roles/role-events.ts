import { createAccountChannel } from '#platform/postgres/account-channel.ts'

/** Roles that an account gave or was given changed. */
export const roleEvents = createAccountChannel('senca_roles')
