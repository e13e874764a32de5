import { describe, expect, it } from 'vitest'
import type { DeviceState } from './device-state.ts'
import { learnTravel, type Travel, UNMEASURED } from './travel-time.ts'

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
  it('begins again where a movement turns round', () => {
    const turned = learn([0, 'closing', 0], [2_000, 'closing', 0.05], [4_000, 'opening', 0.03])
    expect(turned.fullMs).toBeNull()
    const back = learn(
      [0, 'closing', 0],
      [5_000, 'closing', 0.5],
      [6_000, 'opening', 0.4],
      [9_000, 'opening', 0.25],
    )
    expect(back.fullMs).toBeCloseTo(20_000)
  })
  it('does not grow while a shade that moves stands, at the start or on its way', () => {
    expect(learn([0, 'closing', 0], [3_000, 'closing', 0], [5_000, 'closing', 0.1]).fullMs).toBe(20_000)
    expect(learn([0, 'closing', 0], [5_000, 'closing', 0.5], [60_000, 'closing', 0.5]).fullMs).toBe(10_000)
  })
  it('outlives the movement', () => {
    expect(learn([0, 'closing', 0], [5_000, 'closing', 0.5], [6_000, 'ready', 0.6]).fullMs).toBe(10_000)
  })
})
