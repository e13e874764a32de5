import * as z from 'zod/mini'
import { createTopic } from '#platform/postgres/announcements.ts'

/** Ids of accounts whose moments changed. */
export const momentEvents = createTopic('moments', z.string())
