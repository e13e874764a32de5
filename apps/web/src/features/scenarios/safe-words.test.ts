import type { DeviceType } from '@senca/contract'
import type { AlarmSource } from '@senca/contract/automation'
import { describe, expect, it } from 'vitest'
import { deviceOf } from '#features/device-model/testing/devices.ts'
import { type Draft, NEW_DRAFT } from './form/draft.ts'
import { usualRule } from './form/weather-draft.ts'
import { safeLines } from './safe-words.ts'

const t = ((key: string, values: Record<string, string | number> = {}) =>
  [key.split('.').at(-1), ...Object.values(values)].join(' ')) as never
const words = { t, tag: 'en' }
const weather = (...measurements: Parameters<typeof usualRule>[0][]): Draft => ({
  ...NEW_DRAFT,
  waitsFor: 'weather',
  rules: measurements.map((measurement) => usualRule(measurement, 'metric')),
})
const alarm = (...alarms: AlarmSource[]): Draft => ({ ...NEW_DRAFT, waitsFor: 'alarm', alarms })

describe('the safe place in words', () => {
  it.each<[DeviceType, Draft, string[]]>([
    ['awning', weather('wind_gust', 'rain'), ['wind_gust: retract', 'rain: retract']],
    ['pergola', weather('rain', 'snow'), ['rain: closeLouvres', 'snow: openLouvres']],
    ['textile_screen', weather('temperature'), ['temperature: safeStays']],
    ['roller_shutter', weather('temperature'), ['temperature: safeBetween percent 10 percent 90']],
    ['roller_shutter', alarm('break_in', 'hail'), ['break_in: close', 'hail: open']],
    ['venetian_blind', alarm('storm', 'forced_door'), ['storm: open', 'forced_door: close']],
    // Without a known danger the device goes to the position that is safe in most cases for its type.
    ['awning', weather('co2'), ['co2: retract']],
    ['awning', NEW_DRAFT, ['retract']],
  ])('of %s', (type, draft, lines) => {
    expect(safeLines(draft, type, [], words)).toEqual(lines)
  })

  it('is what the home decided for its devices, and is left open where they differ', () => {
    const own = deviceOf({ devicetype: 'venetian_blind', settings: { safePlaces: { wind: 0.2 } } })
    const usual = deviceOf({ devicetype: 'venetian_blind' })
    expect(safeLines(weather('wind_gust'), 'venetian_blind', [own], words)).toEqual([
      'wind_gust: position percent 20',
    ])
    expect(safeLines(weather('wind_gust'), 'venetian_blind', [own, usual], words)).toEqual([
      'wind_gust: safeVaries',
    ])
  })
})
