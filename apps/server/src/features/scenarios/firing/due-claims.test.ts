import type { CatchUp, ScenarioTrigger } from '@senca/contract/automation'
import { describe, expect, it } from 'vitest'
import { claimDues } from './due-claims.ts'

const PLACE = { lat: 46.0569, lon: 14.5058, timezone: 'Etc/UTC' }
const AT_SEVEN: ScenarioTrigger[] = [{ type: 'TimeOfDay', hour: 7, minute: 0 }]

function claim(catchUp: CatchUp, now: string, watchingSince: string, triggers = AT_SEVEN) {
  const scenario = { triggers, catchUp, nextAt: new Date('2026-06-21T07:00:00Z') }
  const watch = { now: new Date(now), watchingSince: new Date(watchingSince) }
  const { claims, nextAt } = claimDues(scenario, PLACE, watch)
  return {
    claims: claims.map(({ dueAt, reason, isRun }) => [dueAt.toISOString().slice(5, 16), reason.type, isRun]),
    nextAt: nextAt?.toISOString().slice(5, 16),
  }
}

describe('what was due', () => {
  it.each(['skip', 'within', 'latest'] as const)(
    'while somebody watched is run, also late: %s',
    (catchUp) => {
      expect(claim(catchUp, '2026-06-21T07:00:00Z', '2026-06-21T00:00:00Z')).toEqual({
        claims: [['06-21T07:00', 'time', true]],
        nextAt: '06-22T07:00',
      })
      expect(claim(catchUp, '2026-06-21T07:45:00Z', '2026-06-21T07:00:00Z').claims).toEqual([
        ['06-21T07:00', 'time', true],
      ])
    },
  )

  it('and missed is skipped, run while it is half an hour late at most, or the newest is run [SC8]', () => {
    const late = (catchUp: CatchUp, now: string) => claim(catchUp, now, now).claims
    expect(late('skip', '2026-06-21T07:00:05Z')).toEqual([['06-21T07:00', 'time', false]])
    expect(late('within', '2026-06-21T07:30:00Z')).toEqual([['06-21T07:00', 'catch_up', true]])
    expect(late('within', '2026-06-21T07:30:01Z')).toEqual([['06-21T07:00', 'time', false]])
    expect(late('latest', '2026-06-23T12:00:00Z')).toEqual([
      ['06-21T07:00', 'time', false],
      ['06-22T07:00', 'time', false],
      ['06-23T07:00', 'catch_up', true],
    ])
    expect(late('within', '2026-06-23T07:10:00Z')).toEqual([
      ['06-21T07:00', 'time', false],
      ['06-22T07:00', 'time', false],
      ['06-23T07:00', 'catch_up', true],
    ])
  })

  it('for a year is recorded for the newest hundred', () => {
    const { claims, nextAt } = claim('latest', '2027-06-21T12:00:00Z', '2027-06-21T12:00:00Z')
    expect(claims).toHaveLength(100)
    expect(claims.at(-1)).toEqual(['06-21T07:00', 'catch_up', true])
    expect(nextAt).toBe('06-22T07:00')
  })

  it('for years is recorded for the newest hundred, and the scenario continues', () => {
    const { claims, nextAt } = claim('latest', '2029-06-21T12:00:00Z', '2029-06-21T12:00:00Z')
    expect(claims).toHaveLength(100)
    expect(claims.at(-1)).toEqual(['06-21T07:00', 'catch_up', true])
    expect(nextAt).toBe('06-22T07:00')
  })

  it('is empty while the clock is before it', () => {
    expect(claim('within', '2026-06-21T06:00:00Z', '2026-06-21T00:00:00Z')).toEqual({
      claims: [],
      nextAt: '06-21T07:00',
    })
  })
})
