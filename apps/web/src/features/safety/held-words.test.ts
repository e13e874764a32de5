import type { Safety } from '@senca/contract/automation'
import { describe, expect, it } from 'vitest'
import { heldText, safetyOf } from './held-words.ts'

const how = {
  timezone: 'Australia/Sydney',
  units: 'metric' as const,
  tag: 'en',
  t: ((key: string, values: Record<string, string> = {}) =>
    [key.replace('weather.', ''), ...Object.values(values)].join(' | ')) as never,
}
const safety: Safety = {
  scenarioId: 's',
  reason: { measurement: 'wind_gust', value: 14.44, unit: 'm/s', threshold: 10.3, condition: 'gt' },
  since: '2026-07-01T12:00:00.000Z',
  until: null,
  isSensorSilent: false,
}
const awning = { devicetype: 'awning' } as const

describe('a held device', () => {
  it('says why, in the units of the page, and until when', () => {
    expect(heldText(awning, safety, how)).toBe(
      'heldIn | because.wind_gust | measure.wind_gust | 52\u00a0km/h',
    )
    const release = { value: 8.222_24, minutes: 15 }
    expect(heldText(awning, { ...safety, release }, how)).toBe(
      'heldAndRelease | heldIn | because.wind_gust | measure.wind_gust | 52\u00a0km/h | ends.wind_gust | 30\u00a0km/h | 15',
    )
    expect(heldText(awning, { ...safety, release, isSensorSilent: true }, how)).toMatch(/^heldIn /)
    const until = '2026-07-01T05:40:00.000Z'
    expect(heldText({ devicetype: 'roller_shutter' }, { ...safety, until }, how)).toMatch(
      /^heldUntil .*15:40$/,
    )
  })

  it('says that its sensor is silent, or which alarm it is', () => {
    const silent = { ...safety, isSensorSilent: true }
    expect(heldText(awning, silent, how)).toBe('heldIn | silent | measure.wind_gust')
    const smoke = { measurement: 'smoke', value: null, unit: null, threshold: null, condition: null }
    expect(heldText({ devicetype: 'pergola' }, { ...safety, reason: smoke }, how)).toBe(
      'held | because.smoke',
    )
  })

  it('is none where the server sends nothing that can be read', () => {
    expect(safetyOf({ safety: null })).toBeNull()
    expect(safetyOf({})).toBeNull()
    expect(safetyOf({ safety: { since: 1 } })).toBeNull()
    expect(safetyOf({ safety })).toEqual(safety)
  })
})
