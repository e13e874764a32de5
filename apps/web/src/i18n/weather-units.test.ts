import { WEATHER_MEASUREMENTS } from '@senca/contract/automation'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { serverValue, shownValue, type Units, valueText, writtenValue } from './weather-units.ts'

const how = (units: Units, tag: string) => ({ units, tag, t: ((key: string) => key) as never })

describe('what the weather is measured in', () => {
  it('is what people of a language are used to', () => {
    expect(valueText('wind_gust', 14.44, how('metric', 'en'))).toBe('52\u00a0km/h')
    expect(valueText('wind_gust', 14.44, how('imperial', 'en'))).toBe('32\u00a0mph')
    expect(valueText('temperature', 21.46, how('metric', 'de'))).toMatch(/^21,5\s°C$/)
    expect(valueText('temperature', 20, how('imperial', 'en'))).toBe('68°F')
    expect(valueText('rain', 25.4, how('imperial', 'en'))).toBe('1\u00a0in/h')
    expect(valueText('temperature', -0.04, how('metric', 'en'))).toBe('0°C')
    expect(valueText('wind_speed', 10, how('metric', 'sr'))).toContain('36')
  })

  const written = fc.record({
    measurement: fc.constantFrom(...WEATHER_MEASUREMENTS),
    units: fc.constantFrom<Units>('metric', 'imperial'),
    shown: fc.integer({ min: 1, max: 200 }),
  })

  it('is shown as it was written', () => {
    fc.assert(
      fc.property(written, ({ measurement, units, shown }) => {
        expect(shownValue(measurement, serverValue(measurement, shown, units), units)).toBe(shown)
      }),
    )
  })

  it('comes back into its field as it was written, up to three digits behind the point', () => {
    fc.assert(
      fc.property(written, fc.integer({ min: -2_000_000, max: 2_000_000 }), (given, thousandths) => {
        const { measurement, units } = given
        const value = thousandths / 1_000
        expect(writtenValue(measurement, serverValue(measurement, value, units), units)).toBe(value)
      }),
      { numRuns: 2_000 },
    )
    expect(writtenValue('wind_gust', serverValue('wind_gust', 37.5, 'metric'), 'metric')).toBe(37.5)
  })
})
