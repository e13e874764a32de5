import { describe, expect, it } from 'vitest'
import { middayIn } from './clock-times.ts'
import { dateIn, isTimeZone, zoneOffsetAt } from './time-zones.ts'

const HOUR_MS = 3_600_000

describe('time zones', () => {
  it.each([
    ['Europe/Ljubljana', true],
    ['UTC', true],
    ['Etc/GMT+3', true],
    ['Europe/Atlantis', false],
    ['+02:00', false],
    ['', false],
    ['\u0000', false],
  ])('%o: %s', (zone, isOne) => expect(isTimeZone(zone)).toBe(isOne))

  it('are so far ahead of UTC, in summer and in winter', () => {
    expect(zoneOffsetAt('Europe/Ljubljana', Date.parse('2027-03-28T00:59:59.999Z'))).toBe(HOUR_MS)
    expect(zoneOffsetAt('Europe/Ljubljana', Date.parse('2027-03-28T01:00:00Z'))).toBe(2 * HOUR_MS)
    expect(zoneOffsetAt('Asia/Kathmandu', 0)).toBe(5.5 * HOUR_MS)
    expect(zoneOffsetAt('America/St_Johns', Date.parse('2026-01-01'))).toBe(-3.5 * HOUR_MS)
  })

  it('have a day of their own', () => {
    const at = new Date('2026-12-31T11:30:00Z')
    expect(dateIn('Pacific/Auckland', at)).toBe('2027-01-01')
    expect(dateIn('Europe/Ljubljana', at)).toBe('2026-12-31')
    expect(dateIn('Pacific/Pago_Pago', new Date('2026-03-01T00:00:00Z'))).toBe('2026-02-28')
  })

  it('have a midday of every day, also where the clocks change that day', () => {
    expect(middayIn('Europe/Ljubljana', '2027-03-28').toISOString()).toBe('2027-03-28T10:00:00.000Z')
    expect(middayIn('Europe/Ljubljana', '2027-10-31').toISOString()).toBe('2027-10-31T11:00:00.000Z')
    expect(middayIn('Pacific/Kiritimati', '2028-02-29').toISOString()).toBe('2028-02-28T22:00:00.000Z')
    expect(middayIn('Pacific/Pago_Pago', '2028-02-29').toISOString()).toBe('2028-02-29T23:00:00.000Z')
  })
})
