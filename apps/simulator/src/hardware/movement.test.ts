import { describe, expect, it } from 'vitest'
import { mechanismOf } from './mechanisms.ts'
import {
  cutAtJam,
  dueAt,
  type Leg,
  legsAfter,
  type Place,
  planCalibration,
  planMove,
  totalMs,
  withPauses,
} from './movement.ts'

const mechanism = (type: 'roller_shutter' | 'venetian_blind' | 'pergola') => {
  const found = mechanismOf(type, {})
  if (found === null) throw new Error('no mechanism')
  return found
}

const at = (position: number | null, inclination: number | null): Place => ({ position, inclination })

const words = (legs: readonly Leg[]): string =>
  legs
    .map((leg) => {
      if (leg.kind === 'pause') return 'pause'
      if (leg.kind === 'end_stop') return `${leg.axis} end ${leg.at}`
      return `${leg.axis} ${leg.from ?? 'unknown'}→${leg.to}`
    })
    .join(', ')

describe('planMove', () => {
  const cases = [
    [
      'a roller shutter part of the way',
      'roller_shutter',
      at(0.2, null),
      { position: 0.5 },
      null,
      false,
      'position 0.2→0.5',
    ],
    [
      'a full travel, which ends at the end stop',
      'roller_shutter',
      at(0.2, null),
      { position: 1 },
      null,
      false,
      'position 0.2→1, position end 1',
    ],
    ['nothing when it is there', 'roller_shutter', at(0.2, null), { position: 0.2 }, null, false, ''],
    ['nothing at an end that is proven', 'roller_shutter', at(0, null), { position: 0 }, null, false, ''],
    [
      'the end stop when the end is only assumed',
      'roller_shutter',
      at(0, null),
      { position: 0 },
      null,
      true,
      'position end 0',
    ],
    [
      'by way of the open end when it does not know where it is',
      'roller_shutter',
      at(null, null),
      { position: 0.4 },
      null,
      true,
      'position unknown→0, position end 0, position 0→0.4',
    ],
    [
      'slats that close before they go down and come back to their angle',
      'venetian_blind',
      at(0, 0.3),
      { position: 0.5 },
      0.3,
      false,
      'inclination 0.3→1, position 0→0.5, inclination 1→0.3',
    ],
    [
      'slats that open before they go up and take the asked angle',
      'venetian_blind',
      at(0.8, 0.5),
      { position: 0.2, inclination: 0.7 },
      0.5,
      false,
      'inclination 0.5→0, position 0.8→0.2, inclination 0→0.7',
    ],
    [
      'slats that stay closed when closed is asked for',
      'venetian_blind',
      at(0, 1),
      { position: 1, inclination: 1 },
      1,
      false,
      'position 0→1, position end 1',
    ],
    ['slats alone', 'venetian_blind', at(0.5, 0), { inclination: 0.4 }, 0, false, 'inclination 0→0.4'],
    [
      'slats alone when the lift is there',
      'venetian_blind',
      at(0.5, 0),
      { position: 0.5, inclination: 0.4 },
      0,
      false,
      'inclination 0→0.4',
    ],
    [
      'slats that turn over where an unsure lift changes its way',
      'venetian_blind',
      at(null, 0.5),
      { position: 0.4 },
      0.5,
      true,
      'inclination 0.5→0, position unknown→0, position end 0, inclination 0→1, position 0→0.4, inclination 1→0.5',
    ],
    [
      'a pergola, which only turns',
      'pergola',
      at(null, 0.2),
      { inclination: 1 },
      null,
      false,
      'inclination 0.2→1, inclination end 1',
    ],
  ] as const
  it.each(cases)('plans %s', (_name, type, place, target, keepInclination, isAssumed, expected) => {
    expect(words(planMove(mechanism(type), place, { target, keepInclination, isAssumed }))).toBe(expected)
  })

  it('takes longer up than down', () => {
    const move = (from: number, to: number) =>
      totalMs(
        planMove(mechanism('roller_shutter'), at(from, null), {
          target: { position: to },
          keepInclination: null,
          isAssumed: false,
        }),
      )
    expect(move(0, 0.5)).toBe(11_000)
    expect(move(0.5, 0)).toBeGreaterThan(move(0, 0.5))
    expect(move(0, 1)).toBe(22_300)
  })
})

describe('planCalibration', () => {
  it.each([
    [
      'roller_shutter',
      at(0.4, null),
      'position 0.4→0, position end 0, position 0→1, position end 1, position 1→0.4',
    ],
    [
      'pergola',
      at(null, 0.4),
      'inclination 0.4→0, inclination end 0, inclination 0→1, inclination end 1, inclination 1→0.4',
    ],
    [
      'venetian_blind',
      at(1, 0.3),
      'inclination 0.3→0, position 1→0, position end 0, inclination 0→1, position 0→1, position end 1, inclination 1→0.3',
    ],
  ] as const)('runs a %s to both ends and back', (type, place, expected) => {
    expect(words(planCalibration(mechanism(type), place))).toBe(expected)
  })
})

const down: Leg = { kind: 'drive', axis: 'position', from: 0, to: 1, ms: 10_000 }
const up: Leg = { kind: 'drive', axis: 'position', from: 1, to: 0, ms: 10_000 }

describe('withPauses', () => {
  it.each([
    ['nothing from rest', [down], null, 'position 0→1', 10_000],
    ['nothing the same way', [down], { direction: 1, restedMs: 0 }, 'position 0→1', 10_000],
    [
      'a pause against the running way',
      [down],
      { direction: -1, restedMs: 0 },
      'pause, position 0→1',
      10_500,
    ],
    ['what is left of the pause', [down], { direction: -1, restedMs: 200 }, 'pause, position 0→1', 10_300],
    ['nothing after a rest', [down], { direction: -1, restedMs: 500 }, 'position 0→1', 10_000],
    ['a pause at a turn within the plan', [down, up], null, 'position 0→1, pause, position 1→0', 20_500],
  ] as const)('[DP25] puts in %s', (_name, legs, turned, expected, ms) => {
    const paused = withPauses(legs, turned)
    expect(words(paused)).toBe(expected)
    expect(totalMs(paused)).toBe(ms)
  })
})

describe('cutAtJam', () => {
  it.each([
    ['stops on the way down', [down], { at: 0.4, blocked: null }, 'position 0→0.4', 1],
    ['drops what would come after', [down, up], { at: 0.4, blocked: null }, 'position 0→0.4', 1],
    ['lets a move end there', [{ ...down, to: 0.4 }], { at: 0.4, blocked: null }, 'position 0→0.4', null],
    [
      'lets a move away from it pass',
      [{ ...up, from: 0.4 }],
      { at: 0.4, blocked: 1 },
      'position 0.4→0',
      null,
    ],
    ['holds against the blocked way', [{ ...down, from: 0.4 }], { at: 0.4, blocked: 1 }, '', 1],
    ['holds either way', [{ ...up, from: 0.4 }], { at: 0.4, blocked: 'both' }, '', -1],
  ] as const)('%s', (_name, legs, jam, expected, hit) => {
    const cut = cutAtJam(legs, { axis: 'position', ...jam })
    expect(words(cut.legs)).toBe(expected)
    expect(cut.hit).toBe(hit)
  })

  it('shortens the time with the way', () => {
    expect(totalMs(cutAtJam([down], { axis: 'position', at: 0.4, blocked: null }).legs)).toBe(4_000)
  })
})

describe('lookAt', () => {
  const legs: Leg[] = [
    { kind: 'pause', ms: 500 },
    down,
    { kind: 'end_stop', axis: 'position', at: 1, ms: 300 },
  ]
  it.each([
    ['stands in the pause, about to close', 250, 0, null, 1, false],
    ['is half way', 5_500, 0.5, 1, 1, false],
    ['presses against the end stop', 10_600, 1, 1, 1, false],
    ['has proven the end', 10_800, 1, null, null, true],
  ] as const)('%s', (_name, elapsed, position, direction, heading, isProven) => {
    expect(dueAt(at(0, null), legs, elapsed, 'position')).toEqual({
      place: at(position, null),
      direction,
      heading,
      isProven,
    })
  })

  it('knows no place while it searches the end stop', () => {
    const search: Leg = { ...up, from: null }
    expect(dueAt(at(null, null), [search], 9_999).place.position).toBeNull()
    expect(dueAt(at(null, null), [search], 10_000).place.position).toBe(0)
  })
})

describe('legsAfter', () => {
  it('cuts the running stretch to what lies ahead', () => {
    expect(legsAfter([down, up], 2_500)).toEqual([{ ...down, from: 0.25, ms: 7_500 }, up])
    expect(legsAfter([down, up], 12_500)).toEqual([{ ...up, from: 0.75, ms: 7_500 }])
  })
})
