// @vitest-environment happy-dom
import type { Subscription } from '@senca/contract/billing'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '#core/api/query-client.ts'
import { api } from '#core/browser.ts'
import { plansQuery, subscriptionQuery } from '#features/subscription/subscription.ts'
import SubscriptionScreen from './subscription-screen.tsx'

const NONE: Subscription = {
  isBillingOn: true,
  status: 'none',
  plan: null,
  provider: null,
  startDate: null,
  nextPaymentDate: null,
  trialEndsAt: null,
  isCanceled: false,
  accessUntil: null,
  canChoosePlan: true,
  accountToken: '00000000-0000-4000-8000-000000000000',
}

const show = (path: string) => {
  queryClient.setQueryData(subscriptionQuery.queryKey, NONE)
  queryClient.setQueryData(plansQuery.queryKey, [
    { plan: 'monthly', amount: 299, currency: 'EUR', trialDays: 30 },
  ])
  return act(async () =>
    render(
      <QueryClientProvider client={queryClient}>
        <MemoryRouter initialEntries={[path]}>
          <SubscriptionScreen />
        </MemoryRouter>
      </QueryClientProvider>,
    ),
  )
}

// The server never answers, so a payment is not confirmed.
beforeEach(() => {
  vi.spyOn(api, 'request').mockReturnValue(new Promise(() => {}))
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.restoreAllMocks()
})

it('the choice of plans is hidden after a payment until it is confirmed [SB10]', async () => {
  await show('/subscription')
  expect(screen.getByText('subscription.choose')).toBeTruthy()
  cleanup()
  await show('/subscription?state=done')
  expect(screen.getByText('subscription.awaited')).toBeTruthy()
  expect(screen.queryByText('subscription.choose')).toBeNull()
})
