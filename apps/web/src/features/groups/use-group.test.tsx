// @vitest-environment happy-dom
import type { CommandResult } from '@senca/contract'
import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { ApiRequest } from '#core/api/api-request.ts'
import { queryClient } from '#core/api/query-client.ts'
import { api } from '#core/browser.ts'
import { gateway, settle } from '#core/testing/fakes.ts'
import { deviceKeys } from '#features/device-model/device-cache.ts'
import { commands, lastMove } from '#features/device-model/devices.ts'
import { askedToMove, askForMovement } from '#features/device-model/held-devices.ts'
import { deviceOf } from '#features/device-model/testing/devices.ts'
import { useGroup } from './use-group.ts'

afterEach(() => {
  vi.restoreAllMocks()
  lastMove.clear()
  commands.clear()
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

/** Answers the calls by their path, and keeps them. */
function answerWith(answerOf: (path: string, index: number) => CommandResult[] | Promise<CommandResult[]>) {
  const calls: { path: string; json: unknown }[] = []
  vi.spyOn(api, 'request').mockImplementation(async <T,>({ path, json, answer }: ApiRequest<T>) => {
    calls.push({ path, json })
    return answer.parse(await answerOf(path, calls.length - 1))
  })
  return calls
}

const MOVE = '/api/v1/device/move'
const STOP = '/api/v1/device/abort'
const movedTo = (position: number) => ({
  path: MOVE,
  json: { commands: ['a', 'b'].map((token) => ({ token, command: 'move', position })), wait: false },
})
const STOPPED = { path: STOP, json: { commands: [{ token: 'a' }, { token: 'b' }] } }

it('sends a second move and a stop at once while the first is in flight, and shows the failures of the newest', async () => {
  putMembers()
  const answers = [gateway<CommandResult[]>(), gateway<CommandResult[]>()]
  const calls = answerWith(
    (_, index) => answers[index]?.promise ?? [{ status: 'success', device_ids: ['a', 'b'] }],
  )
  const { result } = renderHook(() => useGroup(GROUP))
  await act(async () => {
    for (const send of [
      () => result.current.move({ position: 1 }),
      () => result.current.move({ position: 0.3 }),
      () => result.current.stop(),
      () => result.current.stop(),
    ]) {
      send()
      await settle()
    }
  })
  expect(calls).toEqual([movedTo(100), movedTo(30), STOPPED, STOPPED])
  const failed = { status: 'error', error: 'device_update_failed', error_description: '' } as const
  await act(async () => {
    for (const answer of answers) answer.open([{ ...failed, device_ids: ['a'] }])
    await settle()
  })
  expect(result.current.failures).toEqual([])
})

it('shows the target while the members move there, and none after a stop', async () => {
  putMembers()
  answerWith(() => [{ status: 'success', device_ids: ['a', 'b'] }])
  const { result } = renderHook(() => useGroup(GROUP))
  await act(async () => {
    result.current.move({ position: 1 })
    await settle()
  })
  expect(result.current.targets).toEqual({ position: 1 })
  await act(async () => {
    result.current.stop()
    await settle()
  })
  expect(result.current.targets).toEqual({})
})

it('tries again only the members for which it failed', async () => {
  putMembers()
  const calls = answerWith((_, index) =>
    index > 0
      ? [{ status: 'success', device_ids: ['b'] }]
      : [
          { status: 'success', device_ids: ['a'] },
          { status: 'error', device_ids: ['b'], error: 'device_offline', error_description: '' },
        ],
  )
  const { result } = renderHook(() => useGroup(GROUP))
  await act(async () => {
    result.current.move({ position: 1 })
    await settle()
  })
  expect(result.current.failures.map(({ member }) => member.id)).toEqual(['b'])
  await act(async () => {
    result.current.retry()
    await settle()
  })
  expect(calls[1]).toEqual({
    path: MOVE,
    json: { commands: [{ token: 'b', command: 'move', position: 100 }], wait: false },
  })
  expect(result.current.failures).toEqual([])
})

it('asks for the movement of members that the weather holds', async () => {
  putMembers()
  answerWith(() => [
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
  answerWith(() => [
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
