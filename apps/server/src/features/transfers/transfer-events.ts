import * as z from 'zod/mini'
import { createTopic } from '#platform/postgres/announcements.ts'

/** Ids of accounts that made or received transfer offers which changed. */
export const transferEvents = createTopic('transfers', z.string())
