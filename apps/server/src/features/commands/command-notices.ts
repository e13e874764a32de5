import { randomUUID } from 'node:crypto'
import { targetSchema } from '@senca/contract'
import * as z from 'zod/mini'
import type { EventBus } from '#platform/events/event-bus.ts'
import { PARTS } from './command-goal.ts'

const TOPIC = 'commands'

const noticeSchema = z.discriminatedUnion('phase', [
  z.object({
    phase: z.literal('sent'),
    id: z.string(),
    deviceId: z.string(),
    part: z.enum(PARTS),
    isStop: z.boolean(),
    // Absent from an instance of an earlier version.
    target: z._default(z.nullable(targetSchema), null),
    expires: z._default(z.boolean(), true),
    order: z._default(z.nullable(z.object({ page: z.string(), number: z.number() })), null),
  }),
  z.object({ phase: z.literal('accepted'), id: z.string(), deviceId: z.string() }),
  // `mayBegin`: the device may still start to carry out the command.
  z.object({ phase: z.literal('over'), id: z.string(), deviceId: z.string(), mayBegin: z.boolean() }),
])
export type CommandNotice = z.infer<typeof noticeSchema>
const messageSchema = z.object({ origin: z.string(), notice: noticeSchema })

/** Messages about commands between the instances of the server. */
export function createCommandNotices(bus: EventBus) {
  const origin = randomUUID()
  const isFromHere = (message: unknown) =>
    typeof message === 'object' && message !== null && 'origin' in message && message.origin === origin
  return {
    publish: (notice: CommandNotice) => bus.publish(TOPIC, { origin, notice: notice }),
    /** Calls `received` with the notices of other instances. Returns the function that unsubscribes. */
    subscribe: (received: (notice: CommandNotice) => void): (() => void) =>
      bus.subscribe(TOPIC, (message) => {
        if (isFromHere(message)) return
        const parsed = messageSchema.safeParse(message)
        if (parsed.success) received(parsed.data.notice)
      }),
  }
}
