// @vitest-environment happy-dom
import type { Bridge } from '@senca/contract/bridges'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import '#i18n/testing/components.ts'
import { queryClient } from '#core/api/query-client.ts'
import { BridgeEntry } from './bridge-entry.tsx'
import { bridgesApi, levelOf } from './bridges.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const BRIDGE: Bridge = {
  id: 'b',
  name: 'Night script',
  kind: 'script',
  state: 'active',
  scopes: ['devices:read', 'devices:command', 'access:read'],
  validAfter: null,
  validBefore: '2026-09-21T10:00:00Z',
  grants: { shade: { permissions: ['view'] } },
  unlocks: {},
  connection: 'waiting',
  problem: null,
  createdAt: '2026-06-21T10:00:00Z',
  lastUsedAt: null,
  secretEnd: 'abcd',
  lastAddress: null,
}
const show = (more: Partial<Bridge> = {}) =>
  render(
    <QueryClientProvider client={queryClient}>
      <ul>
        <BridgeEntry bridge={{ ...BRIDGE, ...more }} devices="Kitchen" />
      </ul>
    </QueryClientProvider>,
  )

it('shows what an app may do by its scopes and grants, and is deleted in two taps [BR6]', async () => {
  const remove = vi.spyOn(bridgesApi, 'remove').mockResolvedValue({})
  show()
  for (const text of ['Night script', 'apps.kind.script', 'Kitchen', 'apps.unused', 'people.state.active'])
    expect(screen.getByText(text)).toBeTruthy()
  expect(screen.getByText('apps.level.view, apps.scope.access')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'apps.deleteNamed' }))
  expect(remove).not.toHaveBeenCalled()
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'apps.delete' })))
  expect(remove).toHaveBeenCalledWith('b')
})

it('says that an app may move where a grant allows it', () => {
  show({ grants: { shade: { permissions: ['view', 'command'] } } })
  expect(screen.getByText('apps.level.command, apps.scope.access')).toBeTruthy()
})

it.each([
  ['script', 'view'],
  ['agent', 'view'],
  ['matter', 'command'],
  ['home-assistant', 'command'],
] as const)(
  'a bridge of kind %s without the scope of commands may %s what a grant lets it command',
  (kind, level) => {
    const grants = { d: { permissions: ['view' as const, 'command' as const] } }
    expect(levelOf({ kind, scopes: ['devices:read'], grants })).toBe(level)
  },
)
