import * as z from 'zod/mini'
import { createTopic } from '#platform/postgres/announcements.ts'

/** Bridges about whose node something was asked, or reported, by id and account. */
export const bridgeNodeEvents = createTopic(
  'bridge-nodes',
  z.object({ bridgeId: z.string(), accountId: z.string(), isAsked: z.boolean() }),
)
