import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { WALL_SWITCH_ACTIONS } from '../hardware/behaviour.ts'
import { createBench } from '../testing/bench.ts'
import type { Fault } from './faults.ts'

describe('whatever happens', () => {
  const percent = fc.integer({ min: 0, max: 100 })
  const unit = fc.double({ min: 0, max: 1, noNaN: true })
  const command = fc.oneof(
    percent.map((position) => ({ command: 'move', position })),
    percent.map((inclination) => ({ command: 'move', inclination })),
    fc.tuple(percent, percent).map(([position, inclination]) => ({ command: 'move', position, inclination })),
    fc.constantFrom<Record<string, unknown>>(
      { command: 'abort' },
      { command: 'move_to_ventilation' },
      { command: 'move_to_ventilation', position: 80 },
      { command: 'light_apply', lightType: 'light_1', brightness: 0.5 },
      { command: 'settings', settings: { motorInverted: true } },
      { command: 'settings', settings: { inclinationType: 'full_180' } },
      { command: 'recalibrate' },
      { command: 'restart' },
      { command: 'forget' },
      { command: 'unlock', lockType: 'motor', unlockDuration: 2 },
      { command: 'lock', lockType: 'magnet' },
      { command: 'settings', settings: { inclinationTime: 5_000 } },
      { command: 'settings', settings: { devicetype: 'pergola' } },
      { command: 'settings', settings: { devicetype: 'venetian_blind' } },
    ),
  )
  const fault: fc.Arbitrary<Fault> = fc.oneof(
    unit.map((at) => ({ kind: 'jam' as const, at })),
    fc.integer({ min: 0, max: 9_000 }).map((ms) => ({ kind: 'power_cut' as const, ms })),
    fc.integer({ min: 0, max: 9_000 }).map((ms) => ({ kind: 'lost_link' as const, ms })),
    fc.integer({ min: 0, max: 9_000 }).map((ms) => ({ kind: 'late_answer' as const, ms, times: 1 })),
    fc.constantFrom<Fault>(
      { kind: 'jam' },
      { kind: 'restart' },
      { kind: 'lost_position' },
      { kind: 'false_zero', times: 1 },
      { kind: 'no_answer', times: 1 },
      { kind: 'refuse', error: 'device_busy', times: 1 },
    ),
  )
  const step = fc.record({
    waitMs: fc.integer({ min: 0, max: 12_000 }),
    deed: fc.oneof(
      command.map((value) => ({ kind: 'command' as const, value })),
      fault.map((value) => ({ kind: 'fault' as const, value })),
      fc.constantFrom(...WALL_SWITCH_ACTIONS).map((value) => ({ kind: 'switch' as const, value })),
      fc.constantFrom('open', 'close').map((value) => ({ kind: 'leaf' as const, value })),
      fc.constant({ kind: 'clear' as const }),
    ),
  })

  it.each(['roller_shutter', 'venetian_blind', 'pergola', 'home_door', 'light'] as const)(
    'a %s stays within bounds, counts upwards and comes to rest',
    (type) => {
      fc.assert(
        fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
          const bench = createBench({ type })
          for (const { waitMs, deed } of steps) {
            if (deed.kind === 'command') bench.send(deed.value)
            else if (deed.kind === 'fault') bench.device.fault(deed.value)
            else if (deed.kind === 'switch') bench.device.wallSwitch(deed.value)
            else if (deed.kind === 'leaf') bench.device.door(deed.value)
            else bench.device.clearFaults()
            bench.clock.advance(waitMs)
          }
          bench.device.clearFaults()
          bench.device.door('close')
          bench.clock.advance(400_000)
          expect(bench.lastState().status).toBe('ready')
          expect(bench.device.state().status).toBe('ready')
          expect(bench.clock.pending()).toBe(0)
          let before = { totalRestarts: 0, totalStateUpdates: 0 }
          for (const state of bench.states()) {
            for (const value of [state.position ?? 0, state.inclination ?? 0]) {
              expect(value).toBeGreaterThanOrEqual(0)
              expect(value).toBeLessThanOrEqual(1)
            }
            const isNext =
              state.totalRestarts > before.totalRestarts ||
              (state.totalRestarts === before.totalRestarts &&
                state.totalStateUpdates > before.totalStateUpdates)
            expect(isNext).toBe(true)
            before = state
            if (state.motorLockLocked === true) expect(state.motorLockState).toBe('locked')
          }
        }),
        { numRuns: 60 },
      )
    },
  )
})
