import { describe, expect, it } from 'vitest'
import { createBench } from '../testing/bench.ts'
import { createVirtualDevice } from './virtual-device.ts'

const move = (position: number) => ({ command: 'move', position })

describe('reports', () => {
  it('[DP14] follow every accepted command, after its result, also when nothing changes', () => {
    const bench = createBench({ type: 'roller_shutter' })
    bench.published.length = 0
    bench.send(move(0))
    expect(bench.published.map((each) => each.topic)).toEqual(['result', 'state'])
    expect(bench.lastState()).toMatchObject({ status: 'ready', totalStateUpdates: 2 })
  })

  it('[DP13] count themselves, and start again after a restart that is counted', () => {
    const bench = createBench({ type: 'roller_shutter' })
    bench.send(move(10))
    bench.clock.advance(5_000)
    const counts = bench.states().map((state) => state.totalStateUpdates)
    expect(counts).toEqual(counts.map((_count, index) => index + 1))
    bench.send({ command: 'restart' })
    expect(bench.lastState().status).toBe('restarting')
    bench.send(move(20))
    expect(bench.results().at(-1)).toMatchObject({ error: 'device_busy' })
    bench.clock.advance(2_000)
    expect(bench.lastState()).toMatchObject({ status: 'ready', totalRestarts: 2 })
    expect(bench.lastState().totalStateUpdates).toBeLessThan(3)
  })

  it('are not counted while nobody is connected', () => {
    const bench = createBench({ type: 'roller_shutter' })
    bench.device.fault({ kind: 'lost_link', ms: 5_000 })
    bench.device.wallSwitch('close')
    bench.clock.advance(4_000)
    expect(bench.states()).toHaveLength(1)
    bench.clock.advance(1_000)
    expect(bench.states()[1]).toMatchObject({ status: 'closing', totalStateUpdates: 2 })
    expect(bench.lastState().position).toBeGreaterThan(0.2)
  })
})

describe('commands', () => {
  it('[DP19] are dropped when their time is over', () => {
    const bench = createBench({ type: 'roller_shutter' })
    bench.send(move(50), { expiresAt: new Date(bench.clock.now().getTime() - 1).toISOString() })
    bench.clock.advance(1_000)
    expect(bench.results()).toEqual([])
    expect(bench.lastState().position).toBe(0)
  })

  it('[DP19] are carried out once', () => {
    const bench = createBench({ type: 'roller_shutter' })
    bench.send(move(50), { id: 'twice' })
    bench.clock.advance(20_000)
    bench.send(move(0))
    bench.clock.advance(20_000)
    bench.send(move(50), { id: 'twice' })
    bench.clock.advance(20_000)
    expect(bench.results()).toHaveLength(2)
    expect(bench.lastState().position).toBe(0)
  })

  it('[DP29] are carried out whatever else is written beside their fields', () => {
    const bench = createBench({ type: 'roller_shutter' })
    bench.send({ command: 'move', position: 50, urgency: 'high', nested: { a: 1 } })
    bench.clock.advance(20_000)
    expect(bench.results()).toEqual([{ id: 'command-1', status: 'success' }])
    expect(bench.lastState()).toMatchObject({ status: 'ready', position: 0.5 })
  })

  it('[DP29] are refused for their own fault and not for what they need not know', () => {
    const bench = createBench({ type: 'roller_shutter' })
    bench.send({ command: 'move', position: 101, urgency: 'high' })
    expect(bench.results()).toMatchObject([{ error: 'bad_command_value' }])
  })

  it.each([
    ['an unknown command', { command: 'dance' }, 'invalid_command'],
    ['a move to nowhere', { command: 'move' }, 'invalid_command'],
    ['a field of another command', { command: 'move', position: 1, brightness: 1 }, 'invalid_command'],
    ['a value out of range', { command: 'move', position: 101 }, 'bad_command_value'],
    ['a value of another type', { command: 'move', position: 'half' }, 'bad_command_value'],
    [
      'a setting out of range',
      { command: 'settings', settings: { inclinationTime: 1 } },
      'bad_command_value',
    ],
    ['a withdrawal of nothing', { command: 'withdraw' }, 'invalid_command'],
    [
      'a setting without a meaning',
      { command: 'settings', settings: { unlockDuration: 9 } },
      'device_unsupported_action',
    ],
    ['no command at all', {}, 'invalid_command'],
  ] as const)('[DP22] are refused by name: %s', (_name, command, error) => {
    const bench = createBench({ type: 'roller_shutter' })
    bench.send(command)
    expect(bench.results()).toEqual([{ id: 'command-1', status: 'error', error }])
    expect(bench.states()).toHaveLength(1)
  })

  it.each([
    '',
    '{',
    '[]',
    'null',
    '{"command":"move","position":1}',
    `{"id":"x","pad":"${'x'.repeat(20_000)}"}`,
  ])('are ignored when they cannot be answered: %.20s', (text) => {
    const bench = createBench({ type: 'roller_shutter' })
    bench.device.receive(text)
    expect(bench.published).toHaveLength(2)
  })
})

describe('faults', () => {
  it('gives no answer as often as the test sets', () => {
    const bench = createBench({ type: 'roller_shutter' })
    bench.device.fault({ kind: 'no_answer', times: 1 })
    bench.send(move(50))
    bench.clock.advance(20_000)
    expect(bench.published).toHaveLength(2)
    bench.send(move(50))
    expect(bench.results()).toHaveLength(1)
  })

  it('executes a command without an answer', () => {
    const bench = createBench({ type: 'roller_shutter' })
    bench.device.fault({ kind: 'no_answer', obeys: true })
    bench.send(move(50))
    bench.clock.advance(20_000)
    expect(bench.results()).toEqual([])
    expect(bench.lastState().position).toBe(0.5)
  })

  it('answers late, and not at all when the command was withdrawn meanwhile', () => {
    const bench = createBench({ type: 'roller_shutter' })
    bench.device.fault({ kind: 'late_answer', ms: 6_000, times: 2 })
    bench.send(move(10), { id: 'late' })
    bench.send(move(50), { id: 'taken-back' })
    bench.clock.advance(5_000)
    expect(bench.results()).toEqual([])
    const withdrawal = bench.send({ command: 'withdraw', withdraws: 'taken-back' })
    bench.clock.advance(20_000)
    expect(bench.results()).toEqual([
      { id: withdrawal, status: 'success' },
      { id: 'late', status: 'success' },
    ])
    expect(bench.lastState().position).toBe(0.1)
  })

  it('does not start a command that expired during a delayed answer', () => {
    const bench = createBench({ type: 'roller_shutter' })
    bench.device.fault({ kind: 'late_answer', ms: 11_000 })
    bench.send(move(50))
    bench.clock.advance(30_000)
    expect(bench.results()).toEqual([])
    expect(bench.lastState().position).toBe(0)
  })

  it('never begins a command that was withdrawn before it arrived', () => {
    const bench = createBench({ type: 'roller_shutter' })
    bench.send({ command: 'withdraw', withdraws: 'later' })
    bench.send(move(50), { id: 'later' })
    bench.clock.advance(20_000)
    expect(bench.lastState().position).toBe(0)
  })

  it('refuses with the word it is given', () => {
    const bench = createBench({ type: 'roller_shutter' })
    bench.device.fault({ kind: 'refuse', error: 'gremlins', times: 1 })
    bench.send(move(50))
    expect(bench.results()).toEqual([{ id: 'command-1', status: 'error', error: 'gremlins' }])
    expect(bench.states()).toHaveLength(1)
  })

  it('[DP15] stays where a power cut caught it, and only assumes so until an end stop', () => {
    const bench = createBench({ type: 'roller_shutter' })
    bench.send(move(100))
    bench.clock.advance(5_500)
    bench.device.fault({ kind: 'power_cut', ms: 3_000 })
    expect(bench.device.wantsLink()).toBe(false)
    expect(bench.device.wallSwitch('close')).toBe(false)
    bench.clock.advance(3_000)
    expect(bench.lastState()).toMatchObject({
      status: 'ready',
      position: 0.25,
      assumed: true,
      totalRestarts: 2,
    })
    bench.send(move(50))
    bench.clock.advance(20_000)
    expect(bench.lastState()).toMatchObject({ position: 0.5, assumed: true })
    bench.send(move(0))
    bench.clock.advance(20_000)
    expect(bench.lastState()).toMatchObject({ position: 0, assumed: false })
  })

  it('knows its position after a power cut at rest', () => {
    const bench = createBench({ type: 'roller_shutter' })
    bench.device.fault({ kind: 'power_cut', ms: 3_000 })
    bench.clock.advance(3_000)
    expect(bench.lastState()).toMatchObject({ assumed: false, totalRestarts: 2 })
  })

  it('stays without power until the faults are cleared when no time is given', () => {
    const bench = createBench({ type: 'roller_shutter' })
    bench.device.fault({ kind: 'power_cut' })
    bench.device.fault({ kind: 'lost_link' })
    bench.clock.advance(600_000)
    expect(bench.device.wantsLink()).toBe(false)
    bench.device.clearFaults()
    expect(bench.device.wantsLink()).toBe(true)
    expect(bench.lastState().totalRestarts).toBe(2)
  })
})

describe('memory', () => {
  it('keeps position, settings and counters; a start counts as a restart', () => {
    const before = createBench({ type: 'venetian_blind' })
    before.send({ command: 'settings', settings: { inclinationTime: 3_000, switchInverted: true } })
    before.send({ command: 'move', position: 30, inclination: 60 })
    before.clock.advance(60_000)
    before.device.stop()
    const after = createBench({ type: 'venetian_blind', memory: before.device.memory() })
    expect(after.lastState()).toMatchObject({
      position: 0.3,
      inclination: 0.6,
      assumed: false,
      totalRestarts: 2,
      settings: { inclinationTime: 3_000, switchInverted: true, inclinationType: 'lower_90' },
    })
  })

  it('says where it was when it was stopped in mid-move, and only assumes so afterwards', () => {
    const before = createBench({ type: 'roller_shutter' })
    before.send(move(100))
    before.clock.advance(5_500)
    before.device.stop()
    before.clock.advance(60_000)
    const after = createBench({ type: 'roller_shutter', memory: before.device.memory() })
    expect(after.lastState()).toMatchObject({ status: 'ready', position: 0.25, assumed: true })
    expect(before.clock.pending()).toBe(0)
  })

  it('[DP9] forgets its home on the command, until a home commands it again', () => {
    const bench = createBench({ type: 'roller_shutter' })
    bench.send({ command: 'settings', settings: { motorInverted: true } })
    bench.send({ command: 'forget' })
    expect(bench.results().at(-1)).toMatchObject({ status: 'success' })
    expect(bench.statuses().at(-1)).toMatchObject({ connected: true, factoryReset: true })
    expect(bench.lastState().settings).toMatchObject({ motorInverted: false })
    const woken = createBench({ type: 'roller_shutter', memory: bench.device.memory() })
    expect(woken.statuses()).toMatchObject([{ factoryReset: true }])
    woken.send(move(10))
    expect(woken.statuses().at(-1)).not.toHaveProperty('factoryReset')
  })

  it('[DP9] forgets its home by the button under its cover', () => {
    const bench = createBench({ type: 'light' })
    bench.device.factoryReset()
    expect(bench.statuses().at(-1)).toMatchObject({ factoryReset: true })
  })

  it('does not start as another family than its hardware', () => {
    const door = createVirtualDevice({ id: 'device-0001', type: 'home_door' })
    door.stop()
    const shade = createBench({ type: 'awning', memory: door.memory() })
    expect(shade.statuses()).toMatchObject([{ type: 'awning' }])
    expect(shade.lastState().position).toBeNull()
  })
})
