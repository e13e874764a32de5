import { createAccountChannel } from '#platform/postgres/account-channel.ts'

/** Notifications that transfer offers which an account made or received changed. */
export const transferEvents = createAccountChannel('senca_transfers')
