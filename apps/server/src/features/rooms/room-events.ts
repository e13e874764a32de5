import { createAccountChannel } from '#platform/postgres/account-channel.ts'

/** The rooms, pins or preferences of an account changed. */
export const roomEvents = createAccountChannel('senca_rooms')
