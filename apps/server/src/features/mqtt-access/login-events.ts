import * as z from 'zod/mini'
import { createTopic } from '#platform/postgres/announcements.ts'

/** Logins that may no longer be used, and the client ids that used them at an external broker. */
export const loginEvents = createTopic(
  'mqtt logins',
  z.object({
    username: z.string(),
    clientIds: z.array(z.string()),
    /** Absent for a login that the account has made itself. */
    bridgeId: z.optional(z.nullable(z.string())),
  }),
  { isAppliedAtCommit: true },
)

/** Accounts that were deleted. */
export const spaceEvents = createTopic('mqtt spaces', z.string(), { isAppliedAtCommit: true })
