import type { CommandResult, DeviceInfo } from '@senca/contract'
import { describe, expect, it, vi } from 'vitest'
import { fakeClock, gateway, settle } from '#core/testing/fakes.ts'
import { createCommands } from './commands.ts'
import type { DevicesApi } from './devices.api.ts'
import { deviceOf } from './testing/devices.ts'

const success = (id = 'device-1'): CommandResult[] => [{ status: 'success', device_ids: [id] }]

function setUp(device: DeviceInfo = deviceOf()) {
  const clock = fakeClock()
  const answers: ReturnType<typeof gateway<CommandResult[]>>[] = []
  const answer = () => {
    const next = gateway<CommandResult[]>()
    answers.push(next)
    return next.promise
  }
  const move = vi.fn<DevicesApi['move']>(answer)
  const abort = vi.fn<DevicesApi['abort']>(answer)
  const onResults = vi.fn()
  let current = device
  const commands = createCommands({ api: { move, abort }, clock, stateOf: () => current, onResults })
  const report = (state: Partial<DeviceInfo['state']>) => {
    current = { ...current, state: { ...current.state, ...state } }
    commands.reported(current)
  }
  const lanes = () => commands.store.getState().byDevice[device.id]
  const reply = async (index: number, results: CommandResult[] = success(device.id)) => {
    answers[index]?.open(results)
    await settle()
  }
  return { commands, clock, move, abort, onResults, report, lanes, reply, device }
}

describe('a move', () => {
  it('goes from pending over acknowledged and moving to done', async () => {
    const { commands, lanes, reply, report, move, onResults } = setUp()
    commands.move('device-1', { position: 0.29 })
    expect(move).toHaveBeenCalledExactlyOnceWith('device-1', { command: 'move', position: 29 })
    expect(lanes()?.move?.phase).toBe('pending')
    await reply(0)
    expect(lanes()?.move?.phase).toBe('acknowledged')
    expect(onResults).toHaveBeenCalledWith(success())
    report({ status: 'closing', position: 0.1 })
    expect(lanes()?.move?.phase).toBe('moving')
    report({ status: 'ready', position: 0.3 })
    expect(lanes()).toBeUndefined()
  })

  it('is done at once when the device is there already and says so', async () => {
    const { commands, lanes, reply } = setUp(deviceOf({ state: { position: 0 } }))
    commands.move('device-1', { position: 0 })
    await reply(0)
    expect(lanes()).toBeUndefined()
  })

  it('fails where it comes to rest elsewhere, and the failure goes with the next movement', async () => {
    const { commands, lanes, reply, report } = setUp()
    commands.move('device-1', { position: 1 })
    await reply(0)
    report({ status: 'closing', position: 0.4 })
    report({ status: 'ready', position: 0.42 })
    expect(lanes()?.move).toMatchObject({ phase: 'failed', failure: { error: 'device_update_failed' } })
    report({ status: 'ready', position: 0.42 })
    expect(lanes()?.move?.phase).toBe('failed')
    report({ status: 'opening' })
    expect(lanes()).toBeUndefined()
  })

  it('is over, not failed, when somebody else sends the device elsewhere', async () => {
    const { commands, lanes, reply, report } = setUp()
    commands.move('device-1', { position: 1 })
    await reply(0)
    report({ status: 'closing', position: 0.4, target: { position: 1 } })
    expect(lanes()?.move?.phase).toBe('moving')
    report({ status: 'opening', position: 0.4, target: { position: 0 } })
    expect(lanes()).toBeUndefined()
  })

  it('fails with the reason that the server gives', async () => {
    const { commands, lanes, reply } = setUp()
    commands.move('device-1', { position: 1 })
    await reply(0, [
      { status: 'error', error: 'device_request_timeout', error_description: 'x', device_ids: ['device-1'] },
    ])
    expect(lanes()?.move).toMatchObject({
      phase: 'failed',
      failure: { by: 'device', error: 'device_request_timeout' },
    })
    commands.dismiss('device-1')
    expect(lanes()).toBeUndefined()
  })

  it('fails when the device goes offline or falls silent', async () => {
    const offline = setUp()
    offline.commands.move('device-1', { position: 1 })
    offline.report({ status: 'offline' })
    expect(offline.lanes()?.move).toMatchObject({ failure: { error: 'device_offline' } })

    const silent = setUp()
    silent.commands.move('device-1', { position: 1 })
    await silent.reply(0)
    await silent.clock.advance(10_000)
    expect(silent.lanes()?.move).toMatchObject({ failure: { error: 'device_not_responding' } })
  })

  it('fails when the call itself does', async () => {
    const cause = new Error('offline')
    const commands = createCommands({
      api: { move: () => Promise.reject(cause), abort: () => Promise.reject(cause) },
      clock: fakeClock(),
      stateOf: () => undefined,
      onResults: () => {},
    })
    commands.stop('device-1')
    await settle()
    expect(commands.store.getState().byDevice['device-1']?.move).toMatchObject({
      phase: 'failed',
      failure: { by: 'way', cause },
    })
  })
})

describe('many taps', () => {
  it('the second tap of a double tap sends nothing', () => {
    const { commands, move, device } = setUp()
    commands.close(device)
    commands.close(device)
    expect(move).toHaveBeenCalledOnce()
    commands.open(device)
    expect(move).toHaveBeenCalledTimes(2)
  })

  it('the newest of rapid drags wins: what is said of older ones is not heard', async () => {
    const { commands, lanes, reply, move } = setUp()
    for (const position of [0.2, 0.5, 0.8]) commands.move('device-1', { position })
    expect(move).toHaveBeenCalledTimes(3)
    await reply(0, [
      { status: 'error', error: 'device_busy', error_description: '', device_ids: ['device-1'] },
    ])
    await reply(1)
    expect(lanes()?.move).toMatchObject({ phase: 'pending', wish: { target: { position: 0.8 } } })
    await reply(2)
    expect(lanes()?.move?.phase).toBe('acknowledged')
  })

  it('stop takes the place of a move and is done when the device rests', async () => {
    const { commands, lanes, reply, report, abort } = setUp()
    commands.move('device-1', { position: 1 })
    await reply(0)
    report({ status: 'closing', position: 0.3 })
    commands.stop('device-1')
    expect(abort).toHaveBeenCalledExactlyOnceWith('device-1')
    await reply(1)
    expect(lanes()?.move).toMatchObject({ wish: { kind: 'stop' }, phase: 'moving' })
    report({ status: 'ready', position: 0.33 })
    expect(lanes()).toBeUndefined()
  })
})

describe('a stop is no failure', () => {
  it('where the device comes to rest before the stop is answered', async () => {
    const { commands, lanes, reply, report } = setUp()
    commands.move('device-1', { position: 1 })
    await reply(0)
    report({ status: 'closing', position: 0.3 })
    commands.stop('device-1')
    report({ status: 'ready', position: 0.33 })
    await reply(1)
    expect(lanes()).toBeUndefined()
  })

  it('where the device stood still before it was asked', async () => {
    const { commands, lanes, reply } = setUp()
    commands.stop('device-1')
    await reply(0, [
      { status: 'error', error: 'device_not_busy', error_description: '', device_ids: ['device-1'] },
    ])
    expect(lanes()).toBeUndefined()
  })
})

describe('kinds of device', () => {
  it.each([
    ['roller_shutter', { position: 100 }],
    ['venetian_blind', { position: 100, inclination: 100 }],
    ['pergola', { inclination: 100 }],
  ] as const)('%s is closed along the axes it has', (devicetype, fields) => {
    const { commands, move, device } = setUp(deviceOf({ devicetype }))
    commands.close(device)
    expect(move).toHaveBeenCalledWith('device-1', { command: 'move', ...fields })
  })
})

describe('doors and lights', () => {
  const door = deviceOf({
    devicetype: 'home_door',
    state: {
      position: null,
      motorLockConnected: true,
      motorLockState: 'locked',
      magicFoilConnected: true,
      magicFoilOpacity: 0,
      doorLightConnected: true,
      doorLightBrightness: 0,
    },
  })

  it('follow each part by itself', async () => {
    const { commands, lanes, reply, report, move } = setUp(door)
    commands.setFoil(door.id, 1)
    commands.setLight(door.id, 'door', 1)
    expect(move.mock.calls.map(([, command]) => command)).toEqual([
      { command: 'magic_foil_apply', opacity: 1 },
      { command: 'light_apply', lightType: 'door', brightness: 1 },
    ])
    await reply(0)
    await reply(1)
    report({ magicFoilOpacity: 1 })
    expect(Object.keys(lanes() ?? {})).toEqual(['setDoorLight'])
    report({ doorLightBrightness: 1 })
    expect(lanes()).toBeUndefined()
  })

  it('an unlock is done when the lock reports unlocked, and fails when it jams', async () => {
    const opens = setUp(door)
    opens.commands.unlock(door.id, 'motor')
    await opens.reply(0)
    opens.report({ motorLockState: 'unlocking' })
    expect(opens.lanes()?.unlockMotor?.phase).toBe('moving')
    opens.report({ motorLockState: 'unlocked' })
    expect(opens.lanes()).toBeUndefined()

    const jams = setUp(door)
    jams.commands.unlock(door.id, 'motor')
    await jams.reply(0)
    jams.report({ motorLockState: 'jammed' })
    expect(jams.lanes()?.unlockMotor?.phase).toBe('failed')
  })
})
