import { createAccountChannel } from '#platform/postgres/account-channel.ts'

/** Offers of devices that an account made, or was made, came, went or ended. */
export const transferEvents = createAccountChannel('senca_transfers')
