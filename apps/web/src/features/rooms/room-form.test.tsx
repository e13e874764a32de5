// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { queryClient } from '#core/api/query-client.ts'
import { settle } from '#core/testing/fakes.ts'
import { deviceOf } from '#features/device-model/testing/devices.ts'
import { roomsApi } from '#features/room-model/rooms.ts'
import { RoomForm } from './room-form.tsx'

afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.restoreAllMocks()
})

const room = { id: 'r', name: 'West', devices: ['a'] }
const devices = ['a', 'b'].map((id) => deviceOf({ id, name: `Shade ${id}`, devicetype: 'roller_shutter' }))

it.each<[string, () => void, object]>([
  [
    'the name',
    () =>
      fireEvent.change(screen.getByRole('textbox', { name: 'rooms.name' }), { target: { value: 'East' } }),
    { name: 'East' },
  ],
  ['the devices', () => fireEvent.click(screen.getByText('Shade b')), { devices: ['a', 'b'] }],
])('sends %s alone where nothing else was changed', async (_, edit, changes) => {
  const update = vi.spyOn(roomsApi, 'update').mockResolvedValue(room)
  const form = <RoomForm room={room} part="all" rooms={[room]} devices={devices} onClose={() => {}} />
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element: form }])} />
    </QueryClientProvider>,
  )
  edit()
  fireEvent.click(screen.getByRole('button', { name: 'rooms.save' }))
  await act(settle)
  expect(update.mock.calls).toEqual([[{ id: 'r', ...changes }]])
})
