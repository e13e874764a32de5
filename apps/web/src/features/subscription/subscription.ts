import {
  paymentPageSchema,
  type Subscription,
  type SubscriptionPlan,
  subscriptionPlansSchema,
  subscriptionSchema,
} from '@senca/contract/billing'
import { queryOptions } from '@tanstack/react-query'
import { callsBy } from '#core/api/api-calls.ts'
import { loadAgain } from '#core/api/load-again.ts'
import { queryClient } from '#core/api/query-client.ts'
import { api, pageConfig } from '#core/browser.ts'
import { SCENARIO_KEY } from '#core/scenario-key.ts'

const { get, post } = callsBy(api, 'apiToken')
const BASE = '/api/v1/subscription'
const KEY = ['subscription']

/** Whether this server sells subscriptions. */
export const isBillingOn = pageConfig.isBillingOn === true

export const subscriptionQuery = queryOptions({
  queryKey: KEY,
  queryFn: ({ signal }) => get(`${BASE}/info`, subscriptionSchema, { signal }),
})

/** For the page that shows it: payments and cancellations happen elsewhere and are not pushed, so the data is reloaded. */
export const followedSubscriptionQuery = queryOptions({
  ...subscriptionQuery,
  refetchInterval: 60_000,
  refetchOnWindowFocus: 'always',
})

export const plansQuery = queryOptions({
  queryKey: [...KEY, 'plans'],
  queryFn: ({ signal }) => get(`${BASE}/plans`, subscriptionPlansSchema, { signal }),
})

/** Stores the subscription and reloads the plans, the scenarios and the weather, which depend on it. */
async function keep(subscription: Subscription): Promise<Subscription> {
  queryClient.setQueryData(subscriptionQuery.queryKey, subscription)
  await Promise.all([loadAgain(queryClient, plansQuery.queryKey), loadAgain(queryClient, SCENARIO_KEY)])
  return subscription
}
const change = async (call: string): Promise<Subscription> =>
  keep(await post(`${BASE}/${call}`, subscriptionSchema, { json: {} }))

export const cancelSubscription = () => change('cancel')
export const resumeSubscription = () => change('resume')
export const restoreSubscription = () => change('restore')

/** The URL of the page where a plan is paid. */
export const openCheckout = (plan: SubscriptionPlan) =>
  post(`${BASE}/checkout`, paymentPageSchema, { json: { plan } })
/** The URL of the page with invoices and payment methods. */
export const openPortal = () => post(`${BASE}/portal`, paymentPageSchema, { json: {} })
