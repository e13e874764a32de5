// @vitest-environment happy-dom
import type { CommandResult } from '@senca/contract'
import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { queryClient } from '#core/api/query-client.ts'
import { gateway, settle } from '#core/testing/fakes.ts'
import { deviceKeys } from '#features/device-model/device-cache.ts'
import { lastMove } from '#features/device-model/devices.ts'
import { askedToMove, askForMovement } from '#features/device-model/held-devices.ts'
import { deviceOf } from '#features/device-model/testing/devices.ts'
import { groupsApi } from './groups.ts'
import { useGroup } from './use-group.ts'

afterEach(() => {
  vi.restoreAllMocks()
  lastMove.clear()
  queryClient.clear()
})

const GROUP = {
  id: 'g',
  name: 'South',
  devicetype: 'roller_shutter' as const,
  activeDeviceTokens: ['a', 'b'],
  position: '0.4',
  inclination: '',
  state: { known: 2, total: 2, open: 0, closed: 0, moving: 0, offline: 0, min: 0.2, max: 0.6 },
}
const putMembers = () => {
  for (const [id, position] of [
    ['a', 0.2],
    ['b', 0.6],
  ] as const) {
    queryClient.setQueryData(deviceKeys.one(id), deviceOf({ id, state: { position } }))
  }
}

it('sends a second move and a stop at once while the first is in flight, and shows the failures of the newest', async () => {
  putMembers()
  const answers = [gateway<CommandResult[]>(), gateway<CommandResult[]>()]
  const sent: unknown[] = []
  vi.spyOn(groupsApi, 'move').mockImplementation((_, command) => {
    sent.push(command)
    return answers[sent.length - 1]?.promise ?? Promise.resolve([])
  })
  const stop = vi.spyOn(groupsApi, 'stop').mockResolvedValue([])
  const { result } = renderHook(() => useGroup(GROUP))
  await act(async () => {
    result.current.move({ position: 1 })
    result.current.move({ position: 0.3 })
    result.current.stop()
    result.current.stop()
    await settle()
  })
  expect(sent).toEqual([
    { command: 'move', position: 100 },
    { command: 'move', position: 30 },
  ])
  expect(stop).toHaveBeenCalledTimes(2)
  const failed = { status: 'error', error: 'device_update_failed', error_description: '' } as const
  await act(async () => {
    for (const answer of answers) answer.open([{ ...failed, device_ids: ['a'] }])
    await settle()
  })
  expect(result.current.failures).toEqual([])
})

it('asks for the movement of members that the weather holds', async () => {
  putMembers()
  vi.spyOn(groupsApi, 'move').mockResolvedValue([
    { status: 'error', device_ids: ['b'], error: 'weather_scenario_matched', error_description: '' },
  ])
  const { result } = renderHook(() => useGroup(GROUP))
  await act(async () => {
    result.current.move({ position: 1 })
    await settle()
  })
  expect(askedToMove.getState().deviceIds).toEqual(['b'])
  askForMovement([])
})

it('can undo the movement of a group, but for the members that did not move', async () => {
  putMembers()
  vi.spyOn(groupsApi, 'move').mockResolvedValue([
    { status: 'success', device_ids: ['a'] },
    { status: 'error', device_ids: ['b'], error: 'device_offline', error_description: '' },
  ])
  const { result } = renderHook(() => useGroup(GROUP))
  await act(async () => {
    result.current.move({ position: 1 })
    await settle()
  })
  expect(lastMove.store.getState().devices).toEqual([{ id: 'a', before: { position: 0.2 } }])
})
