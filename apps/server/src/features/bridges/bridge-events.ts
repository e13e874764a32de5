import * as z from 'zod/mini'
import { createTopic } from '#platform/postgres/announcements.ts'

/** Ids of accounts whose bridges were changed or used. */
export const bridgeEvents = createTopic('bridges', z.string())
