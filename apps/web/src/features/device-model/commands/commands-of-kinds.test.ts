import { createInstance } from 'i18next'
import { describe, expect, it } from 'vitest'
import en from '#i18n/locales/en.json'
import { setUp } from '../testing/commands.ts'
import { deviceOf } from '../testing/devices.ts'
import { commandViewOf, newestFirst } from './command-status.ts'
import { deviceActions } from './device-actions.ts'

const english = createInstance()
await english.init({ lng: 'en', resources: { en: { translation: en } } })

describe('kinds of device', () => {
  it.each([
    ['roller_shutter', { position: 100 }],
    ['venetian_blind', { position: 100, inclination: 100 }],
    ['pergola', { inclination: 100 }],
  ] as const)('%s is closed along the axes it has', (devicetype, fields) => {
    const { commands, move, device } = setUp(deviceOf({ devicetype }))
    deviceActions(commands, device).onClose()
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
    expect(lanes()).toMatchObject({ setFoil: { phase: 'done' }, setDoorLight: { phase: 'acknowledged' } })
    report({ doorLightBrightness: 0.99 })
    expect(lanes()?.setDoorLight?.phase).toBe('done')
  })

  it('an unlock is done when the lock reports unlocked, and fails when it jams', async () => {
    const opens = setUp(door)
    opens.commands.unlock(door.id, ['motor'])
    await opens.reply(0)
    opens.report({ motorLockState: 'unlocking' })
    expect(opens.lanes()?.unlockMotor?.phase).toBe('moving')
    opens.report({ motorLockState: 'unlocked' })
    expect(opens.lanes()?.unlockMotor?.phase).toBe('done')

    const jams = setUp(door)
    jams.commands.unlock(door.id, ['motor'])
    await jams.reply(0)
    jams.report({ motorLockState: 'jammed' })
    expect(jams.lanes()?.unlockMotor?.phase).toBe('failed')
  })

  it('an unlock carries its duration and proof, and no key tries it again', async () => {
    const { commands, lanes, reply, unlock } = setUp(door)
    commands.unlock(door.id, ['motor'], { unlockDuration: 1, proof: { pin: '1234' } })
    expect(unlock).toHaveBeenCalledExactlyOnceWith(
      door.id,
      [{ command: 'unlock', lockType: 'motor', unlockDuration: 1 }],
      expect.objectContaining({ proof: { pin: '1234' } }),
    )
    await reply(0, [
      {
        status: 'error',
        error: 'insufficient_permission',
        error_description: '',
        error_detail: 'pin_wrong',
        device_ids: [door.id],
      },
    ])
    expect(lanes()?.unlockMotor?.failure).toMatchObject({ by: 'device', detail: 'pin_wrong' })
    commands.retry(door.id)
    expect(unlock).toHaveBeenCalledOnce()
  })

  it('an unlock of all locks is one call, and each lock has its own result and name', async () => {
    const { commands, lanes, reply, unlock } = setUp(door)
    commands.unlock(door.id, ['magnet', 'motor'], { proof: { pin: '1234' } })
    expect(unlock).toHaveBeenCalledExactlyOnceWith(
      door.id,
      [
        { command: 'unlock', lockType: 'magnet' },
        { command: 'unlock', lockType: 'motor' },
      ],
      expect.objectContaining({ proof: { pin: '1234' } }),
    )
    await reply(0)
    await reply(1, [
      { status: 'error', error: 'device_not_responding', error_description: '', device_ids: [door.id] },
    ])
    expect(lanes()).toMatchObject({
      unlockMagnet: { phase: 'acknowledged' },
      unlockMotor: { phase: 'failed' },
    })
    expect(commandViewOf(newestFirst(lanes() ?? {}), english.t).error).toMatch(/^Motor lock: The device/)
  })

  it('an unlock carries the time of the tap, and its call ends after 10 s [CM8]', async () => {
    const { commands, lanes, unlock, clock } = setUp(door)
    const askedAt = clock.isoIn(0)
    commands.unlock(door.id, ['motor'])
    const call = unlock.mock.calls[0]?.[2]
    expect(call?.askedAt).toBe(askedAt)
    await clock.advance(9_999)
    expect([call?.signal.aborted, lanes()?.unlockMotor?.phase]).toEqual([false, 'pending'])
    await clock.advance(1)
    expect(call?.signal.aborted).toBe(true)
    expect(lanes()?.unlockMotor?.failure).toMatchObject({
      by: 'transport',
      cause: { name: 'NetworkFailure' },
    })
  })

  it('an unlock that was answered in time is not ended later', async () => {
    const { commands, reply, unlock, clock } = setUp(door)
    commands.unlock(door.id, ['motor'])
    await reply(0)
    await clock.advance(60_000)
    expect(unlock.mock.calls[0]?.[2].signal.aborted).toBe(false)
  })
})

describe('ventilation', () => {
  it('is done at the ventilation position that the page knows', async () => {
    const { commands, lanes, reply, report, move, device } = setUp(
      deviceOf({ ventilation: { position: 0.85 } }),
    )
    commands.ventilate(device)
    expect(move).toHaveBeenCalledExactlyOnceWith('device-1', { command: 'move_to_ventilation' })
    await reply(0)
    report({ status: 'closing', position: 0.4 })
    report({ status: 'ready', position: 0.86 })
    expect(lanes()?.move?.phase).toBe('done')
  })

  it('that only the device knows is done wherever it comes to rest, also where it was', async () => {
    const moves = setUp()
    moves.commands.ventilate(moves.device)
    await moves.reply(0)
    moves.report({ status: 'closing', position: 0.4 })
    moves.report({ status: 'ready', position: 0.8 })
    expect(moves.lanes()?.move?.phase).toBe('done')

    const stays = setUp()
    stays.commands.ventilate(stays.device)
    await stays.reply(0)
    stays.report({ status: 'ready' })
    await stays.clock.advance(10_000)
    expect(stays.lanes()).toBeUndefined()
  })
})
