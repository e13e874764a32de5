import type { DeviceCommand, DeviceType } from '@senca/contract'
import { describe, expect, it } from 'vitest'
import { deviceCapabilities, type Shadow } from '#features/devices/index.ts'
import { exampleDevice as device, unseenShadow } from '#testing/drivers/example-device.ts'
import { COMMAND_CHECKS, refusalOf } from './command-checks.ts'

const never = unseenShadow
const silent = { ...never, connected: true }
const ready: Shadow = {
  ...silent,
  reportedAt: new Date(),
  fields: { status: 'ready', motorLockConnected: true, light1Brightness: 0 },
}
const away = { ...ready, connected: false }
const as = (status: 'calibrating' | 'restarting' | 'opening'): Shadow => ({
  ...ready,
  fields: { ...ready.fields, magicFoilConnected: true, status },
})
const foil: DeviceCommand = { command: 'magic_foil_apply', opacity: 1 }
const light1: DeviceCommand = { command: 'light_apply', lightType: 'light_1', brightness: 1 }

const move: DeviceCommand = { command: 'move', position: 0 }
const tilt: DeviceCommand = { command: 'move', inclination: 0 }
const motor: DeviceCommand = { command: 'unlock', lockType: 'motor' }
const magnet: DeviceCommand = { command: 'unlock', lockType: 'magnet' }
const light2: DeviceCommand = { command: 'light_apply', lightType: 'light_2', brightness: 1 }

const actor = { kind: 'account', accountId: 'anna', sessionId: 's' } as const
describe('the checks of a command', () => {
  it.each<[string, DeviceCommand | { command: 'abort' }, DeviceType, Shadow, string | null]>([
    ['a shade that is here', move, 'roller_shutter', ready, null],
    ['an axis that the kind lacks', tilt, 'roller_shutter', ready, 'device_unsupported_action'],
    ['an axis that the kind lacks, also while away', move, 'pergola', never, 'device_unsupported_action'],
    ['the axes of a venetian blind', tilt, 'venetian_blind', ready, null],
    ['ventilation of a shade', { command: 'move_to_ventilation' }, 'awning', ready, null],
    [
      'ventilation of a light',
      { command: 'move_to_ventilation' },
      'light',
      ready,
      'device_unsupported_action',
    ],
    ['a shade that is away', move, 'awning', away, 'device_offline'],
    ['a shade that never came', move, 'awning', never, 'device_offline'],
    ['a shade that never reported', move, 'awning', silent, 'device_not_ready'],
    ['a lock that is there', motor, 'home_door', ready, null],
    ['a lock that is not there', magnet, 'home_door', ready, 'device_unsupported_action'],
    ['a lock of a door that never reported', magnet, 'home_door', silent, 'device_not_ready'],
    ['a lock of a shade', motor, 'falcon', ready, 'device_unsupported_action'],
    ['a channel that is not there', light2, 'light', ready, 'device_unsupported_action'],
    ['stopping a shade', { command: 'abort' }, 'pergola', ready, null],
    ['a shade that moves', move, 'awning', as('opening'), null],
    ['a shade that calibrates', move, 'awning', as('calibrating'), 'device_busy'],
    ['ventilation meanwhile', { command: 'move_to_ventilation' }, 'awning', as('calibrating'), 'device_busy'],
    ['a shade that restarts', move, 'awning', as('restarting'), 'device_busy'],
    ['unlocking meanwhile', motor, 'home_door', as('restarting'), 'device_busy'],
    [
      'locking meanwhile',
      { command: 'lock', lockType: 'motor' },
      'home_door',
      as('calibrating'),
      'device_busy',
    ],
    ['an axis that the kind lacks meanwhile', tilt, 'awning', as('calibrating'), 'device_unsupported_action'],
    ['a foil meanwhile', foil, 'home_door', as('calibrating'), null],
    ['a light meanwhile', light1, 'light', as('restarting'), null],
    ['stopping a calibration', { command: 'abort' }, 'awning', as('calibrating'), null],
    ['stopping a light', { command: 'abort' }, 'light', ready, 'device_unsupported_action'],
  ])('%s', (_name, command, type, shadow, expected) => {
    const refusal = refusalOf(COMMAND_CHECKS, {
      actor,
      device,
      command,
      type,
      can: deviceCapabilities(type, shadow, null),
      shadow,
      movesInFlight: [],
      isOverride: false,
    })
    expect(refusal?.error ?? null).toBe(expected)
  })
})
