// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiFailure, NetworkFailure } from '#core/api/failures.ts'
import { hideMessage, messageStore } from '#core/messages.ts'
import { gateway } from '#core/testing/fakes.ts'
import { settled } from './testing/settled.ts'
import { useServerCall } from './use-server-call.ts'

const text = () => messageStore.getState().message?.text ?? null
const refused = new ApiFailure(409, { error: 'device_busy', error_description: '' })

beforeEach(() => {
  vi.useFakeTimers()
  hideMessage()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it('is sent once, however often it is tapped before the answer', async () => {
  const answer = gateway<string>()
  const send = vi.fn(() => answer.promise)
  const { result } = renderHook(() => useServerCall({ send }))
  act(() => {
    result.current.send()
    result.current.send()
  })
  await settled()
  expect(result.current.isSending).toBe(true)
  act(() => result.current.send())
  expect(send).toHaveBeenCalledTimes(1)
  answer.open('done')
  await settled()
  expect(result.current).toMatchObject({ isSending: false, isDone: true, failure: null })
  act(() => result.current.send())
  await settled()
  expect(send).toHaveBeenCalledTimes(2)
})

it.each([
  ['queued', [['first'], ['first', 'second'], ['first', 'second', 'third']]],
  ['sent', [['first', 'second', 'third']]],
] as const)('that is %s is sent however often it is changed before the answer', async (meanwhile, steps) => {
  const answers = [gateway<string>(), gateway<string>(), gateway<string>()]
  const sent: string[] = []
  const done: string[] = []
  const { result } = renderHook(() =>
    useServerCall({
      meanwhile,
      send: (input: string) => answers[sent.push(input) - 1]?.promise ?? Promise.reject(refused),
      onDone: (_answer, input) => done.push(input),
    }),
  )
  act(() => {
    for (const input of ['first', 'second', 'third']) result.current.send(input)
  })
  for (const [index, expected] of steps.entries()) {
    await settled()
    expect(sent).toEqual(expected)
    expect(result.current.isSending).toBe(true)
    answers[index]?.open('done')
  }
  for (const answer of answers) answer.open('done')
  await settled()
  expect(done).toEqual(['first', 'second', 'third'])
  expect(result.current.isSending).toBe(false)
})

it('is being sent until what follows it has ended too', async () => {
  const reload = gateway<void>()
  const { result } = renderHook(() =>
    useServerCall({ send: () => Promise.resolve(1), onDone: () => reload.promise }),
  )
  act(() => result.current.send())
  await settled()
  expect(result.current.isSending).toBe(true)
  reload.open(undefined)
  await settled()
  expect(result.current.isDone).toBe(true)
})

it.each([
  ['of its code by itself', undefined, 'errors.deviceBusy'],
  ['of its code where the control has none', () => undefined, 'errors.deviceBusy'],
  ['that the control chooses', () => 'Not now', 'Not now'],
  ['by nothing where the control shows it in its place', () => null, null],
])('shows a refusal by the words %s', async (_, onFailure, words) => {
  const { result } = renderHook(() =>
    useServerCall({
      send: () => Promise.reject(refused),
      ...(onFailure === undefined ? {} : { onFailure }),
    }),
  )
  act(() => result.current.send())
  await settled()
  expect(text()).toBe(words)
  expect(result.current.failure).toBe(refused)
})

it('forgets a failure when it is asked to, and takes its message away when it is sent again', async () => {
  const send = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new NetworkFailure('gone'))
  const { result } = renderHook(() => useServerCall({ send }))
  act(() => result.current.send())
  await settled()
  expect(text()).toBe('errors.network')
  act(() => result.current.forgetFailure())
  await settled()
  expect(result.current.failure).toBeNull()
  send.mockResolvedValueOnce(undefined)
  act(() => result.current.send())
  expect(text()).toBeNull()
  await settled()
})

it('continues when its control is unmounted, and shows its result', async () => {
  const answer = gateway<void>()
  const onDone = vi.fn<() => void>()
  const { result, unmount } = renderHook(() => useServerCall({ send: () => answer.promise, onDone }))
  act(() => result.current.send())
  unmount()
  answer.open(undefined)
  await settled()
  expect(onDone).toHaveBeenCalledTimes(1)
})
