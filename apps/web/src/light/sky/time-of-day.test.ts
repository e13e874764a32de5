import { describe, expect, test } from 'vitest'
import { referencePlace } from './reference-places.ts'
import { sunPath, timeOfDayAt } from './time-of-day.ts'

const LJUBLJANA = referencePlace('Europe/Ljubljana', 1)

describe('the light of an altitude', () => {
  test.each([
    [40, true, 'day'],
    [7, false, 'day'],
    [6.9, true, 'dawn'],
    [6.9, false, 'dusk'],
    [-5.9, true, 'dawn'],
    [-5.9, false, 'dusk'],
    [-6.1, true, 'night'],
    [-40, false, 'night'],
  ] as const)('%d degrees, climbing %s, is %s', (altitude, isClimbing, time) => {
    expect(timeOfDayAt(altitude, isClimbing)).toBe(time)
  })
})

describe('a November day in Ljubljana', () => {
  test.each([
    ['2026-11-20T02:00:00Z', 'night'],
    ['2026-11-20T06:30:00Z', 'dawn'],
    ['2026-11-20T10:30:00Z', 'day'],
    ['2026-11-20T15:10:00Z', 'dusk'],
    ['2026-11-20T20:10:00Z', 'night'],
    ['2026-11-20T23:30:00Z', 'night'],
  ] as const)('%s is %s', (now, time) => {
    expect(sunPath(new Date(now), LJUBLJANA).time).toBe(time)
  })

  test('the sun rises at about 7:05 and sets at about 16:25', () => {
    const { sunrise, sunset } = sunPath(new Date('2026-11-20T10:00:00Z'), LJUBLJANA)
    expect(sunrise?.toISOString()).toMatch(/^2026-11-20T06:(0|1)/)
    expect(sunset?.toISOString()).toMatch(/^2026-11-20T15:2/)
  })

  test('at solar noon half of the day is over', () => {
    expect(sunPath(new Date('2026-11-20T10:48:00Z'), LJUBLJANA).progress).toBeCloseTo(0.5, 1)
  })

  test('while the sun is down there is no progress', () => {
    expect(sunPath(new Date('2026-11-20T20:00:00Z'), LJUBLJANA).progress).toBeNull()
  })
})

describe('where the sun does not set', () => {
  test('a summer night in Tromsø is no night, and has neither rise nor set', () => {
    const path = sunPath(new Date('2026-06-21T22:00:00Z'), { latitude: 69.65, longitude: 18.96 })
    expect(path.time).not.toBe('night')
    expect([path.sunrise, path.sunset, path.progress]).toEqual([null, null, null])
  })
})

describe('the place of a home without a location', () => {
  test('is the reference city of its time zone', () => {
    expect(referencePlace('Europe/Vienna', 1).latitude).toBeCloseTo(48.2, 1)
  })

  test('of a zone that is not known is the meridian of its offset', () => {
    expect(referencePlace('Etc/GMT-3', 3)).toEqual({ latitude: 46, longitude: 45 })
  })

  test('the sun stands highest near noon there', () => {
    const noon = sunPath(new Date('2026-03-20T09:00:00Z'), referencePlace('Etc/GMT-3', 3))
    const morning = sunPath(new Date('2026-03-20T05:00:00Z'), referencePlace('Etc/GMT-3', 3))
    expect(noon.altitude).toBeGreaterThan(morning.altitude)
  })
})
