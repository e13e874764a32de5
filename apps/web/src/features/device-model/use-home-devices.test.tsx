// @vitest-environment happy-dom

import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { queryClient } from '#core/api/query-client.ts'
import { settle } from '#core/testing/fakes.ts'
import { deviceKeys } from './device-cache.ts'
import { deviceEvents } from './devices.ts'
import { deviceOf } from './testing/devices.ts'
import { useHomeDevices } from './use-home-devices.ts'

afterEach(() => {
  cleanup()
  queryClient.clear()
})

it('renders again for a new name and for a hold, and not for a report', async () => {
  const device = deviceOf({ id: 'a', name: 'Attic' })
  queryClient.setQueryData(deviceKeys.one('a'), device)
  queryClient.setQueryData(deviceKeys.home, ['a'])
  let renders = 0
  const { result } = renderHook(
    () => {
      renders += 1
      return useHomeDevices()
    },
    { wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider> },
  )
  const push = (changes: Partial<typeof device>) =>
    act(async () => {
      deviceEvents.put({ ...device, ...changes })
      await settle()
    })
  await push({ name: 'Bath' })
  expect(result.current.map(({ name }) => name)).toEqual(['Bath'])
  await push({ name: 'Bath', safety: { reason: 'wind' } })
  expect(result.current.map(({ safety }) => safety)).toEqual([{ reason: 'wind' }])
  const rendered = renders
  await act(async () => {
    deviceEvents.stateUpdated({
      deviceId: 'a',
      state: { ...device.state, position: 0.5 },
      totalRestarts: 1,
      totalStateUpdates: 99,
    })
    await settle()
  })
  expect(renders).toBe(rendered)
})
