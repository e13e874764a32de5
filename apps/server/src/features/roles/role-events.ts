import * as z from 'zod/mini'
import { createTopic } from '#platform/postgres/announcements.ts'

/** Ids of accounts that gave or received roles which changed. */
export const roleEvents = createTopic('roles', z.string())
