import * as z from 'zod/mini'
import { createTopic } from '#platform/postgres/announcements.ts'

/** Ids of accounts whose groups, their names or their members changed. */
export const groupEvents = createTopic('groups', z.string())
