import * as z from 'zod/mini'
import { COVER_FORMS } from './announced-cover.ts'

const covers = { form: z.enum(COVER_FORMS), count: z.number() }

/** What a bridge in a space is asked to do. */
export const bridgeOrderSchema = z.discriminatedUnion('do', [
  z.object({
    do: z.literal('connect'),
    host: z.string(),
    port: z.number(),
    username: z.string(),
    password: z.string(),
  }),
  z.object({ do: z.literal('announce'), ...covers }),
  z.object({ do: z.literal('withdraw'), ...covers }),
  z.object({ do: z.literal('report'), ...covers, perSecond: z.number(), seconds: z.number() }),
])
export type BridgeOrder = z.infer<typeof bridgeOrderSchema>

/** The number of messages that were sent. */
export const bridgeReplySchema = z.union([
  z.object({ ok: z.literal(true), sent: z.number() }),
  z.object({ ok: z.literal(false), reason: z.string() }),
])
