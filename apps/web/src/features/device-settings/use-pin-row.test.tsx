// @vitest-environment happy-dom
import { DEFAULT_PREFERENCES, LIMITS } from '@senca/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '#core/api/query-client.ts'
import { hideMessage, messageStore } from '#core/messages.ts'
import { deviceOf } from '#features/device-model/testing/devices.ts'
import { roomKeys } from '#features/room-model/rooms.queries.ts'
import { roomsApi } from '#features/room-model/rooms.ts'
import { SettingLists } from './setting-lists.tsx'
import { usePinRow } from './use-pin-row.ts'

const device = deviceOf({ name: 'Bedroom' })
const PinList = () => <SettingLists main={[{ rows: [usePinRow(device)] }]} aside={[]} />
const others = (count: number) => Array.from({ length: count }, (_, index) => `other-${index}`)
const press = () => act(async () => void fireEvent.click(screen.getByRole('button')))

beforeEach(hideMessage)
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  queryClient.clear()
})

it.each([
  ['the last place', LIMITS.PINNED - 1, 1, 'success'],
  ['no place beside as many as there may be', LIMITS.PINNED, 0, 'error'],
])('a device gets %s', async (_, count, calls, tone) => {
  const pinned = others(count)
  queryClient.setQueryData(roomKeys.preferences, { ...DEFAULT_PREFERENCES, pinned })
  const prefer = vi.spyOn(roomsApi, 'prefer').mockResolvedValue(DEFAULT_PREFERENCES)
  render(
    <QueryClientProvider client={queryClient}>
      <PinList />
    </QueryClientProvider>,
  )
  await press()
  await vi.waitFor(() => expect(messageStore.getState().message?.tone).toBe(tone))
  expect(prefer.mock.calls).toEqual(calls === 0 ? [] : [[{ pinned: [...pinned, device.id] }]])
})

it('a tap before the pins are known adds to those that the server has', async () => {
  vi.spyOn(roomsApi, 'preferences').mockResolvedValue({ ...DEFAULT_PREFERENCES, pinned: ['other'] })
  const prefer = vi.spyOn(roomsApi, 'prefer').mockResolvedValue(DEFAULT_PREFERENCES)
  render(
    <QueryClientProvider client={queryClient}>
      <PinList />
    </QueryClientProvider>,
  )
  fireEvent.click(screen.getByRole('button'))
  await vi.waitFor(() => expect(prefer.mock.calls).toEqual([[{ pinned: ['other', device.id] }]]))
})
