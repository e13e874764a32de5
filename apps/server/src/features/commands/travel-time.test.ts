import type { DeviceState } from '@senca/contract'
import { describe, expect, it } from 'vitest'
import { learnTravel, restDeadlineMs, type Travel, UNMEASURED } from './travel-time.ts'

const state = (status: DeviceState['status'], position: number | null): DeviceState => ({
  status,
  position,
  inclination: null,
  assumed: false,
  reportedAt: null,
})

const learn = (...seen: [number, DeviceState['status'], number | null][]): Travel =>
  seen.reduce(
    (travel, [at, status, position]) => learnTravel(travel, state(status, position), at),
    UNMEASURED,
  )

describe('the travel time', () => {
  it('is measured over a movement, opening or closing', () => {
    expect(learn([0, 'closing', 0], [5_000, 'closing', 0.25]).fullMs).toBe(20_000)
    expect(learn([0, 'opening', 1], [5_000, 'opening', 0.5]).fullMs).toBe(10_000)
  })
  it('is not measured over a short stretch, across a rest or from an unknown place', () => {
    expect(learn([0, 'closing', 0], [250, 'closing', 0.01]).fullMs).toBeNull()
    expect(learn([0, 'closing', 0], [1_000, 'ready', 0.05], [600_000, 'closing', 0.9]).fullMs).toBeNull()
    expect(learn([0, 'closing', null], [5_000, 'closing', 0.5]).fullMs).toBeNull()
  })
  it('is not measured by reports that were held up and come at once, but by what follows', () => {
    const burst = [0, 0.1, 0.2, 0.3, 0.4].map((position): [number, 'closing', number] => [
      0,
      'closing',
      position,
    ])
    expect(learn(...burst).fullMs).toBeNull()
    expect(learn(...burst, [5_200, 'closing', 0.6]).fullMs).toBeCloseTo(26_000)
  })
  it('outlives the movement', () => {
    expect(learn([0, 'closing', 0], [5_000, 'closing', 0.5], [6_000, 'ready', 0.6]).fullMs).toBe(10_000)
  })
})

describe('the time that a command may take', () => {
  it.each([
    ['an unmeasured shade', 'shade', null, 180_000],
    ['a quick shade', 'shade', 4_000, 15_000],
    ['a shade', 'shade', 40_000, 60_000],
    ['the slowest shade', 'shade', 600_000, 180_000],
    ['a door', 'door', null, 30_000],
    ['a light', 'light', null, 30_000],
  ] as const)('of %s', (_name, family, fullMs, expected) => {
    expect(restDeadlineMs(family, fullMs)).toBe(expected)
  })
})
