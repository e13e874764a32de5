import * as z from 'zod/mini'

/** What the process of the fleet is told, one after the other. */
export const fleetOrderSchema = z.discriminatedUnion('do', [
  z.object({
    do: z.literal('connect'),
    host: z.string(),
    port: z.number(),
    devices: z.array(z.object({ id: z.string(), secret: z.string() })),
  }),
  /** So many reports a second in all, until it is told to rest. */
  z.object({ do: z.literal('report'), perSecond: z.number() }),
  z.object({ do: z.literal('rest') }),
])
export type FleetOrder = z.infer<typeof fleetOrderSchema>

/** What it says. */
export const fleetNewsSchema = z.discriminatedUnion('is', [
  z.object({ is: z.literal('started') }),
  z.object({ is: z.literal('connected'), refused: z.number() }),
  /** Each device counts its reports on from here. */
  z.object({ is: z.literal('reporting'), firstCounts: z.array(z.number()) }),
  /** Reports number `from` and following left at these times; report `n` is one of device `n % devices`. */
  z.object({ is: z.literal('sent'), from: z.number(), at: z.instanceof(Float64Array) }),
  /** The last report of each device, in the order in which they were connected. */
  z.object({ is: z.literal('resting'), counts: z.array(z.number()), positions: z.array(z.number()) }),
])
export type FleetNews = z.infer<typeof fleetNewsSchema>
