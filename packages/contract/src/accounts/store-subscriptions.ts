import * as z from 'zod/mini'

/** What people call the stores by. */
export const STORE_NAMES = { google_play: 'Google Play', apple: 'App Store' } as const

/** A subscription that only its store can cancel. */
export const storeSubscriptionSchema = z.object({
  provider: z.enum(['google_play', 'apple']),
  manageUrl: z.string(),
})
export type StoreSubscription = z.infer<typeof storeSubscriptionSchema>
