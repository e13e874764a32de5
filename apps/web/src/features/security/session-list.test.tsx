// @vitest-environment happy-dom
import type { SessionInfo } from '@senca/contract/account'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import '#i18n/testing/components.ts'
import { queryClient } from '#core/api/query-client.ts'
import { settled } from '#i18n/testing/settled.ts'
import { securityApi } from './security.api.ts'
import { securityKeys } from './security.queries.ts'
import { SessionList } from './session-list.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const login = (id: string, more: Partial<SessionInfo> = {}): SessionInfo => ({
  id,
  browser: 'Chrome',
  system: 'Linux',
  address: '192.0.2.7',
  createdAt: '2026-06-01T10:00:00Z',
  lastSeenAt: '2026-06-20T10:00:00Z',
  current: false,
  ...more,
})
const show = async (sessions: SessionInfo[]) => {
  vi.spyOn(securityApi, 'sessions').mockResolvedValue(sessions)
  queryClient.setQueryData(securityKeys.sessions, sessions)
  render(
    <QueryClientProvider client={queryClient}>
      <SessionList />
    </QueryClientProvider>,
  )
  await settled()
}
const press = async (key: HTMLElement) => {
  await act(async () => void fireEvent.click(key))
  await settled()
}

it('shows this browser first, and logins of one browser at one address in one row that opens [AT17]', async () => {
  await show([
    login('a'),
    login('here', { current: true }),
    login('b', { lastSeenAt: '2026-06-21T10:00:00Z' }),
    login('phone', { browser: 'Safari', system: 'iOS' }),
    login('away', { address: '198.51.100.9' }),
  ])
  const [own, others] = screen.getAllByRole('list')
  if (own === undefined || others === undefined) throw new Error('there are two lists')
  expect(within(own).getByText('sessions.this')).toBeTruthy()
  const several = within(others).getByText('sessions.logins').closest('details')
  if (several === null) throw new Error('the row opens')
  expect(within(several).getAllByRole('listitem')).toHaveLength(2)
  expect([...others.children]).toHaveLength(3)
})

it('logs out all others after a question, and not this browser', async () => {
  const revoke = vi.spyOn(securityApi, 'revoke').mockResolvedValue({})
  await show([login('here', { current: true }), login('a'), login('phone', { browser: 'Safari' })])
  await press(screen.getByRole('button', { name: 'sessions.logOutOthers' }))
  expect(revoke).not.toHaveBeenCalled()
  await press(within(screen.getByRole('dialog')).getByRole('button', { name: 'sessions.logOutOthers' }))
  expect(revoke.mock.calls.map(([id]) => id).toSorted()).toEqual(['a', 'phone'])
})

it('offers no key for all others where there is one', async () => {
  await show([login('here', { current: true }), login('a')])
  expect(screen.queryByRole('button', { name: 'sessions.logOutOthers' })).toBeNull()
})
