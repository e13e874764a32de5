// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import '#i18n/testing/components.ts'
import { queryClient } from '#core/api/query-client.ts'
import { deviceOf } from '#features/device-model/testing/devices.ts'
import { roomsApi } from '#features/room-model/rooms.ts'
import { settled } from '#i18n/testing/settled.ts'
import { bridgesApi } from './bridges.ts'
import { MatterBridgeForm } from './matter-bridge-form.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(roomsApi, 'list').mockResolvedValue([])
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const MADE = {
  id: 'b',
  name: 'House',
  kind: 'matter',
  state: 'active',
  scopes: [],
  validAfter: null,
  validBefore: null,
  grants: {},
  unlocks: {},
  connection: 'waiting',
  problem: null,
  options: { alexa: true },
  createdAt: '2026-06-21T10:00:00Z',
  lastUsedAt: null,
  secretEnd: 'abcd',
  lastAddress: null,
  secret: 'senca_token',
} as const

it('makes a Matter bridge for Alexa with the chosen devices, which it may move', async () => {
  const create = vi.spyOn(bridgesApi, 'create').mockResolvedValue({ ...MADE, scopes: [] })
  const made = vi.fn()
  render(
    <QueryClientProvider client={queryClient}>
      <MatterBridgeForm
        devices={[deviceOf({ id: 'shade-1', name: 'Kitchen' })]}
        onSaved={made}
        onUnconfirmed={() => {}}
        proofFor={() => null}
      />
    </QueryClientProvider>,
  )
  const press = async (element: HTMLElement) => {
    await act(async () => void fireEvent.click(element))
    await settled()
  }
  await press(screen.getByRole('button', { name: 'apps.matter.create' }))
  expect(create).not.toHaveBeenCalled()
  expect(screen.getByText('apps.nameMissing')).toBeTruthy()
  expect(screen.getByText('apps.devicesMissing')).toBeTruthy()
  fireEvent.change(screen.getByRole('textbox', { name: 'apps.name' }), { target: { value: 'House' } })
  await press(screen.getByText('Kitchen'))
  await press(screen.getByRole('radio', { name: 'apps.matter.alexa.yes' }))
  await press(screen.getByRole('button', { name: 'apps.matter.create' }))
  expect(create).toHaveBeenCalledWith({
    name: 'House',
    kind: 'matter',
    grants: { 'shade-1': { permissions: ['command'] } },
    options: { alexa: true },
  })
  expect(made).toHaveBeenCalledWith(expect.objectContaining({ id: 'b' }))
})
