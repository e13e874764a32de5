import type { Charge, ReportedCharge } from '@senca/contract'
import { describe, expect, it } from 'vitest'
import { createFakeClock } from '#testing/fake-clock.ts'
import { chargeOfDevice, createChargePacing, isBatteryLow, nextCharge, type OrderedCharge } from './charge.ts'

describe('the charge of an endpoint after a report', () => {
  it.each([
    ['the first one', undefined, { battery: 80 }, { battery: 80 }],
    ['another number', { battery: 80 }, { battery: 79 }, { battery: 79 }],
    ['a flag beside the number', { battery: 80 }, { batteryLow: false }, { battery: 80, batteryLow: false }],
    [
      'a number that is no longer known',
      { battery: 80, batteryLow: true },
      { battery: null },
      { batteryLow: true },
    ],
    ['the same again', { battery: 80 }, { battery: 80 }, null],
    ['nothing known of nothing', undefined, { battery: null, batteryLow: null }, null],
  ])('%s', (_name, known, reported, next) => {
    expect(nextCharge(known, reported)).toEqual(next)
  })
})

describe('the charge of a device', () => {
  it.each([
    ['without a battery', [], {}],
    ['of which nothing is known', [{}], {}],
    ['with a full battery', [{ battery: 100 }], { battery: 100, batteryLow: false }],
    ['with one just above the limit', [{ battery: 21 }], { battery: 21, batteryLow: false }],
    ['with one at the limit', [{ battery: 20 }], { battery: 20, batteryLow: true }],
    [
      'is that of the weakest of several',
      [{ battery: 80 }, { battery: 12 }],
      { battery: 12, batteryLow: true },
    ],
    ['that only says that it is low has no number', [{ batteryLow: true }], { batteryLow: true }],
    ['that only says that it is not low has none either', [{ batteryLow: false }], { batteryLow: false }],
    [
      'with a number goes by the number',
      [{ battery: 45, batteryLow: true }],
      { battery: 45, batteryLow: false },
    ],
    ['of which one only says that it is low', [{ battery: 80 }, { batteryLow: true }], { batteryLow: true }],
    [
      'of which one only says that it is not',
      [{ battery: 80 }, { batteryLow: false }],
      { battery: 80, batteryLow: false },
    ],
  ])('%s', (_name, charges, state) => {
    expect(chargeOfDevice(charges)).toEqual(state)
  })
})

describe('a battery [PK16]', () => {
  it.each([
    [0, true],
    [20, true],
    [21, null],
    [29, null],
    [30, false],
    [100, false],
  ])('at %d per cent is low: %s', (battery, low) => {
    expect(isBatteryLow(chargeOfDevice([{ battery }]))).toBe(low)
  })

  it.each([
    [{ batteryLow: true }, true],
    [{ batteryLow: false }, false],
    [{}, null],
  ])('that says %j is low: %s', (charge, low) => {
    expect(isBatteryLow(chargeOfDevice([charge]))).toBe(low)
  })
})

describe('charges that change often', () => {
  function paced() {
    const clock = createFakeClock()
    const pacing = createChargePacing(clock)
    const recorded: ReportedCharge[] = []
    let known: Charge | undefined
    const record = ({ charge }: OrderedCharge) => {
      const next = nextCharge(known, charge)
      if (next === null) return false
      known = next
      recorded.push(charge)
      return true
    }
    let totalStateUpdates = 0
    const take = (charge: ReportedCharge) => {
      totalStateUpdates += 1
      pacing.take('own/a', { charge, order: { totalRestarts: 1, totalStateUpdates } }, record)
    }
    return { clock, pacing, recorded, take }
  }

  it('are recorded once a minute, the first at once and then the newest', () => {
    const { clock, recorded, take } = paced()
    for (let count = 0; count < 1_000; count += 1) take({ battery: 18 + (count % 8) })
    expect(recorded).toEqual([{ battery: 18 }])
    clock.advance(60_000)
    expect(recorded).toEqual([{ battery: 18 }, { battery: 25 }])
    clock.advance(600_000)
    take({ battery: 30 })
    expect(recorded.at(-1)).toEqual({ battery: 30 })
  })

  it('lose no part of what waits', () => {
    const { clock, recorded, take } = paced()
    take({ battery: 50 })
    take({ batteryLow: true })
    take({ battery: 10 })
    clock.advance(60_000)
    expect(recorded.at(-1)).toEqual({ battery: 10, batteryLow: true })
  })

  it.each([
    ['an earlier report', 1, [{ battery: 18 }, { battery: 25 }]],
    ['a later report', 3, [{ battery: 18 }]],
  ])('wait on after another instance has recorded %s', (_name, totalStateUpdates, expected) => {
    const { clock, pacing, recorded, take } = paced()
    take({ battery: 18 })
    take({ battery: 25 })
    pacing.recordedElsewhere('own/a', { totalRestarts: 1, totalStateUpdates })
    clock.advance(600_000)
    expect(recorded).toEqual(expected)
  })

  it('that repeat what is known cost no pause', () => {
    const { recorded, take } = paced()
    take({ battery: null })
    take({ battery: 18 })
    expect(recorded.at(-1)).toEqual({ battery: 18 })
  })
})
