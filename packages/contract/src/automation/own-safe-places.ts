import * as z from 'zod/mini'
import { unitSchema } from '../devices/device-state.ts'

/** The safe positions that a home has set for a device: a position 0..1, or null to stay where it is. */
export const safePlacesSchema = z.strictObject({
  wind: z.optional(z.nullable(unitSchema)),
  snow: z.optional(z.nullable(unitSchema)),
  frost: z.optional(z.nullable(unitSchema)),
  rain: z.optional(z.nullable(unitSchema)),
  hail: z.optional(z.nullable(unitSchema)),
  break_in: z.optional(z.nullable(unitSchema)),
  smoke: z.optional(z.nullable(unitSchema)),
})
export type SafePlaces = z.infer<typeof safePlacesSchema>
