// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { deviceOf } from '#features/device-model/testing/devices.ts'
import { TimeLeft } from './time-left.tsx'

const START = Date.UTC(2026, 5, 1)

beforeEach(() => void vi.useFakeTimers({ now: START }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const deviceAt = (status: 'closing' | 'opening', position: number) =>
  deviceOf({ state: { status, position, reportedAt: new Date().toISOString() } })

it('counts down to where a shade is sent, also after it was reversed', async () => {
  const { container, rerender } = render(<TimeLeft device={deviceAt('closing', 0)} target={1} />)
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  const show = (status: 'closing' | 'opening', position: number, target: number) =>
    rerender(<TimeLeft device={deviceAt(status, position)} target={target} />)
  expect(container.textContent).toBe('')

  await pass(8_000)
  show('closing', 0.4, 1)
  await pass(1_000)
  expect(container.textContent).toBe('travel.seconds')

  // The shade was sent back, but still reports the old direction.
  show('closing', 0.45, 0)
  expect(container.textContent).toBe('')
  show('opening', 0.45, 0)
  await pass(1_000)
  expect(container.textContent).toBe('travel.seconds')

  // Without further reports it should have arrived after this time.
  await pass(10_000)
  expect(container.textContent).toBe('')
})
