import * as z from 'zod/mini'
import { createTopic } from '#platform/postgres/announcements.ts'

/** Ids of accounts whose notifications changed. */
export const notificationEvents = createTopic('notifications', z.string())
