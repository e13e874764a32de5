import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Counts,
  deviceStateSchema,
  isAtTarget,
  isBusy,
  isNewer,
  reportedFieldsSchema,
} from './device-state.ts'

const counts = (totalRestarts: number | null, totalStateUpdates: number | null): Counts => ({
  totalRestarts,
  totalStateUpdates,
})

describe('the ordering rule', () => {
  it.each([
    ['a higher restart count', counts(2, 0), counts(1, 900), true],
    ['an equal restart count and a higher update count', counts(1, 6), counts(1, 5), true],
    ['equal counts', counts(1, 5), counts(1, 5), true],
    ['an equal restart count and a lower update count', counts(1, 4), counts(1, 5), false],
    ['a lower restart count', counts(0, 900), counts(1, 1), false],
    ['counts that are not yet known here', counts(0, 0), counts(null, null), true],
    ['counts that the sender does not know', counts(null, null), counts(7, 7), true],
  ])('with %s', (_name, candidate, current, applied) => {
    expect(isNewer(candidate, current)).toBe(applied)
  })

  it('never refuses both of two reports', () => {
    const known = fc.record({ totalRestarts: fc.nat(), totalStateUpdates: fc.nat() })
    fc.assert(fc.property(known, known, (a, b) => isNewer(a, b) || isNewer(b, a)))
  })

  it('is transitive, so that any order of arrival ends at the newest', () => {
    const known = fc.record({ totalRestarts: fc.nat(3), totalStateUpdates: fc.nat(3) })
    fc.assert(
      fc.property(known, known, known, (a, b, c) => !(isNewer(a, b) && isNewer(b, c)) || isNewer(a, c)),
    )
  })
})

describe('busy', () => {
  it.each([
    ['ready', false],
    ['offline', false],
    ['opening', true],
    ['closing', true],
    ['moving', true],
    ['calibrating', true],
    ['restarting', true],
    ['busy', true],
  ] as const)('%s: %s', (status, busy) => expect(isBusy(status)).toBe(busy))
})

describe('at the target', () => {
  const at = (position: number | null, inclination: number | null) => ({ position, inclination })

  it.each([
    ['exactly', at(0.3, null), { position: 0.3 }, true],
    ['just within the tolerance', at(0.32, null), { position: 0.3 }, true],
    ['just outside the tolerance', at(0.3201, null), { position: 0.3 }, false],
    ['only on one axis', at(0.3, 0.9), { position: 0.3, inclination: 0.5 }, false],
    ['on both axes', at(0.3, 0.5), { position: 0.3, inclination: 0.5 }, true],
    ['not when the position is unknown', at(null, null), { position: 0 }, false],
    ['always when nothing is requested', at(null, null), {}, true],
  ])('%s', (_name, state, target, reached) => {
    expect(isAtTarget(state, target, 0.02)).toBe(reached)
  })
})

describe('state', () => {
  it.each([-0.01, 1.01, Number.NaN, Number.POSITIVE_INFINITY, '0.5'])(
    'refuses a position of %s [DP10]',
    (position) => {
      expect(reportedFieldsSchema.safeParse({ position }).success).toBe(false)
    },
  )

  it('takes an unknown position as null and ignores what it does not know [DP10]', () => {
    expect(reportedFieldsSchema.parse({ position: null, colour: 'red' })).toEqual({ position: null })
  })

  it('cannot be without a position or a status', () => {
    expect(
      deviceStateSchema.safeParse({ status: 'ready', inclination: null, assumed: false, reportedAt: null })
        .success,
    ).toBe(false)
  })
})
