import * as z from 'zod/mini'
import { DIALECTS } from './fake-device.ts'

const ids = z.array(z.string())
const broker = { host: z.string(), port: z.number(), atOnce: z.number() }

/** The orders for the process of the fake devices. */
export const orderSchema = z.discriminatedUnion('do', [
  z.object({
    do: z.literal('connect'),
    ...broker,
    dialect: z.enum(DIALECTS),
    devices: z.array(z.object({ id: z.string(), secret: z.string() })),
  }),
  /** Cuts the connections of these devices at once; they reconnect. */
  z.object({ do: z.literal('reconnect'), ...broker, ids }),
  /** Each of these devices reports its position `perSecond` times a second, on the way or at rest. */
  z.object({
    do: z.literal('report'),
    ids,
    perSecond: z.number(),
    seconds: z.number(),
    isAtRest: z.boolean(),
  }),
  /** From now on every `every`-th upgrade fails; null: none fails. */
  z.object({ do: z.literal('failUpgrades'), every: z.nullable(z.int().check(z.positive())) }),
  z.object({ do: z.literal('inspect') }),
])
export type Order = z.infer<typeof orderSchema>

const connectedSchema = z.object({ ms: z.number(), refused: z.number() })

/** The answer to each order. */
export const outcomeSchemas = {
  connect: connectedSchema,
  reconnect: connectedSchema,
  /** Report `n` was sent by device `n % ids.length` at `sentAt[n]`. The counts of each device continue from its `firstCounts`. */
  report: z.object({
    sentAt: z.instanceof(Float64Array),
    firstCounts: z.array(z.number()),
    seconds: z.number(),
  }),
  failUpgrades: z.object({}),
  inspect: z.object({
    states: z.array(
      z.object({
        id: z.string(),
        connected: z.boolean(),
        position: z.number(),
        totalStateUpdates: z.number(),
        moves: z.number(),
        movedAt: z.number(),
        firmware: z.string(),
        upgrades: z.number(),
      }),
    ),
  }),
}
export type OutcomeOf = { [Do in Order['do']]: z.infer<(typeof outcomeSchemas)[Do]> }

export const replySchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), outcome: z.unknown() }),
  z.object({ ok: z.literal(false), reason: z.string() }),
])
