import * as z from 'zod/mini'
import { createTopic } from '#platform/postgres/announcements.ts'

/** Ids of accounts that froze or unfroze all sharing. */
export const sharingEvents = createTopic('sharing', z.string())
