// @vitest-environment happy-dom
import type { Entity } from '@senca/contract/discovery'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiFailure } from '#core/api/failures.ts'
import { queryClient } from '#core/api/query-client.ts'
import { deviceOf } from '#features/device-model/testing/devices.ts'
import '#i18n/testing/components.ts'
import { settled } from '#i18n/testing/settled.ts'
import { AssignForm } from './assign-form.tsx'
import { discoveryApi } from './discovery.ts'
import { CONTACT, entityOf, LOCK } from './testing/entities.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const DOOR = deviceOf({ id: 'door', name: 'Front', devicetype: 'home_door' })
const OWN_LOCK = entityOf({ ...LOCK, token: 'door', part: 'lock' })

async function show(...entities: Entity[]) {
  vi.spyOn(discoveryApi, 'list').mockResolvedValue(entities)
  const onAssigned = vi.fn()
  const form = (
    <AssignForm
      device={DOOR}
      onAssigned={onAssigned}
      proofFor={({ onProved }) => (
        <button type="button" onClick={() => void onProved('secret')}>
          prove
        </button>
      )}
    />
  )
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createMemoryRouter([{ path: '*', element: form }])} />
    </QueryClientProvider>,
  )
  await settled()
  return { onAssigned }
}
const press = async (name: string) => {
  await act(async () => void fireEvent.click(screen.getByRole('button', { name })))
  await settled()
}

it('adds a door sensor to a door, with the password if its lock is guarded [HW24], [HW25]', async () => {
  const { onAssigned } = await show(OWN_LOCK, entityOf({ ...CONTACT, id: 'window', device: null }))
  const assign = vi
    .spyOn(discoveryApi, 'assign')
    .mockRejectedValueOnce(
      new ApiFailure(400, { error: 'data_missing', error_description: '', key: 'password' }),
    )
    .mockResolvedValueOnce(DOOR)
  fireEvent.change(screen.getByLabelText('found.part.contact'), { target: { value: 'window' } })
  await press('found.replace.submit')
  await press('prove')
  const request = { token: 'door', ids: ['lock', 'window'], parts: { lock: 'lock', window: 'contact' } }
  expect(assign.mock.calls).toEqual([[request], [{ ...request, password: 'secret' }]])
  expect(onAssigned).toHaveBeenCalledWith(DOOR)
})

it('names at its field what cannot do what the old hardware can [HW25]', async () => {
  await show(OWN_LOCK, entityOf({ ...LOCK, id: 'other' }))
  vi.spyOn(discoveryApi, 'assign').mockRejectedValue(
    new ApiFailure(409, { error: 'device_unsupported_action', error_description: '' }),
  )
  fireEvent.change(screen.getByLabelText('found.part.lock'), { target: { value: 'other' } })
  await press('found.replace.submit')
  expect(screen.getByRole('alert').textContent).toBe('found.error.unable')
})

it('leads to the new devices if there is no other hardware', async () => {
  await show(OWN_LOCK)
  expect(screen.getByText('found.replace.none')).toBeTruthy()
})
