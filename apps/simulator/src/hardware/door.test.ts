import { deviceStateMessageSchema } from '@senca/contract'
import { describe, expect, it } from 'vitest'
import { createBench } from '../testing/bench.ts'

const unlock = (lockType: 'motor' | 'magnet', unlockDuration?: number) => ({
  command: 'unlock',
  lockType,
  ...(unlockDuration === undefined ? {} : { unlockDuration }),
})

describe('the motor lock', () => {
  it('relocks by itself, counted from unlocked, and is proven locked only at the end', () => {
    const bench = createBench({ type: 'home_door' })
    bench.send(unlock('motor', 3))
    const at = (ms: number) => {
      bench.clock.advance(ms)
      const { motorLockState, motorLockLocked } = bench.lastState()
      return [motorLockState, motorLockLocked]
    }
    expect(at(0)).toEqual(['unlocking', false])
    expect(at(1_499)).toEqual(['unlocking', false])
    expect(at(1)).toEqual(['unlocked', false])
    expect(at(2_999)).toEqual(['unlocked', false])
    expect(at(1)).toEqual(['locking', false])
    expect(at(1_500)).toEqual(['locked', true])
    expect(bench.lastState().status).toBe('ready')
    for (const state of bench.states()) expect(deviceStateMessageSchema.safeParse(state).success).toBe(true)
  })

  it('stays unlocked for as long as its settings say when the command does not', () => {
    const bench = createBench({ type: 'home_door' })
    bench.send({ command: 'settings', settings: { unlockDuration: 20 } })
    bench.send(unlock('motor'))
    bench.clock.advance(21_400)
    expect(bench.lastState().motorLockState).toBe('unlocked')
    bench.clock.advance(200)
    expect(bench.lastState().motorLockState).toBe('locking')
  })

  it('counts from the start when it is unlocked again', () => {
    const bench = createBench({ type: 'home_door' })
    bench.send(unlock('motor', 5))
    bench.clock.advance(5_000)
    bench.send(unlock('motor', 5))
    bench.clock.advance(4_900)
    expect(bench.lastState().motorLockState).toBe('unlocked')
  })

  it('waits with the bolt until an open leaf has closed', () => {
    const bench = createBench({ type: 'home_door' })
    bench.send(unlock('motor', 2))
    bench.clock.advance(2_000)
    bench.device.door('open')
    expect(bench.lastState()).toMatchObject({ magneticSensorOpen: true, motorLockState: 'unlocked' })
    bench.clock.advance(60_000)
    expect(bench.lastState()).toMatchObject({ motorLockState: 'unlocked', motorLockLocked: false })
    bench.device.door('close')
    bench.clock.advance(2_000)
    expect(bench.lastState()).toMatchObject({ magneticSensorOpen: false, motorLockLocked: true })
  })

  it('is opened by the inner handle and is not reported as locked then', () => {
    const bench = createBench({ type: 'home_door' })
    bench.device.door('open')
    expect(bench.lastState()).toMatchObject({ motorLockLocked: false, magnetLockLocked: false })
  })

  it('locks on the command, and reports when it is locked already', () => {
    const bench = createBench({ type: 'home_door' })
    bench.send({ command: 'lock', lockType: 'motor' })
    expect(bench.results().at(-1)).toMatchObject({ error: 'device_already_in_state' })
    bench.send(unlock('motor', 60))
    bench.clock.advance(2_000)
    bench.send({ command: 'lock', lockType: 'motor' })
    bench.clock.advance(1_500)
    expect(bench.lastState().motorLockLocked).toBe(true)
    bench.clock.advance(60_000)
    expect(bench.lastState().motorLockState).toBe('locked')
  })

  it('jams on request, and its state is unknown then', () => {
    const bench = createBench({ type: 'home_door' })
    bench.device.fault({ kind: 'jam', lock: 'motor' })
    bench.send(unlock('motor'))
    bench.clock.advance(2_000)
    expect(bench.lastState()).toMatchObject({
      motorLockState: 'jammed',
      motorLockLocked: null,
      status: 'ready',
    })
    bench.device.clearFaults()
    bench.send(unlock('motor'))
    bench.clock.advance(2_000)
    expect(bench.lastState().motorLockState).toBe('unlocked')
  })

  it('is not proven after a power cut on its way, and locks when the power is back', () => {
    const bench = createBench({ type: 'home_door' })
    bench.send(unlock('motor'))
    bench.clock.advance(700)
    bench.device.fault({ kind: 'power_cut', ms: 1_000 })
    expect(bench.device.state()).toMatchObject({ motorLockState: 'unknown', motorLockLocked: null })
    bench.clock.advance(1_000)
    expect(bench.lastState()).toMatchObject({ motorLockState: 'locking', totalRestarts: 2 })
    bench.clock.advance(1_500)
    expect(bench.lastState().motorLockLocked).toBe(true)
  })

  it('is not reported as locked after its power was cut, and proves its lock', () => {
    const before = createBench({ type: 'home_door' })
    before.send(unlock('motor'))
    before.clock.advance(10_000)
    const killed = createBench({ type: 'home_door', memory: before.device.memory() })
    expect(before.lastState()).toMatchObject({ motorLockState: 'locked', motorLockLocked: true })
    expect(killed.states()[0]).toMatchObject({ motorLockState: 'locking', motorLockLocked: false })
    killed.clock.advance(1_500)
    expect(killed.lastState()).toMatchObject({ motorLockState: 'locked', totalRestarts: 2 })

    before.device.stop()
    const woken = createBench({ type: 'home_door', memory: before.device.memory() })
    expect(woken.states()[0]).toMatchObject({ motorLockState: 'locked', motorLockLocked: true })
  })

  it('proves its end when it calibrates, and never unlocks for it', () => {
    const bench = createBench({ type: 'home_door' })
    bench.send({ command: 'recalibrate' })
    expect(bench.lastState()).toMatchObject({ status: 'calibrating', motorLockState: 'locking' })
    bench.send(unlock('motor'))
    expect(bench.results().at(-1)).toMatchObject({ error: 'device_busy' })
    bench.clock.advance(1_500)
    expect(bench.lastState()).toMatchObject({ status: 'ready', motorLockLocked: true })
  })
})

describe('the magnet lock', () => {
  it('is quick and relocks after its time', () => {
    const bench = createBench({ type: 'home_door' })
    bench.send(unlock('magnet', 1))
    bench.clock.advance(100)
    expect(bench.lastState()).toMatchObject({ magnetLockState: 'unlocked', motorLockState: 'locked' })
    bench.clock.advance(1_100)
    expect(bench.lastState().magnetLockLocked).toBe(true)
  })

  it('stays unlocked until the leaf was opened and closed when its settings say so', () => {
    const bench = createBench({ type: 'home_door' })
    bench.send({ command: 'settings', settings: { magnetLockUnlockType: 'until_opened' } })
    bench.send(unlock('magnet', 1))
    bench.clock.advance(120_000)
    expect(bench.lastState().magnetLockState).toBe('unlocked')
    bench.device.door('open')
    bench.clock.advance(5_000)
    bench.device.door('close')
    bench.clock.advance(1_000)
    expect(bench.lastState().magnetLockLocked).toBe(true)
  })
})

describe('the parts of a door', () => {
  it('has the parts that are named, however they are written, and refuses the others', () => {
    const bench = createBench({
      type: 'home_door',
      parts: ['motorLock', 'door_light', 'magnetic-sensor', 'bell'],
    })
    expect(bench.lastState()).toMatchObject({
      motorLockConnected: true,
      magnetLockConnected: false,
      lockMagneticSensorConnected: false,
      magneticSensorConnected: true,
      magicFoilConnected: false,
      doorLightConnected: true,
      handleLightConnected: false,
    })
    for (const command of [
      unlock('magnet'),
      { command: 'magic_foil_apply', opacity: 1 },
      { command: 'light_apply', lightType: 'handle', brightness: 1 },
      { command: 'light_apply', lightType: 'light_1', brightness: 1 },
      { command: 'move', position: 10 },
    ]) {
      bench.send(command)
      expect(bench.results().at(-1)).toMatchObject({ error: 'device_unsupported_action' })
    }
  })

  it('has a foil and lights that take their value at once', () => {
    const bench = createBench({ type: 'home_door' })
    bench.send({ command: 'magic_foil_apply', opacity: 1 })
    bench.send({ command: 'light_apply', lightType: 'handle', brightness: 0.4 })
    bench.send({ command: 'light_apply', lightType: 'door', brightness: 1 })
    expect(bench.lastState()).toMatchObject({
      magicFoilOpacity: 1,
      handleLightBrightness: 0.4,
      doorLightBrightness: 1,
    })
  })

  it('shows by its lock sensor whether everything is locked', () => {
    const bench = createBench({ type: 'home_door' })
    expect(bench.lastState().lockMagneticSensorOpen).toBe(false)
    bench.send(unlock('magnet'))
    bench.clock.advance(100)
    expect(bench.lastState().lockMagneticSensorOpen).toBe(true)
  })
})
