import { describe, expect, test } from 'vitest'
import { readSkyBlend, type SkyBlend, skyBlendAt, writeSkyBlend } from './sky-blend.ts'
import { timeOfDayAt } from './time-of-day.ts'

describe('the sky at an altitude of the sun', () => {
  test.each([
    ['high noon', 40, true, 'day', 'day', 0],
    ['before the fade into day', 5.2, true, 'dawn', 'dawn', 0],
    ['the middle of the fade into day', 7, true, 'dawn', 'day', 0.5],
    ['the end of the fade into day', 8.6, true, 'dawn', 'day', 0.97],
    ['the start of the fade into dusk', 8.6, false, 'day', 'dusk', 0.03],
    ['most of the fade into dusk', 6, false, 'day', 'dusk', 0.79],
    ['sunset', 0, false, 'dusk', 'dusk', 0],
    ['the middle of the fade into night', -6, false, 'dusk', 'night', 0.5],
    ['the middle of the fade into dawn', -6, true, 'night', 'dawn', 0.5],
    ['midnight', -40, false, 'night', 'night', 0],
  ] as const)('%s', (_name, altitude, isClimbing, from, to, share) => {
    const blend = skyBlendAt(altitude, isClimbing)
    expect([blend.from, blend.to]).toEqual([from, to])
    expect(blend.share).toBeCloseTo(share, 2)
  })

  test.each([true, false])('has no jump anywhere, climbing %s', (isClimbing) => {
    const amounts = ({ from, to, share }: SkyBlend) => {
      const amount = { dawn: 0, day: 0, dusk: 0, night: 0 }
      amount[from] += 1 - share
      amount[to] += share
      return amount
    }
    let before = amounts(skyBlendAt(-30, isClimbing))
    for (let altitude = -30; altitude <= 60; altitude += 0.05) {
      const now = amounts(skyBlendAt(altitude, isClimbing))
      for (const time of ['dawn', 'day', 'dusk', 'night'] as const) {
        expect(Math.abs(now[time] - before[time])).toBeLessThan(0.02)
      }
      before = now
    }
  })

  test.each([-30, -7, -5, 0, 6, 8, 50])('at %d degrees shows most of the time of day', (altitude) => {
    const { from, to, share } = skyBlendAt(altitude, false)
    expect(share > 0.5 ? to : from).toBe(timeOfDayAt(altitude, false))
  })
})

describe('the sky that a page shows', () => {
  test('is read as it was written', () => {
    const blend = { from: 'day', to: 'dusk', share: 0.25 } as const
    expect(readSkyBlend(writeSkyBlend(blend), 'day')).toEqual(blend)
  })

  test.each([
    [undefined, 'night', 'night'],
    ['noon dusk 0.5', 'dusk', 'dusk'],
    ['day dusk 7', 'dawn', 'dawn'],
    ['day dusk', 'dawn', 'dawn'],
    [undefined, undefined, 'day'],
    [undefined, 'noon', 'day'],
  ])('%s with %s is %s', (sky, time, shown) => {
    expect(readSkyBlend(sky, time)).toEqual({ from: shown, to: shown, share: 0 })
  })
})
