import * as z from 'zod/mini'

/** The orders for the fleet process, executed one after the other. */
export const fleetOrderSchema = z.discriminatedUnion('do', [
  z.object({
    do: z.literal('connect'),
    host: z.string(),
    port: z.number(),
    devices: z.array(z.object({ id: z.string(), secret: z.string() })),
  }),
  /** Sends this many reports per second in total, until the next `rest`. */
  z.object({ do: z.literal('report'), perSecond: z.number() }),
  z.object({ do: z.literal('rest') }),
])
export type FleetOrder = z.infer<typeof fleetOrderSchema>

/** The messages of the fleet process. */
export const fleetNewsSchema = z.discriminatedUnion('is', [
  z.object({ is: z.literal('started') }),
  z.object({ is: z.literal('connected'), refused: z.number() }),
  /** The count from which the reports of each device continue. */
  z.object({ is: z.literal('reporting'), firstCounts: z.array(z.number()) }),
  /** The times at which the reports from number `from` on were sent; report `n` is one of device `n % devices`. */
  z.object({ is: z.literal('sent'), from: z.number(), at: z.instanceof(Float64Array) }),
  /** The last report of each device, in the order in which they were connected. */
  z.object({ is: z.literal('resting'), counts: z.array(z.number()), positions: z.array(z.number()) }),
])
export type FleetNews = z.infer<typeof fleetNewsSchema>
