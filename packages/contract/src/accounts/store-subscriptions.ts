import * as z from 'zod/mini'

/** The names of the stores as people know them. */
export const STORE_NAMES = { google_play: 'Google Play', apple: 'App Store' } as const

/** A subscription that only its store can cancel. */
export const storeSubscriptionSchema = z.object({
  provider: z.enum(['google_play', 'apple']),
  manageUrl: z.string(),
})
export type StoreSubscription = z.infer<typeof storeSubscriptionSchema>
