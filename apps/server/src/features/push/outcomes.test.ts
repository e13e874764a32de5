import { expect, it } from 'vitest'
import { type Outcome, outcomeOf } from './outcomes.ts'

const now = new Date('2026-11-29T20:40:00Z')

it.each<[string, number | null, string | null, Outcome]>([
  ['201', 201, null, { kind: 'accepted' }],
  ['200', 200, null, { kind: 'accepted' }],
  ['204', 204, null, { kind: 'accepted' }],
  ['404', 404, null, { kind: 'gone' }],
  ['410', 410, null, { kind: 'gone' }],
  ['413', 413, null, { kind: 'shortened' }],
  ['429 with seconds', 429, '17', { kind: 'again', afterMs: 17_000, isAway: false }],
  [
    '429 with a date',
    429,
    'Sun, 29 Nov 2026 20:42:00 GMT',
    { kind: 'again', afterMs: 120_000, isAway: false },
  ],
  ['429 without a time', 429, null, { kind: 'again', afterMs: 60_000, isAway: false }],
  ['503 with a time that is too long', 503, '99999', { kind: 'again', afterMs: 3_600_000, isAway: false }],
  ['503 with a time that has passed', 503, '-5', { kind: 'again', afterMs: 1_000, isAway: false }],
  ['500', 500, null, { kind: 'again', afterMs: 1_000, isAway: false }],
  ['no answer', null, null, { kind: 'again', afterMs: 1_000, isAway: true }],
  ['400', 400, null, { kind: 'failed' }],
  ['401', 401, null, { kind: 'refused', status: 401 }],
  ['403', 403, null, { kind: 'refused', status: 403 }],
  ['a redirect', 307, null, { kind: 'failed' }],
  ['another refusal', 406, null, { kind: 'failed' }],
])('follows from %s [PK35]', (_name, status, retryAfter, outcome) => {
  expect(outcomeOf({ status, retryAfter }, { attempts: 1, isDiscreet: false, now })).toEqual(outcome)
})

it('waits longer after each attempt, until ten minutes', () => {
  const waits = [1, 2, 3, 4, 5, 6, 99].map((attempts) =>
    outcomeOf({ status: null, retryAfter: null }, { attempts, isDiscreet: false, now }),
  )
  expect(waits.map((outcome) => (outcome.kind === 'again' ? outcome.afterMs / 1_000 : null))).toEqual([
    1, 5, 30, 120, 600, 600, 600,
  ])
})

it('fails when the message without words is too large too', () => {
  expect(outcomeOf({ status: 413, retryAfter: null }, { attempts: 2, isDiscreet: true, now })).toEqual({
    kind: 'failed',
  })
})
