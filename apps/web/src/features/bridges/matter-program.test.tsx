// @vitest-environment happy-dom
import { bridgeSchema } from '@senca/contract/bridges'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import '#i18n/testing/components.ts'
import { queryClient } from '#core/api/query-client.ts'
import { settled } from '#i18n/testing/settled.ts'
import { bridgesApi } from './bridges.ts'
import { MatterProgram } from './matter-program.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const BRIDGE = bridgeSchema.parse({
  id: 'b',
  name: 'House',
  kind: 'matter',
  state: 'active',
  scopes: [],
  validAfter: null,
  validBefore: null,
  grants: {},
  unlocks: {},
  connection: 'off',
  problem: 'matter_off',
  createdAt: '2026-06-21T10:00:00Z',
  lastUsedAt: null,
  secretEnd: 'abcd',
  lastAddress: null,
})

it('shows the command for the home, and a new token once, after it says what ends', async () => {
  const renew = vi.spyOn(bridgesApi, 'renew').mockResolvedValue({ secret: 'senca_new' })
  render(
    <QueryClientProvider client={queryClient}>
      <MatterProgram bridge={BRIDGE} />
    </QueryClientProvider>,
  )
  /** A dialog comes after what it covers. */
  const press = async (name: string) => {
    const button = screen.getAllByRole('button', { name }).at(-1)
    if (button === undefined) throw new Error(`there is no ${name}`)
    await act(async () => void fireEvent.click(button))
    await settled()
  }
  expect(screen.getByText(`npm run bridge -- --server ${window.location.origin}`)).toBeTruthy()
  await press('apps.renew')
  expect(screen.getByText('apps.matter.program.renewText')).toBeTruthy()
  expect(renew).not.toHaveBeenCalled()
  await press('apps.renew')
  expect(renew).toHaveBeenCalledWith('b')
  expect(screen.getByText('senca_new')).toBeTruthy()
  await press('mqtt.kept')
  expect(screen.queryByText('senca_new')).toBeNull()
})
