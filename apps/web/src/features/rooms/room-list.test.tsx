// @vitest-environment happy-dom
import type { Room } from '@senca/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '#core/api/query-client.ts'
import { gateway, settle } from '#core/testing/fakes.ts'
import { roomKeys } from '#features/room-model/rooms.queries.ts'
import { roomEvents, roomsApi, useRooms } from '#features/room-model/rooms.ts'
import { RoomList } from './room-list.tsx'

const room = (id: string): Room => ({ id, name: id, devices: [] })

function Rooms() {
  return <RoomList rooms={useRooms() ?? []} devices={[]} />
}

beforeEach(() => {
  vi.spyOn(roomEvents, 'updated').mockResolvedValue(undefined)
  queryClient.setQueryData(roomKeys.list, ['Attic', 'Bath', 'Cellar'].map(room))
  render(
    <QueryClientProvider client={queryClient}>
      <Rooms />
    </QueryClientProvider>,
  )
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.restoreAllMocks()
})

const shown = () =>
  [...document.querySelectorAll<HTMLElement>('[data-room]')].map(({ dataset }) => dataset.room)
const down = (name: string) =>
  fireEvent.click(document.querySelector(`[data-room="${name}"] [data-step="down"]`) ?? document.body)

it('a second move while the first is in flight is shown, and sent after it', async () => {
  const first = gateway<Room>()
  const update = vi.spyOn(roomsApi, 'update').mockReturnValueOnce(first.promise)
  update.mockResolvedValue(room('Bath'))
  down('Attic')
  await waitFor(() => expect(shown()).toEqual(['Bath', 'Attic', 'Cellar']))
  down('Bath')
  await waitFor(() => expect(shown()).toEqual(['Attic', 'Bath', 'Cellar']))
  expect(update).toHaveBeenCalledTimes(1)
  first.open(room('Attic'))
  await act(settle)
  expect(update.mock.calls.map(([change]) => change)).toEqual([
    { id: 'Attic', before: 'Cellar' },
    { id: 'Bath', before: 'Cellar' },
  ])
  expect(roomEvents.updated).toHaveBeenCalledTimes(1)
})

it('a push during a drag moves no other room', async () => {
  const update = vi.spyOn(roomsApi, 'update').mockResolvedValue(room('Attic'))
  const rows = [...document.querySelectorAll<HTMLElement>('[data-room]')]
  for (const [index, row] of rows.entries())
    row.getBoundingClientRect = () => new DOMRect(0, 200 + index * 60, 300, 60)
  const grip = document.querySelector('[data-room="Attic"] [data-grip]')
  if (!(grip instanceof HTMLElement)) throw new Error('there is no grip')
  grip.setPointerCapture = () => {}
  const pointer = { pointerId: 1, button: 0, isPrimary: true }
  fireEvent.pointerDown(grip, { ...pointer, clientY: 230 })
  act(() => queryClient.setQueryData(roomKeys.list, ['New', 'Attic', 'Bath', 'Cellar'].map(room)))
  await act(settle)
  expect(shown()).toEqual(['Attic', 'Bath', 'Cellar'])
  fireEvent.pointerMove(grip, { ...pointer, clientY: 300 })
  fireEvent.pointerUp(grip, { ...pointer, clientY: 300 })
  await act(settle)
  expect(update.mock.calls).toEqual([[{ id: 'Attic', before: 'Cellar' }]])
})

it('the button of a room says what is in it', () => {
  expect(screen.getAllByRole('button', { name: 'rooms.edit', description: 'rooms.count' })).toHaveLength(3)
})
