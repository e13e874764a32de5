// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { queryClient } from '#core/api/query-client.ts'
import { settle } from '#core/testing/fakes.ts'
import { deviceKeys } from '#features/device-model/device-cache.ts'
import { lastMove } from '#features/device-model/devices.ts'
import { deviceOf } from '#features/device-model/testing/devices.ts'
import { groupsApi } from './groups.ts'
import { useGroup } from './use-group.ts'

afterEach(() => {
  lastMove.clear()
  queryClient.clear()
})

it('can take back what moved a group, but for the members that did not move', async () => {
  for (const [id, position] of [
    ['a', 0.2],
    ['b', 0.6],
  ] as const) {
    queryClient.setQueryData(deviceKeys.one(id), deviceOf({ id, state: { position } }))
  }
  vi.spyOn(groupsApi, 'move').mockResolvedValue([
    { status: 'success', device_ids: ['a'] },
    { status: 'error', device_ids: ['b'], error: 'device_offline', error_description: '' },
  ])
  const group = {
    id: 'g',
    name: 'South',
    devicetype: 'roller_shutter' as const,
    activeDeviceTokens: ['a', 'b'],
    position: '0.4',
    inclination: '',
    state: { known: 2, total: 2, open: 0, closed: 0, moving: 0, offline: 0, min: 0.2, max: 0.6 },
  }
  const { result } = renderHook(() => useGroup(group))
  await act(async () => {
    result.current.move({ position: 1 })
    await settle()
  })
  expect(lastMove.store.getState().devices).toEqual([{ id: 'a', before: { position: 0.2 } }])
})
