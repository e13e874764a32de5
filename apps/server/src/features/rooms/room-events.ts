import { createAccountChannel } from '#platform/postgres/account-channel.ts'

/** Notifications that the rooms, pins or preferences of an account changed. */
export const roomEvents = createAccountChannel('senca_rooms')
