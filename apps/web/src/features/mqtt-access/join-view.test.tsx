// @vitest-environment happy-dom
import type { JoinedBroker } from '@senca/contract/mqtt'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import '#i18n/testing/components.ts'
import { queryClient } from '#core/api/query-client.ts'
import { api } from '#core/browser.ts'
import { settled } from '#i18n/testing/settled.ts'
import { joinQuery } from './join.ts'
import { JoinView } from './join-view.tsx'

const JOINED: JoinedBroker = {
  host: 'broker.lan',
  port: 1883,
  tls: false,
  username: null,
  discoveryPrefix: 'homeassistant',
  status: 'connected',
  since: '2026-06-21T09:00:00.000Z',
  lastError: null,
  entities: 3,
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** Shows the page while this broker is joined; null for none. */
function show(joined: JoinedBroker | null) {
  queryClient.setQueryData(joinQuery.queryKey, joined)
  const request = vi.spyOn(api, 'request').mockResolvedValue(joined ?? {})
  const router = createMemoryRouter([{ path: '/', element: <JoinView /> }])
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return () =>
    request.mock.calls.flatMap(([{ method, path, json }]) => (method === 'POST' ? [[path, json]] : []))
}
async function press(name: string) {
  await act(async () => void fireEvent.click(screen.getAllByRole('button', { name }).at(-1) ?? document.body))
  await settled()
}

describe('[HW14] the broker of a person', () => {
  it('is joined with what was typed', async () => {
    const sent = show(null)
    fireEvent.change(screen.getByLabelText('mqtt.field.host'), { target: { value: ' broker.lan ' } })
    fireEvent.click(screen.getByRole('switch', { name: 'mqtt.join.tls' }))
    await press('mqtt.join.submit')
    expect(sent()).toEqual([['/api/v1/mqtt/join', { host: 'broker.lan', tls: true }]])
  })

  it('is not joined without a name', async () => {
    const sent = show(null)
    await press('mqtt.join.submit')
    expect(screen.getByRole('alert').textContent).toBe('mqtt.join.error.hostMissing')
    expect(sent()).toEqual([])
  })

  it.each([
    ['connected', null],
    ['unreachable', 'mqtt.join.error.timeout'],
  ] as const)('that is %s says so, and why', (status, reason) => {
    show({ ...JOINED, status, lastError: reason === null ? null : 'timeout' })
    expect(screen.getByRole('status').textContent).toBe(`mqtt.join.status.${status}`)
    expect(screen.queryByText('mqtt.join.error.timeout') === null).toBe(reason === null)
  })

  it('is left after a question', async () => {
    const sent = show(JOINED)
    await press('mqtt.join.leave')
    expect(sent()).toEqual([])
    await press('mqtt.join.leave')
    expect(sent()).toEqual([['/api/v1/mqtt/leave', {}]])
  })
})
