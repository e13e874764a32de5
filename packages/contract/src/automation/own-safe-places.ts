import * as z from 'zod/mini'
import { unitSchema } from '../devices/device-state.ts'

/** What a home decided otherwise for a device: a place 0..1, or null for where it is. */
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
