import type { CommandResult } from '@senca/contract'
import { describe, expect, it } from 'vitest'
import { fakeClock, settle } from '#core/testing/fakes.ts'
import { setUp, success } from '../testing/commands.ts'
import { deviceOf } from '../testing/devices.ts'
import { createCommands } from './commands.ts'
import { deviceActions } from './device-actions.ts'

describe('a move', () => {
  it('goes from pending over acknowledged and moving to done', async () => {
    const { commands, lanes, reply, report, move, onResults, clock, device } = setUp()
    commands.move('device-1', { position: 0.29 })
    expect(move).toHaveBeenCalledExactlyOnceWith('device-1', { command: 'move', position: 29 })
    expect(lanes()?.move?.phase).toBe('pending')
    await reply(0)
    expect(lanes()?.move?.phase).toBe('acknowledged')
    expect(onResults).toHaveBeenCalledWith(success(), device)
    report({ status: 'closing', position: 0.1 })
    expect(lanes()?.move?.phase).toBe('moving')
    await clock.advance(12_000)
    report({ status: 'ready', position: 0.3 })
    expect(lanes()?.move).toMatchObject({ phase: 'done', durationMs: 12_000 })
    await clock.advance(3_999)
    expect(lanes()?.move?.phase).toBe('done')
    await clock.advance(1)
    expect(lanes()).toBeUndefined()
  })

  it('is done at once when the device is there already and says so', async () => {
    const { commands, lanes, reply } = setUp(deviceOf({ state: { position: 0 } }))
    commands.move('device-1', { position: 0 })
    await reply(0)
    expect(lanes()?.move).toMatchObject({ phase: 'done', durationMs: 0 })
  })

  it('that is done is cleared by the next movement, also one of somebody else', async () => {
    const { commands, lanes, reply, report, clock } = setUp(deviceOf({ state: { position: 0 } }))
    commands.move('device-1', { position: 0 })
    await reply(0)
    report({ status: 'closing' })
    expect(lanes()).toBeUndefined()
    commands.move('device-1', { position: 1 })
    await clock.advance(4_000)
    expect(lanes()?.move?.phase).toBe('pending')
  })

  it('that was stopped by others shows so, and the failure disappears with the next movement', async () => {
    const { commands, lanes, reply, report } = setUp()
    commands.move('device-1', { position: 1 })
    await reply(0)
    report({ status: 'closing', position: 0.4 })
    report({ status: 'ready', position: 0.42 })
    expect(lanes()?.move).toMatchObject({ phase: 'failed', failure: { by: 'interrupted', what: 'stopped' } })
    report({ status: 'ready', position: 0.42 })
    expect(lanes()?.move?.phase).toBe('failed')
    report({ status: 'opening' })
    expect(lanes()).toBeUndefined()
  })

  it('says for a while that somebody else sent the device elsewhere', async () => {
    const { commands, lanes, reply, report, clock } = setUp()
    commands.move('device-1', { position: 1 })
    await reply(0)
    report({ status: 'closing', position: 0.4, target: { position: 1 } })
    expect(lanes()?.move?.phase).toBe('moving')
    report({ status: 'opening', position: 0.4, target: { position: 0 } })
    report({ status: 'opening', position: 0.3, target: { position: 0 } })
    expect(lanes()?.move).toMatchObject({ phase: 'failed', failure: { by: 'interrupted', what: 'sent' } })
    await clock.advance(8_000)
    expect(lanes()).toBeUndefined()
  })

  it('that failed is sent again when it is tried again', async () => {
    const { commands, lanes, reply, move } = setUp()
    commands.move('device-1', { position: 0.6 })
    commands.retry('device-1')
    expect(move).toHaveBeenCalledOnce()
    await reply(0, [
      { status: 'error', error: 'device_busy', error_description: '', device_ids: ['device-1'] },
    ])
    commands.retry('device-1')
    expect(move.mock.calls.map(([, command]) => command)).toEqual([
      { command: 'move', position: 60 },
      { command: 'move', position: 60 },
    ])
    expect(lanes()?.move).toMatchObject({ phase: 'pending', failure: null })
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

  it('fails when the device goes offline or stops reporting', async () => {
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

  it('fails when the call itself fails', async () => {
    const cause = new Error('offline')
    const commands = createCommands({
      api: {
        move: () => Promise.reject(cause),
        unlock: () => [Promise.reject(cause)],
        abort: () => Promise.reject(cause),
      },
      clock: fakeClock(),
      stateOf: () => undefined,
      onResults: () => {},
      isConnected: () => true,
    })
    commands.stop('device-1')
    await settle()
    expect(commands.store.getState().byDevice['device-1']?.move).toMatchObject({
      phase: 'failed',
      failure: { by: 'transport', cause },
    })
  })
})

describe('the other way round', () => {
  const half = { position: 0.4 }

  it('an old target that the device still reports is not counted as that of somebody else', async () => {
    const { commands, lanes, reply, report, device, clock } = setUp(deviceOf({ state: half }))
    deviceActions(commands, device).onClose()
    await reply(0)
    report({ status: 'closing', target: { position: 1 } })
    deviceActions(commands, device).onOpen()
    report({ status: 'closing', position: 0.45, target: { position: 1 } })
    await reply(1)
    expect(lanes()?.move).toMatchObject({ phase: 'acknowledged', failure: null })
    report({ status: 'closing', position: 0.46, target: { position: 1 } })
    expect(lanes()?.move?.phase).toBe('acknowledged')
    report({ status: 'ready', position: 0.46, target: null })
    expect(lanes()?.move?.phase).toBe('acknowledged')
    report({ status: 'opening', position: 0.4, target: { position: 0 } })
    expect(lanes()?.move?.phase).toBe('moving')
    await clock.advance(3_000)
    report({ status: 'ready', position: 0, target: null })
    expect(lanes()?.move).toMatchObject({ phase: 'done', durationMs: 3_000 })
  })

  it('ten taps one after the other end in the last', async () => {
    const { commands, lanes, reply, report, device } = setUp(deviceOf({ state: half }))
    for (let tap = 0; tap < 10; tap += 1) {
      if (tap % 2 === 0) deviceActions(commands, device).onClose()
      else deviceActions(commands, device).onOpen()
    }
    for (let tap = 0; tap < 10; tap += 1) {
      report({
        status: tap % 2 === 0 ? 'closing' : 'opening',
        target: { position: tap % 2 === 0 ? 1 : 0 },
      })
      await reply(tap)
      if (tap < 9) expect(lanes()?.move?.phase).toBe('pending')
    }
    report({ status: 'ready', position: 0, target: null })
    expect(lanes()?.move?.phase).toBe('done')
  })

  it('an old target counts as somebody else’s once the device had acknowledged the new one', async () => {
    const { commands, lanes, reply, report, device } = setUp(deviceOf({ state: half }))
    deviceActions(commands, device).onClose()
    await reply(0)
    report({ status: 'closing', target: { position: 1 } })
    deviceActions(commands, device).onOpen()
    await reply(1)
    report({ status: 'opening', target: { position: 0 } })
    report({ status: 'closing', target: { position: 1 } })
    expect(lanes()?.move?.failure).toEqual({ by: 'interrupted', what: 'sent' })
  })

  it('an old position at rest does not end a command that follows another', async () => {
    const { commands, lanes, reply, report, device, clock } = setUp()
    deviceActions(commands, device).onClose()
    await reply(0)
    deviceActions(commands, device).onOpen()
    await reply(1)
    expect(lanes()?.move?.phase).toBe('acknowledged')
    report({ status: 'closing', position: 0.01, target: { position: 1 } })
    report({ status: 'opening', position: 0.01, target: { position: 0 } })
    report({ status: 'ready', position: 0, target: null })
    expect(lanes()?.move?.phase).toBe('done')
    await clock.advance(10_000)
    expect(lanes()).toBeUndefined()
  })

  it('a device that is already at the target does not count as silent', async () => {
    const { commands, lanes, reply, device, clock } = setUp()
    deviceActions(commands, device).onClose()
    deviceActions(commands, device).onOpen()
    await reply(1)
    await clock.advance(10_000)
    expect(lanes()?.move).toMatchObject({ phase: 'done', failure: null })
  })
})

describe('a refusal', () => {
  const refused: CommandResult[] = [
    { status: 'error', error: 'device_busy', error_description: '', device_ids: ['device-1'] },
  ]

  it('stays while the device is busy, and for eight seconds of rest', async () => {
    const { commands, lanes, reply, report, clock } = setUp(deviceOf({ state: { status: 'calibrating' } }))
    commands.move('device-1', { position: 1 })
    await reply(0, refused)
    for (const position of [0.1, 0.2]) report({ status: 'calibrating', position })
    await clock.advance(20_000)
    expect(lanes()?.move).toMatchObject({ phase: 'failed', failure: { error: 'device_busy' } })
    report({ status: 'ready' })
    await clock.advance(7_999)
    expect(lanes()?.move?.phase).toBe('failed')
    await clock.advance(1)
    expect(lanes()).toBeUndefined()
  })

  it('of a device at rest stays until it is dismissed or the next command', async () => {
    const { commands, lanes, reply, report, clock } = setUp()
    commands.move('device-1', { position: 1 })
    await reply(0, refused)
    report({ status: 'ready' })
    await clock.advance(60_000)
    expect(lanes()?.move?.phase).toBe('failed')
    commands.move('device-1', { position: 0.5 })
    expect(lanes()?.move?.phase).toBe('pending')
  })
})

describe('many taps', () => {
  it('the second tap of a double tap sends nothing', () => {
    const { commands, move, device } = setUp()
    deviceActions(commands, device).onClose()
    deviceActions(commands, device).onClose()
    expect(move).toHaveBeenCalledOnce()
    deviceActions(commands, device).onOpen()
    expect(move).toHaveBeenCalledTimes(2)
  })

  it('the newest of rapid drags wins: answers to older ones are ignored', async () => {
    const { commands, lanes, reply, move } = setUp()
    for (const position of [0.2, 0.5, 0.8]) commands.move('device-1', { position })
    expect(move).toHaveBeenCalledTimes(3)
    await reply(0, [
      { status: 'error', error: 'device_busy', error_description: '', device_ids: ['device-1'] },
    ])
    await reply(1)
    expect(lanes()?.move).toMatchObject({ phase: 'pending', intent: { target: { position: 0.8 } } })
    await reply(2)
    expect(lanes()?.move?.phase).toBe('acknowledged')
  })

  it('stop is sent again by each tap, even before the first is answered', () => {
    const { commands, abort } = setUp()
    commands.stop('device-1')
    commands.stop('device-1')
    expect(abort).toHaveBeenCalledTimes(2)
  })

  it('stop replaces a move and is done when the device rests', async () => {
    const { commands, lanes, reply, report, abort } = setUp()
    commands.move('device-1', { position: 1 })
    await reply(0)
    report({ status: 'closing', position: 0.3 })
    commands.stop('device-1')
    expect(abort).toHaveBeenCalledExactlyOnceWith('device-1')
    await reply(1)
    expect(lanes()?.move).toMatchObject({ intent: { kind: 'stop' }, phase: 'acknowledged' })
    report({ status: 'closing', position: 0.32 })
    expect(lanes()?.move?.phase).toBe('moving')
    report({ status: 'ready', position: 0.33 })
    expect(lanes()).toBeUndefined()
  })
})

describe('a stop is not a failure', () => {
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

  it('where the device was resting before it was asked', async () => {
    const { commands, lanes, reply } = setUp()
    commands.stop('device-1')
    await reply(0, [
      { status: 'error', error: 'device_not_busy', error_description: '', device_ids: ['device-1'] },
    ])
    expect(lanes()).toBeUndefined()
  })
})
