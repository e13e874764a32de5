import { describe, expect, it } from 'vitest'
import { ApiFailure, NetworkFailure } from '#core/api/failures.ts'
import { blockReasonOf, blockReasonOfState, retryDelayOf } from './refusal.ts'

const refused = (key: string | null, detail?: string) =>
  new ApiFailure(403, {
    error: 'insufficient_permission',
    error_description: 'Not allowed.',
    ...(key === null ? {} : { key }),
    ...(detail === undefined ? {} : { error_detail: detail }),
  })

const link = {
  token: 't',
  name: null,
  state: 'active' as const,
  devices: [],
  deviceSpecifiers: {},
  multiUse: true,
  maxUses: 2,
  uses: 1,
  startsAt: '2026-06-20T10:00:00Z',
  expiresAt: '2026-06-21T10:00:00Z',
  windows: [],
  timeZone: 'UTC',
  actions: {},
  limits: {},
  hasPin: false,
}

describe('a refusal', () => {
  it.each([
    ['of a link that never was: not recognized', refused('deviceLinkToken'), null, { name: 'notRecognized' }],
    ['without a key: expired', refused(null), null, { name: 'expired' }],
    ['without a key, uses left: expired', refused(null), link, { name: 'expired' }],
    ['without a key, no uses left: used', refused(null), { ...link, uses: 2 }, { name: 'used' }],
    [
      'without a key, known as spent: used',
      refused(null),
      { ...link, state: 'spent' as const },
      { name: 'used' },
    ],
    ['before its time: not yet', refused('startsAt'), link, { name: 'upcoming' }],
    ['outside its windows: not now', refused('windows'), link, { name: 'closed' }],
    ['while sharing is frozen: paused', refused('frozen'), link, { name: 'paused' }],
  ])('%s', (_name, failure, known, expected) => {
    expect(blockReasonOf(failure, known, false)).toEqual(expected)
  })

  it.each([
    ['no PIN yet', undefined, false, null],
    ['pin_required', 'pin_required', false, null],
    ['pin_wrong', 'pin_wrong', true, 'wrong'],
    ['pin_locked', 'pin_locked', true, 'locked'],
    ['a PIN and no detail', undefined, true, 'wrong'],
  ])('for a missing PIN, %s', (_name, detail, hasPin, fault) => {
    expect(blockReasonOf(refused('pin', detail), null, hasPin)).toEqual({ name: 'pin', fault })
  })

  it('is null where there was no answer', () => {
    const failure = new NetworkFailure('gone')
    expect(blockReasonOf(failure, link, false)).toEqual({ name: 'failed', failure })
  })
})

it.each([
  ['active', null],
  ['spent', null],
  ['upcoming', { name: 'upcoming' }],
  ['expired', { name: 'expired' }],
  ['paused', { name: 'paused' }],
] as const)('a link that is %s blocks: %j', (state, expected) => {
  expect(blockReasonOfState({ state })).toEqual(expected)
})

describe('asking again', () => {
  const now = Date.parse('2026-06-20T09:59:30Z')

  it('waits for the begin of the link, an hour at most', () => {
    expect(retryDelayOf({ name: 'upcoming' }, link, now, 0)).toBe(30_000)
    expect(retryDelayOf({ name: 'upcoming' }, link, now - 86_400_000, 0)).toBe(3_600_000)
  })

  it('does not keep asking where clocks disagree about its begin', () => {
    const late = Date.parse(link.startsAt) + 3_600_000
    const waits = [0, 1, 2, 9].map((tries) => retryDelayOf({ name: 'upcoming' }, link, late, tries))
    expect(waits).toEqual([500, 1_000, 2_000, 30_000])
  })

  it('waits for the next minute outside of windows', () => {
    expect(retryDelayOf({ name: 'closed' }, link, now, 0)).toBe(30_500)
  })

  it('is done every minute for a paused link, a little more often at first [LN14]', () => {
    const waits = [0, 1, 2, 50].map((tries) => retryDelayOf({ name: 'paused' }, null, now, tries))
    expect(waits).toEqual([15_000, 30_000, 60_000, 60_000])
  })

  it('is done ever more rarely, and in the end not at all, for a link that could not be loaded [LN14]', () => {
    const failed = { name: 'failed' as const, failure: null }
    const waits = Array.from({ length: 12 }, (_, tries) => retryDelayOf(failed, null, now, tries))
    expect(waits.slice(0, 3)).toEqual([15_000, 30_000, 60_000])
    expect(waits.slice(6)).toEqual([600_000, 600_000, 600_000, 600_000, null, null])
  })

  it('is not done for an ended link [LN14]', () => {
    expect(retryDelayOf({ name: 'expired' }, link, now, 0)).toBeNull()
    expect(retryDelayOf({ name: 'used' }, link, now, 0)).toBeNull()
    expect(retryDelayOf({ name: 'notRecognized' }, null, now, 0)).toBeNull()
  })
})
