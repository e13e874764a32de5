import { describe, expect, it } from 'vitest'
import {
  type CoverEvent,
  type CoverMotion,
  type CoverReading,
  motionDueAt,
  nextMotion,
  targetOf,
  UNKNOWN_MOTION,
} from './cover-motion.ts'

const TRAVEL_MS = 20_000

const reading = (position: number | null, moving: CoverReading['moving'] = 'none'): CoverReading => ({
  position,
  inclination: null,
  moving,
  assumed: false,
})
const report = (at: number, position: number | null, moving?: CoverReading['moving']): CoverEvent => ({
  kind: 'report',
  at,
  reading: reading(position, moving),
  isLive: true,
})
const move = (at: number, position: number): CoverEvent => ({
  kind: 'command',
  at,
  target: { position },
  travelMs: TRAVEL_MS,
})
const stop = (at: number): CoverEvent => ({ kind: 'command', at, target: {}, travelMs: TRAVEL_MS })
const time = (at: number): CoverEvent => ({ kind: 'time', at })

const motionOf = (...events: CoverEvent[]): CoverMotion => events.reduce(nextMotion, UNKNOWN_MOTION)
const shown = (motion: CoverMotion) => ({
  status: motion.status,
  position: motion.place.position,
  assumed: motion.assumed,
  target: targetOf(motion),
})

const AT_REST = { status: 'ready', assumed: false, target: null }

describe('a cover that reports motion', () => {
  it('moves and rests as it reports', () => {
    const begun = [report(0, 0), move(100, 1), report(200, 0, 'closing')]
    expect(shown(motionOf(...begun))).toEqual({
      status: 'closing',
      position: 0,
      assumed: false,
      target: { position: 1 },
    })
    expect(shown(motionOf(...begun, report(9_000, 0.5, 'closing'))).position).toBe(0.5)
    expect(shown(motionOf(...begun, report(20_000, 1)))).toEqual({ ...AT_REST, position: 1 })
  })

  it('never comes to rest by silence alone', () => {
    expect(motionDueAt(motionOf(report(0, 0), move(100, 1), report(200, 0, 'closing')))).toBeNull()
    expect(motionDueAt(motionOf(report(0, 0), report(200, 0, 'closing')))).toBeNull()
  })

  it('shows its old place while it reports none', () => {
    expect(shown(motionOf(report(0, 1), report(200, null, 'opening')))).toEqual({
      status: 'opening',
      position: 1,
      assumed: false,
      target: null,
    })
  })

  it('rests elsewhere if it reports rest elsewhere', () => {
    const motion = motionOf(report(0, 0), move(100, 1), report(200, 0, 'closing'), report(5_000, 0.4))
    expect(shown(motion)).toEqual({ ...AT_REST, position: 0.4 })
  })
})

describe('a cover that reports positions only', () => {
  it('moves from the command on', () => {
    expect(shown(motionOf(report(0, 0.2), move(100, 0.8)))).toEqual({
      status: 'closing',
      position: 0.2,
      assumed: false,
      target: { position: 0.8 },
    })
  })

  it.each([
    [0.8, 'ready'],
    [0.76, 'ready'],
    [0.84, 'ready'],
    [0.7, 'closing'],
  ])('is at its target of 0.8 at %f: %s', (position, status) => {
    expect(shown(motionOf(report(0, 0.2), move(100, 0.8), report(9_000, position)))).toMatchObject({
      status,
      position,
    })
  })

  it('keeps its position when the bridge repeats the target at once', () => {
    const echoed = motionOf(report(0, 0), move(100, 1), report(101, 1))
    expect(shown(echoed)).toEqual({
      status: 'closing',
      position: 0,
      assumed: false,
      target: { position: 1 },
    })
    expect(motionDueAt(echoed)).toBe(100 + TRAVEL_MS)
  })

  it('assumes an echoed position once the travel time is over', () => {
    const motion = motionOf(report(0, 0), move(100, 1), report(101, 1), time(100 + TRAVEL_MS))
    expect(shown(motion)).toEqual({ status: 'ready', position: 1, assumed: true, target: null })
  })

  it('does not assume an echoed position of a short way before three seconds', () => {
    expect(motionDueAt(motionOf(report(0, 0.5), move(100, 0.6), report(101, 0.6)))).toBe(3_100)
  })

  it('has arrived when a later report repeats the target', () => {
    const motion = motionOf(report(0, 0), move(100, 1), report(101, 1), report(1_200, 1))
    expect(shown(motion)).toEqual({ ...AT_REST, position: 1 })
  })

  it('withdraws the echo when it reports another position', () => {
    const motion = motionOf(report(0, 0), move(100, 1), report(101, 1), report(900, 0.1))
    expect(shown(motion)).toMatchObject({ status: 'closing', position: 0.1 })
    expect(motionDueAt(motion)).toBe(10_900)
  })

  it('rests where it was after ten silent seconds', () => {
    const motion = motionOf(report(0, 0), move(100, 1))
    expect(motionDueAt(motion)).toBe(10_100)
    expect(shown(nextMotion(motion, time(10_100)))).toEqual({ ...AT_REST, position: 0 })
  })

  it('moves for five seconds after a local operation', () => {
    const moved = motionOf(report(0, 0), report(60_000, 0.4))
    expect(shown(moved)).toMatchObject({ status: 'closing', position: 0.4, target: null })
    expect(shown(nextMotion(moved, time(64_999))).status).toBe('closing')
    expect(shown(nextMotion(moved, time(65_000)))).toEqual({ ...AT_REST, position: 0.4 })
  })

  it('does not move when it repeats its position', () => {
    const still = motionOf(report(0, 0.4))
    expect(nextMotion(still, report(60_000, 0.4))).toBe(still)
  })
})

describe('a stop', () => {
  it('ends at the next report without motion', () => {
    const motion = motionOf(report(0, 0), move(100, 1), report(3_000, 0.3), stop(3_100), report(3_300, 0.35))
    expect(shown(motion)).toEqual({ ...AT_REST, position: 0.35 })
  })

  it('ends after two seconds without a changed position', () => {
    const motion = motionOf(report(0, 0), move(100, 1), stop(2_000))
    expect(motionDueAt(motion)).toBe(4_000)
    expect(shown(nextMotion(motion, time(4_000))).status).toBe('ready')
  })

  it('does not make a resting cover move', () => {
    expect(shown(motionOf(report(0, 0.5), stop(100)))).toEqual({ ...AT_REST, position: 0.5 })
  })
})

describe('what is not proven', () => {
  it('never shows motion for a retained message', () => {
    const kept: CoverEvent = { kind: 'report', at: 100, reading: reading(0.6, 'closing'), isLive: false }
    expect(shown(nextMotion(motionOf(report(0, 0.2)), kept))).toEqual({ ...AT_REST, position: 0.6 })
  })

  it('assumes what an optimistic cover shows', () => {
    const optimistic: CoverEvent = {
      kind: 'report',
      at: 100,
      reading: { ...reading(1), assumed: true },
      isLive: true,
    }
    expect(shown(motionOf(optimistic))).toEqual({ status: 'ready', position: 1, assumed: true, target: null })
  })

  it('moves again to a place that is only assumed', () => {
    const assumed = motionOf(report(0, 0), move(100, 1), report(101, 1), time(100 + TRAVEL_MS))
    expect(shown(nextMotion(assumed, move(30_000, 1)))).toMatchObject({ status: 'closing' })
  })

  it('moves to an end from an unknown position', () => {
    expect(shown(motionOf(move(100, 0)))).toMatchObject({ status: 'opening', position: null })
    expect(shown(motionOf(move(100, 0.5)))).toMatchObject({ status: 'moving', position: null })
  })
})
