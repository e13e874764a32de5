import type { DeviceInfo } from '@senca/contract'
import { ERROR_CATALOGUE } from '@senca/contract'
import { describe, expect, it } from 'vitest'
import { callOf, type PartCommand } from './commands.ts'
import type { Part } from './parts.ts'
import { partsOf } from './parts.ts'
import { statusOf } from './refusals.ts'

const SHADE = ['open', 'close', 'stop', 'setPosition'] as const

const infoOf = (more: Partial<DeviceInfo>): DeviceInfo => ({
  id: 'device',
  name: 'Kitchen',
  devicetype: 'roller_shutter',
  connected: true,
  version: 2,
  permissions: ['view', 'command'],
  can: [...SHADE],
  settings: {},
  favourite: null,
  ventilation: null,
  lastSeenAt: null,
  totalRestarts: null,
  totalStateUpdates: null,
  state: { status: 'ready', position: 0.5, inclination: null, assumed: false, reportedAt: null },
  ...more,
})
const only = (info: DeviceInfo, unlock: 'pin' | 'ask' | null = null): Part => {
  const [part] = partsOf(info, { unlock })
  if (part === undefined) throw new Error('it has no part')
  return part
}
const called = (info: DeviceInfo, command: PartCommand, unlock: 'pin' | 'ask' | null = null) =>
  callOf(only(info, unlock), command, { info, lastBrightness: 0.4 })

const DOOR = infoOf({
  devicetype: 'home_door',
  can: ['unlockMotor', 'lockMotor'],
  state: {
    status: 'ready',
    position: null,
    inclination: null,
    assumed: false,
    reportedAt: null,
    motorLockConnected: true,
    motorLockState: 'locked',
  },
})

describe('commands of ecosystems [BR25]', () => {
  it.each([
    [{ do: 'open' }, { position: 0 }],
    [{ do: 'close' }, { position: 100 }],
    [{ do: 'lift', value: 2_550 }, { position: 25.5 }],
  ] as const)('move a shade by %o', (command, target) => {
    expect(called(infoOf({}), command)).toMatchObject({
      call: 'device/move',
      command: { command: 'move', ...target },
    })
  })

  it('open and close both axes of a blind at once, if it takes both', () => {
    const blind = infoOf({ devicetype: 'venetian_blind', can: [...SHADE, 'setTilt', 'setPositionAndTilt'] })
    expect(called(blind, { do: 'close' })).toMatchObject({
      command: { position: 100, inclination: 100 },
      asked: { lift: 1, tilt: 1 },
    })
    const old = infoOf({ devicetype: 'venetian_blind', can: [...SHADE, 'setTilt'] })
    expect(called(old, { do: 'open' })).toMatchObject({ command: { position: 0 }, asked: { lift: 0 } })
    expect(called(old, { do: 'tilt', value: 4_000 })).toMatchObject({ command: { inclination: 40 } })
  })

  it('turn the louvres of a pergola by lift [BR23]', () => {
    const pergola = infoOf({ devicetype: 'pergola', can: ['open', 'close', 'stop', 'setTilt'] })
    expect(called(pergola, { do: 'lift', value: 3_000 })).toMatchObject({ command: { inclination: 30 } })
    expect(called(pergola, { do: 'open' })).toMatchObject({ command: { inclination: 0 }, asked: { lift: 0 } })
  })

  it('open below half and close from half what knows its ends only [BR28]', () => {
    const binary = infoOf({ can: ['open', 'close', 'stop'] })
    expect(called(binary, { do: 'lift', value: 4_999 })).toMatchObject({ command: { position: 0 } })
    expect(called(binary, { do: 'lift', value: 5_000 })).toMatchObject({ command: { position: 100 } })
  })

  it('stop', () => {
    expect(called(infoOf({}), { do: 'stop' })).toEqual({ call: 'device/abort' })
  })

  it('are refused where the bridge may only view', () => {
    for (const command of [{ do: 'open' }, { do: 'stop' }] as const)
      expect(called(infoOf({ permissions: ['view'] }), command)).toBe('UnsupportedAccess')
  })

  it('lock a door, and unlock it by the mode that is on [BR8]', () => {
    expect(called(DOOR, { do: 'lock' })).toMatchObject({ command: { command: 'lock', lockType: 'motor' } })
    expect(called(DOOR, { do: 'unlock' })).toBe('UnsupportedAccess')
    expect(called(DOOR, { do: 'unlock', seconds: 30 }, 'ask')).toEqual({
      call: 'approval/ask',
      command: { lockType: 'motor', unlockDuration: 30 },
    })
    expect(called(DOOR, { do: 'unlock', pin: '2468' }, 'pin')).toMatchObject({
      call: 'device/move',
      command: { command: 'unlock', lockType: 'motor' },
      pin: '2468',
    })
    expect(called(DOOR, { do: 'unlock', pin: 'abcd' }, 'pin')).toBe('Failure')
    for (const seconds of [0, 61, 65_535])
      expect(called(DOOR, { do: 'unlock', seconds }, 'ask')).toBe('ConstraintError')
  })

  it('switch and dim lights, with the brightness of before', () => {
    const light = (can: DeviceInfo['can']) =>
      infoOf({
        devicetype: 'light',
        can,
        state: {
          status: 'ready',
          position: null,
          inclination: null,
          assumed: false,
          reportedAt: null,
          light1Brightness: 0,
        },
      })
    const dimmed = light(['setLight1', 'dimLight1'])
    expect(called(dimmed, { do: 'on' })).toMatchObject({ command: { lightType: 'light_1', brightness: 0.4 } })
    expect(called(dimmed, { do: 'level', value: 127 })).toMatchObject({ command: { brightness: 0.5 } })
    expect(called(light(['setLight1']), { do: 'on' })).toMatchObject({ command: { brightness: 1 } })
    expect(called(dimmed, { do: 'off' })).toMatchObject({ command: { brightness: 0 } })
  })
})

describe('refusals [BR25]', () => {
  it.each([
    [{ error: 'weather_scenario_matched' }, 'InvalidInState'],
    [{ error: 'insufficient_permission', key: 'frozen' }, 'InvalidInState'],
    [{ error: 'insufficient_permission', key: 'windows' }, 'InvalidInState'],
    [{ error: 'insufficient_permission' }, 'UnsupportedAccess'],
    [{ error: 'insufficient_permission', detail: 'pin' }, 'Failure'],
    [{ error: 'insufficient_permission', detail: 'pin_locked' }, 'Failure'],
    [{ error: 'device_offline' }, 'Failure'],
    [{ error: 'device_busy' }, 'Busy'],
    [{ error: 'device_not_ready' }, 'Busy'],
    [{ error: 'too_many_requests' }, 'ResourceExhausted'],
    [{ error: 'device_not_busy' }, 'Success'],
    [{ error: 'device_already_in_state' }, 'Success'],
    [{ error: 'device_update_failed', detail: 'replaced' }, 'Success'],
    [{ error: 'device_update_failed' }, 'Failure'],
  ] as const)('%o is %s', (error, status) => {
    expect(statusOf(error)).toBe(status)
  })

  it('has a status for every error', () => {
    for (const error of Object.keys(ERROR_CATALOGUE)) expect(statusOf({ error })).toMatch(/^[A-Z]/)
  })
})
