import { DEVICE_TYPES, deviceStateMessageSchema, kindOf } from '@senca/contract'
import { describe, expect, it } from 'vitest'
import { type Bench, createBench } from '../testing/bench.ts'

describe('a moving shade', () => {
  it('[DP14] reports four times a second, gradually and in order, and once more at rest', () => {
    const bench = createBench({ type: 'roller_shutter' })
    bench.send({ command: 'move', position: 50 })
    bench.clock.advance(30_000)
    const [, accepted, ...moving] = bench.states()
    expect(accepted).toMatchObject({ status: 'closing', position: 0, target: { position: 0.5 } })
    expect(moving).toHaveLength(44)
    const positions = moving.map((state) => state.position ?? -1)
    const steps = positions.slice(1).map((position, index) => position - (positions[index] ?? 0))
    expect(Math.min(...steps)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...steps)).toBeLessThan(0.02)
    expect(moving.slice(0, -1).every((state) => state.status === 'closing')).toBe(true)
    expect(bench.lastState()).toMatchObject({ status: 'ready', position: 0.5, target: null })
  })

  it.each(DEVICE_TYPES.filter((type) => kindOf(type).family === 'shade'))(
    'takes a %s from end to end in its travel time, with messages of the contract',
    (type) => {
      const bench = createBench({ type })
      const axis = kindOf(type).mainAxis ?? 'position'
      const seconds = {
        roller_shutter: 22,
        venetian_blind: 28,
        insect_screen: 16,
        textile_screen: 16,
        awning: 35,
        falcon: 24,
        pergola: 18,
        home_door: 0,
        light: 0,
      }
      bench.send({ command: 'move', [axis]: 100 })
      bench.clock.advance((seconds[type] - 0.5) * 1_000)
      expect(bench.lastState().status).not.toBe('ready')
      bench.clock.advance(5_500)
      expect(bench.lastState()).toMatchObject({ status: 'ready', [axis]: 1 })
      for (const state of bench.states()) expect(deviceStateMessageSchema.safeParse(state).success).toBe(true)
    },
  )

  it('reports the position reached when it is stopped', () => {
    const bench = createBench({ type: 'roller_shutter' })
    bench.send({ command: 'move', position: 100 })
    bench.clock.advance(5_500)
    bench.send({ command: 'abort' })
    expect(bench.lastState()).toMatchObject({ status: 'ready', position: 0.25, target: null })
    bench.clock.advance(10_000)
    expect(bench.lastState().position).toBe(0.25)
  })

  it('[DP25] rests for half a second before it turns the other way', () => {
    const bench = createBench({ type: 'roller_shutter' })
    bench.send({ command: 'move', position: 100 })
    bench.clock.advance(5_500)
    bench.send({ command: 'move', position: 0 })
    bench.clock.advance(499)
    expect(bench.device.state()).toMatchObject({ status: 'opening', position: 0.25 })
    bench.clock.advance(1_000)
    expect(bench.device.state().position).toBeLessThan(0.25)
  })

  it.each([
    ['after a stop', (bench: Bench) => bench.send({ command: 'abort' })],
    ['after a tap that was undone', (bench: Bench) => bench.send({ command: 'move', position: 100 })],
    ['after a tap at the switch', (bench: Bench) => bench.device.wallSwitch('stop')],
    [
      'in a burst of taps',
      (bench: Bench) => {
        for (let tap = 0; tap < 20; tap += 1)
          bench.send({ command: 'move', position: tap % 2 === 0 ? 0 : 100 })
      },
    ],
  ])('[DP25] rests for half a second before it turns the other way %s', (_name, between) => {
    const bench = createBench({ type: 'roller_shutter' })
    bench.send({ command: 'move', position: 100 })
    bench.clock.advance(5_500)
    bench.send({ command: 'move', position: 0 })
    bench.clock.advance(100)
    between(bench)
    bench.clock.advance(100)
    bench.send({ command: 'move', position: 0 })
    const turnedAt = bench.device.state().position ?? 0
    bench.clock.advance(300)
    expect(bench.device.state().position).toBe(turnedAt)
    bench.clock.advance(700)
    expect(bench.device.state().position).toBeLessThan(turnedAt)
  })

  it('[DP25] rests as long when time runs fast', () => {
    const bench = createBench({ type: 'roller_shutter', speed: 20 })
    bench.send({ command: 'move', position: 100 })
    bench.clock.advance(275)
    bench.send({ command: 'move', position: 0 })
    bench.clock.advance(499)
    expect(bench.device.state().position).toBe(0.25)
    bench.clock.advance(1_000)
    expect(bench.lastState()).toMatchObject({ status: 'ready', position: 0 })
  })

  it('goes on without a pause to a target further the same way', () => {
    const bench = createBench({ type: 'roller_shutter' })
    bench.send({ command: 'move', position: 50 })
    bench.clock.advance(5_500)
    bench.send({ command: 'move', position: 75 })
    bench.clock.advance(11_000)
    expect(bench.lastState()).toMatchObject({ status: 'ready', position: 0.75 })
  })

  it('runs faster when its speed is set higher', () => {
    const bench = createBench({ type: 'awning', speed: 10 })
    bench.send({ command: 'move', position: 100 })
    bench.clock.advance(3_600)
    expect(bench.lastState()).toMatchObject({ status: 'ready', position: 1 })
  })
})

describe('a venetian blind', () => {
  it('closes its slats before it goes down and takes the asked angle at the end', () => {
    const bench = createBench({ type: 'venetian_blind' })
    bench.send({ command: 'move', position: 50, inclination: 25 })
    bench.clock.advance(1_500)
    expect(bench.lastState().position).toBe(0)
    expect(bench.lastState().inclination).toBeGreaterThan(0.9)
    bench.clock.advance(7_000)
    expect(bench.lastState()).toMatchObject({ status: 'closing', inclination: 1 })
    bench.clock.advance(20_000)
    expect(bench.lastState()).toMatchObject({ status: 'ready', position: 0.5, inclination: 0.25 })
  })

  it.each([
    ['reversed in the middle', 80, 10],
    ['sent further in the middle', 40, 90],
  ])('ends at the asked tilt after the lift, also when it is %s', (_name, first, second) => {
    const bench = createBench({ type: 'venetian_blind', initial: { position: 0.3, inclination: 0.5 } })
    bench.send({ command: 'move', position: first, inclination: 90 })
    bench.clock.advance(3_000)
    expect(bench.lastState().status).toBe('closing')
    bench.send({ command: 'move', position: second, inclination: 35 })
    bench.clock.advance(60_000)
    expect(bench.lastState()).toMatchObject({
      status: 'ready',
      position: second / 100,
      inclination: 0.35,
      target: null,
    })
  })

  it('comes back to its angle when none is asked for, also after it was sent elsewhere on the way', () => {
    const bench = createBench({ type: 'venetian_blind', initial: { position: 0.2, inclination: 0.4 } })
    bench.send({ command: 'move', position: 80 })
    bench.clock.advance(5_000)
    bench.send({ command: 'move', position: 60 })
    bench.clock.advance(30_000)
    expect(bench.lastState()).toMatchObject({ status: 'ready', position: 0.6, inclination: 0.4 })
  })

  it('turns its slats in the time that its settings say', () => {
    const bench = createBench({ type: 'venetian_blind' })
    bench.send({ command: 'settings', settings: { inclinationTime: 4_000 } })
    bench.send({ command: 'move', inclination: 100 })
    bench.clock.advance(3_900)
    expect(bench.lastState().status).toBe('moving')
    bench.clock.advance(100)
    expect(bench.lastState()).toMatchObject({ status: 'ready', inclination: 1 })
  })
})

describe('a shade', () => {
  it.each([
    ['a pergola has no lift', 'pergola', { command: 'move', position: 50 }],
    ['a roller shutter has no slats', 'roller_shutter', { command: 'move', inclination: 50 }],
    ['an awning has no lock', 'awning', { command: 'unlock', lockType: 'motor' }],
    ['a falcon has no light', 'falcon', { command: 'light_apply', lightType: 'door', brightness: 1 }],
  ] as const)('refuses what it does not have: %s', (_name, type, command) => {
    const bench = createBench({ type })
    bench.send(command)
    expect(bench.results()).toEqual([
      { id: 'command-1', status: 'error', error: 'device_unsupported_action' },
    ])
  })

  it('only turns when it is a pergola', () => {
    const bench = createBench({ type: 'pergola' })
    bench.send({ command: 'move', inclination: 40 })
    bench.clock.advance(20_000)
    expect(bench.states().every((state) => state.position === null)).toBe(true)
    expect(bench.lastState()).toMatchObject({ status: 'ready', inclination: 0.4 })
  })

  it('has nothing to stop at rest', () => {
    const bench = createBench({ type: 'roller_shutter' })
    bench.send({ command: 'abort' })
    expect(bench.results()).toMatchObject([{ status: 'error', error: 'device_not_busy' }])
    expect(bench.states()).toHaveLength(1)
  })

  it.each([
    ['its own', 'roller_shutter', {}, { position: 0.85 }],
    ['the one that is named', 'roller_shutter', { position: 70 }, { position: 0.7 }],
    [
      'the one that is named, with its tilt',
      'venetian_blind',
      { position: 60, inclination: 20 },
      { position: 0.6, inclination: 0.2 },
    ],
    ['its own, which a pergola turns to', 'pergola', {}, { inclination: 0.85 }],
  ] as const)('[DP26] goes to a ventilation place: %s', (_name, type, fields, place) => {
    const bench = createBench({ type })
    bench.send({ command: 'move_to_ventilation', ...fields })
    expect(bench.lastState().target).toEqual(place)
    bench.clock.advance(40_000)
    expect(bench.lastState()).toMatchObject({ status: 'ready', ...place })
  })

  it.each([
    ['a place along an axis that it lacks', { inclination: 20 }, 'device_unsupported_action'],
    ['a place out of range', { position: 101 }, 'bad_command_value'],
    ['a key of another command', { brightness: 1 }, 'invalid_command'],
  ])('[DP26] refuses a ventilation with %s', (_name, fields, error) => {
    const bench = createBench({ type: 'roller_shutter' })
    bench.send({ command: 'move_to_ventilation', ...fields })
    expect(bench.results()).toMatchObject([{ error }])
  })

  it('runs to both ends and back when it calibrates, and takes no move meanwhile', () => {
    const bench = createBench({ type: 'roller_shutter', initial: { position: 0.5 } })
    bench.send({ command: 'recalibrate' })
    bench.clock.advance(20_000)
    bench.send({ command: 'move', position: 10 })
    expect(bench.results().at(-1)).toMatchObject({ status: 'error', error: 'device_busy' })
    expect(bench.lastState()).toMatchObject({ status: 'calibrating', target: null })
    bench.clock.advance(60_000)
    const positions = bench.states().map((state) => state.position)
    expect(positions).toContain(0)
    expect(positions).toContain(1)
    expect(bench.lastState()).toMatchObject({ status: 'ready', position: 0.5 })
  })

  it('sticks at an obstacle and gets away from it the other way', () => {
    const bench = createBench({ type: 'roller_shutter' })
    bench.device.fault({ kind: 'jam', at: 0.4 })
    bench.send({ command: 'move', position: 100 })
    bench.clock.advance(30_000)
    expect(bench.lastState()).toMatchObject({ status: 'ready', position: 0.4, target: null })
    bench.send({ command: 'move', position: 100 })
    bench.clock.advance(30_000)
    expect(bench.lastState()).toMatchObject({ status: 'ready', position: 0.4 })
    bench.send({ command: 'move', position: 10 })
    bench.clock.advance(30_000)
    expect(bench.lastState().position).toBe(0.1)
    bench.device.clearFaults()
    bench.send({ command: 'move', position: 100 })
    bench.clock.advance(30_000)
    expect(bench.lastState().position).toBe(1)
  })

  it.each([
    ['ahead of it', 0.75, 0.75],
    ['where it is', undefined, 0.25],
  ])('sticks at an obstacle that comes into its way: %s', (_name, at, reached) => {
    const bench = createBench({ type: 'roller_shutter' })
    bench.send({ command: 'move', position: 100 })
    bench.clock.advance(5_500)
    bench.device.fault({ kind: 'jam', ...(at === undefined ? {} : { at }) })
    bench.clock.advance(30_000)
    expect(bench.lastState()).toMatchObject({ status: 'ready', position: reached })
  })

  it('[DP14] reports what the wall switch does', () => {
    const bench = createBench({ type: 'roller_shutter' })
    expect(bench.device.wallSwitch('close')).toBe(true)
    bench.clock.advance(5_500)
    expect(bench.lastState()).toMatchObject({ status: 'closing', position: 0.25, target: { position: 1 } })
    bench.device.wallSwitch('stop')
    expect(bench.lastState()).toMatchObject({ status: 'ready', position: 0.25 })
    expect(bench.results()).toEqual([])
  })

  it('turns its switch round when its settings say so', () => {
    const bench = createBench({ type: 'roller_shutter', initial: { position: 0.5 } })
    bench.send({ command: 'settings', settings: { switchInverted: true } })
    bench.device.wallSwitch('close')
    expect(bench.lastState().status).toBe('opening')
  })

  it('has no position when it lost count, and finds it at the end stop', () => {
    const bench = createBench({ type: 'roller_shutter', initial: { position: 0.5 } })
    bench.device.fault({ kind: 'lost_position' })
    expect(bench.lastState()).toMatchObject({ position: null, assumed: true })
    bench.send({ command: 'move', position: 30 })
    bench.clock.advance(10_000)
    expect(bench.lastState()).toMatchObject({ status: 'opening', position: null })
    bench.clock.advance(40_000)
    expect(bench.lastState()).toMatchObject({ status: 'ready', position: 0.3, assumed: false })
  })

  it('reports a false zero as often as the test sets', () => {
    const bench = createBench({ type: 'roller_shutter', initial: { position: 0.5 } })
    bench.device.fault({ kind: 'false_zero', times: 1 })
    expect(bench.lastState().position).toBe(0)
    bench.send({ command: 'settings', settings: {} })
    expect(bench.lastState().position).toBe(0.5)
  })

  it('becomes another kind of shade by its settings, and says so', () => {
    const bench = createBench({ type: 'roller_shutter', initial: { position: 0.5 } })
    bench.send({ command: 'settings', settings: { devicetype: 'venetian_blind' } })
    expect(bench.statuses().at(-1)).toMatchObject({ connected: true, type: 'venetian_blind' })
    bench.send({ command: 'move', inclination: 50 })
    bench.clock.advance(10_000)
    expect(bench.lastState()).toMatchObject({ status: 'ready', position: 0.5, inclination: 0.5 })
    bench.send({ command: 'settings', settings: { devicetype: 'home_door' } })
    expect(bench.results().at(-1)).toMatchObject({ error: 'bad_command_value' })
  })
})
