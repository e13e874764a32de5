// @vitest-environment happy-dom
import type { Webhook, WebhookDelivery } from '@senca/contract/webhooks'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import '#i18n/testing/components.ts'
import { queryClient } from '#core/api/query-client.ts'
import { WebhookDetails } from './webhook-details.tsx'
import { WebhookList } from './webhook-list.tsx'
import { deliveriesQuery, eventWord, outcomeOf, webhooksApi, webhooksQuery } from './webhooks.ts'

afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.restoreAllMocks()
})

const WEBHOOK: Webhook = {
  id: 'w',
  bridge: 'b',
  url: 'https://hooks.example/senca',
  events: ['device.state', 'door.opened'],
  devices: null,
  enabled: true,
  problem: null,
  createdAt: '2026-06-21T10:00:00Z',
  failingSince: null,
}
const delivery = (more: Partial<WebhookDelivery>): WebhookDelivery => ({
  id: 'd',
  event: 'door.opened',
  at: '2026-06-21T10:00:00Z',
  attempts: 1,
  status: 200,
  nextAt: null,
  ...more,
})
const show = (more: Partial<Webhook> = {}, deliveries: WebhookDelivery[] = []) => {
  queryClient.setQueryData(deliveriesQuery('w').queryKey, deliveries)
  return render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <WebhookDetails webhook={{ ...WEBHOOK, ...more }} onDeleted={() => {}} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

it.each([
  [{ attempts: 0, nextAt: '2026-06-21T10:00:00Z', status: null }, 'sending'],
  [{ attempts: 2, nextAt: '2026-06-21T10:05:00Z', status: 500 }, 'again'],
  [{ status: 204 }, 'delivered'],
  [{ status: 302 }, 'failed'],
  [{ status: null }, 'failed'],
] as const)('a delivery of %j is %s', (more, outcome) => {
  expect(outcomeOf(delivery(more))).toBe(outcome)
})

it('an event of a newer server has the word of a test', () => {
  expect([eventWord('door.opened'), eventWord('webhook.test'), eventWord('device.bent')]).toEqual([
    'opened',
    'test',
    'test',
  ])
})

it('says why it was switched off, and is switched on again', async () => {
  const update = vi.spyOn(webhooksApi, 'update').mockResolvedValue(WEBHOOK)
  show({ enabled: false, problem: 'gone' })
  expect(screen.getByText('webhooks.problem.gone')).toBeTruthy()
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'webhooks.turnOn' })))
  expect(update).toHaveBeenCalledWith({ id: 'w', enabled: true })
})

it('the list of webhooks says why one was switched off', () => {
  queryClient.setQueryData(webhooksQuery.queryKey, [{ ...WEBHOOK, enabled: false, problem: 'gone' }])
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <WebhookList bridgeId="b" />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  expect(screen.getByText(/webhooks.problem.gone/)).toBeDefined()
})

it('sends again what was sent, and not what is still to be sent', async () => {
  const replay = vi.spyOn(webhooksApi, 'replay').mockResolvedValue({ id: 'n' })
  show({}, [delivery({ id: 'sent' }), delivery({ id: 'waits', nextAt: '2026-06-21T10:05:00Z', status: 500 })])
  const keys = screen.getAllByRole('button', { name: 'webhooks.replayNamed' })
  expect(keys).toHaveLength(1)
  const [key] = keys
  if (key === undefined) throw new Error('no key')
  await act(async () => void fireEvent.click(key))
  expect(replay).toHaveBeenCalledWith('w', 'sent')
})

it('shows a new signing key once, after a question', async () => {
  const rotate = vi.spyOn(webhooksApi, 'rotate').mockResolvedValue({ secret: 'whsec_new' })
  show()
  fireEvent.click(screen.getByRole('button', { name: 'webhooks.rotate' }))
  expect(rotate).not.toHaveBeenCalled()
  // The page behind the question cannot be reached.
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'webhooks.rotate' })))
  expect(screen.getByText('whsec_new')).toBeTruthy()
})
