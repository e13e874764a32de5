import * as z from 'zod/mini'
import { createTopic } from '#platform/postgres/announcements.ts'

/** The process is asked something, it has reported something that pages show, or what nobody shows by itself. */
const changeSchema = z.enum(['asked', 'shown', 'reported'])
export type BridgeNodeChange = z.infer<typeof changeSchema>

/** Devices that an ecosystem asks to be shown, for so many seconds. */
export const identifyEvents = createTopic(
  'bridge-identify',
  z.object({ accountId: z.string(), deviceId: z.string(), seconds: z.number() }),
)

/** Bridges about whose node something was asked, or reported, by id and account. */
export const bridgeNodeEvents = createTopic(
  'bridge-nodes',
  z.object({ bridgeId: z.string(), accountId: z.string(), change: changeSchema }),
)
