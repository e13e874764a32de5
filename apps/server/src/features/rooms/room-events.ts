import * as z from 'zod/mini'
import { createTopic } from '#platform/postgres/announcements.ts'

/** Ids of accounts whose rooms, pins or preferences changed. */
export const roomEvents = createTopic('rooms', z.string())
