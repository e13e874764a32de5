import { describe, expect, it } from 'vitest'
import { type Bench, createBench } from '../testing/bench.ts'

const set = (bench: Bench, settings: Record<string, unknown>) => {
  bench.send({ command: 'settings', settings })
  expect(bench.results().at(-1)).toMatchObject({ status: 'success' })
}
const half = { initial: { position: 0.5 } }

describe('motorInverted', () => {
  it.each([
    ['wired right, as it comes', false, false, 0.8],
    ['wired right, and inverted', false, true, 0.2],
    ['wired wrong, as it comes', true, false, 0.2],
    ['wired wrong, and inverted', true, true, 0.8],
  ])(
    'decides which way the motor of a shade turns that is %s [DP28]',
    (_name, isMiswired, motorInverted, end) => {
      const bench = createBench({ type: 'roller_shutter', isMiswired, ...half })
      set(bench, { motorInverted })
      bench.send({ command: 'move', position: 80 })
      bench.clock.advance(1_000)
      const isRight = end === 0.8
      expect(bench.lastState()).toMatchObject({
        status: isRight ? 'closing' : 'opening',
        target: { position: 0.8 },
      })
      bench.clock.advance(30_000)
      expect(bench.lastState()).toMatchObject({ status: 'ready', position: end, target: null })
    },
  )

  it('sends a miswired shade to the other end, where it reports to be, and is put right for the next move', () => {
    const bench = createBench({
      type: 'venetian_blind',
      isMiswired: true,
      initial: { position: 0.5, inclination: 0.5 },
    })
    bench.send({ command: 'move', position: 100, inclination: 100 })
    bench.clock.advance(60_000)
    expect(bench.lastState()).toMatchObject({ status: 'ready', position: 0, inclination: 0 })
    bench.device.wallSwitch('open')
    bench.clock.advance(60_000)
    expect(bench.lastState()).toMatchObject({ position: 1, inclination: 1 })
    set(bench, { motorInverted: true })
    bench.send({ command: 'move', position: 25, inclination: 75 })
    bench.clock.advance(60_000)
    expect(bench.lastState()).toMatchObject({ position: 0.25, inclination: 0.75, assumed: false })
  })

  it('is kept through a restart and a power cut [DP28]', () => {
    const bench = createBench({ type: 'roller_shutter', isMiswired: true, ...half })
    set(bench, { motorInverted: true })
    bench.send({ command: 'restart' })
    bench.clock.advance(3_000)
    bench.device.fault({ kind: 'power_cut', ms: 1_000 })
    bench.clock.advance(1_000)
    bench.send({ command: 'move', position: 80 })
    bench.clock.advance(30_000)
    expect(bench.lastState()).toMatchObject({ position: 0.8, totalRestarts: 3 })
  })
})

describe('the wall switch', () => {
  it.each([
    ['press_close', false, 'closing'],
    ['press_open', false, 'opening'],
    ['press_close', true, 'opening'],
    ['press_open', true, 'closing'],
    ['close', true, 'opening'],
  ] as const)('with %s and switchInverted %s is %s [DP28]', (action, switchInverted, status) => {
    const bench = createBench({ type: 'roller_shutter', ...half })
    set(bench, { switchInverted })
    expect(bench.device.wallSwitch(action)).toBe(true)
    expect(bench.lastState().status).toBe(status)
  })

  it('of the normal kind moves the shade for as long as it is held', () => {
    const bench = createBench({ type: 'roller_shutter' })
    bench.device.wallSwitch('press_close')
    bench.clock.advance(5_500)
    expect(bench.lastState()).toMatchObject({ status: 'closing', position: 0.25 })
    expect(bench.device.wallSwitch('release')).toBe(true)
    expect(bench.lastState()).toMatchObject({ status: 'ready', position: 0.25 })
    expect(bench.device.wallSwitch('release')).toBe(false)
  })

  it('of the normal kind does not stop by its release what was asked for meanwhile', () => {
    const bench = createBench({ type: 'roller_shutter' })
    bench.device.wallSwitch('press_close')
    bench.clock.advance(2_000)
    bench.send({ command: 'move', position: 50 })
    expect(bench.device.wallSwitch('release')).toBe(false)
    bench.clock.advance(30_000)
    expect(bench.lastState()).toMatchObject({ status: 'ready', position: 0.5 })
  })

  it('that is a push button starts with one push and stops with the next, whatever side', () => {
    const bench = createBench({ type: 'roller_shutter' })
    set(bench, { switchType: 'push_button' })
    bench.device.wallSwitch('press_close')
    expect(bench.device.wallSwitch('release')).toBe(false)
    bench.clock.advance(5_500)
    expect(bench.lastState()).toMatchObject({ status: 'closing', position: 0.25 })
    bench.device.wallSwitch('press_open')
    bench.device.wallSwitch('release')
    expect(bench.lastState()).toMatchObject({ status: 'ready', position: 0.25 })
    bench.device.wallSwitch('press_open')
    expect(bench.lastState().status).toBe('opening')
  })
})

describe('the slats', () => {
  it.each([
    [100, 10_000],
    [50, 5_000],
  ])('take their share of inclinationTime: %s percent in %s ms', (inclination, ms) => {
    const bench = createBench({ type: 'venetian_blind' })
    set(bench, { inclinationTime: 10_000 })
    bench.send({ command: 'move', inclination })
    bench.clock.advance(ms - 1)
    expect(bench.device.state().status).toBe('moving')
    bench.clock.advance(1)
    expect(bench.lastState()).toMatchObject({ status: 'ready', inclination: inclination / 100 })
  })

  it.each([
    ['full_180', 0.4, 0.7],
    ['upper_90', 0.4, 0],
    ['lower_90', 0.4, 0.4],
  ] as const)('hang as they did when their range becomes %s', (inclinationType, before, after) => {
    const bench = createBench({ type: 'venetian_blind', initial: { position: 1, inclination: before } })
    set(bench, { inclinationType })
    expect(bench.lastState().inclination).toBe(after)
  })

  it('keep their range while they move', () => {
    const bench = createBench({ type: 'venetian_blind' })
    bench.send({ command: 'move', inclination: 100 })
    bench.send({ command: 'settings', settings: { inclinationType: 'full_180' } })
    expect(bench.results().at(-1)).toMatchObject({ error: 'device_busy' })
  })
})

describe('a calibration', () => {
  it('[DP27] is reported until both ends were seen, and refuses what moves', () => {
    const bench = createBench({ type: 'venetian_blind', initial: { position: 0.4, inclination: 0.3 } })
    bench.send({ command: 'recalibrate' })
    bench.clock.advance(5_000)
    for (const command of [
      { command: 'move', position: 10 },
      { command: 'move_to_ventilation', position: 10 },
      { command: 'recalibrate' },
    ]) {
      bench.send(command)
      expect(bench.results().at(-1)).toMatchObject({ error: 'device_busy' })
    }
    expect(bench.device.wallSwitch('press_close')).toBe(false)
    bench.clock.advance(120_000)
    const calibrating = bench.states().filter(({ status }) => status === 'calibrating')
    const positions = calibrating.map(({ position }) => position)
    expect([positions.includes(0), positions.includes(1)]).toEqual([true, true])
    expect(bench.lastState()).toMatchObject({
      status: 'ready',
      position: 0.4,
      inclination: 0.3,
      assumed: false,
    })
  })

  it('[DP27] may be stopped', () => {
    const bench = createBench({ type: 'roller_shutter', ...half })
    bench.send({ command: 'recalibrate' })
    bench.clock.advance(5_000)
    bench.send({ command: 'abort' })
    expect(bench.lastState().status).toBe('ready')
  })

  it('[DP27] ends with a power cut, after which the place is assumed', () => {
    const bench = createBench({ type: 'roller_shutter', ...half })
    bench.send({ command: 'recalibrate' })
    bench.clock.advance(5_000)
    bench.device.fault({ kind: 'power_cut', ms: 1_000 })
    bench.clock.advance(1_000)
    expect(bench.lastState()).toMatchObject({ status: 'ready', assumed: true, totalRestarts: 2 })
    bench.clock.advance(60_000)
    expect(bench.lastState().status).toBe('ready')
  })

  it('[DP27] ends with the process of its controller', () => {
    const before = createBench({ type: 'roller_shutter', ...half })
    before.send({ command: 'recalibrate' })
    before.clock.advance(5_000)
    const killed = createBench({ type: 'roller_shutter', memory: before.device.memory() })
    expect(killed.lastState()).toMatchObject({ status: 'ready', assumed: true, totalRestarts: 2 })
  })
})
