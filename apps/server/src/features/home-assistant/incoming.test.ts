import type { DeviceState, DeviceType } from '@senca/contract'
import { describe, expect, it } from 'vitest'
import type { AnnouncedDevice } from './announced-device.ts'
import { readCommand } from './incoming.ts'

const STATE: DeviceState = { status: 'ready', position: 0, inclination: 0, assumed: false, reportedAt: null }
const DOOR: DeviceState = {
  ...STATE,
  motorLockConnected: true,
  magnetLockConnected: true,
  magicFoilConnected: true,
  doorLightConnected: true,
  doorLightBrightness: 0.3,
}
const deviceOf = (type: DeviceType, more: Partial<AnnouncedDevice> = {}): AnnouncedDevice => ({
  key: 'k',
  name: 'Kitchen',
  type,
  room: null,
  connected: true,
  can: ['open', 'close', 'stop', 'setPosition', 'setTilt', 'setLight1', 'dimLight1'],
  state: type === 'home_door' ? DOOR : { ...STATE, light1Brightness: 0 },
  isCommanded: true,
  unlock: 'off',
  lightNames: {},
  safety: null,
  fault: null,
  tolerance: 0.02,
  ...more,
})
const read = (device: AnnouncedDevice, topic: string, payload: string) =>
  readCommand(device, topic, Buffer.from(payload))
const command = (values: object) => ({ do: 'command', command: values })

describe('[BR37] commands from Home Assistant', () => {
  it.each([
    ['roller_shutter', 'set', 'OPEN', command({ command: 'move', position: 0 })],
    ['roller_shutter', 'set', 'CLOSE', command({ command: 'move', position: 100 })],
    ['roller_shutter', 'set', 'STOP', { do: 'stop' }],
    ['roller_shutter', 'position/set', '40', command({ command: 'move', position: 60 })],
    ['awning', 'position/set', '100', command({ command: 'move', position: 0 })],
    ['venetian_blind', 'tilt/set', '0', command({ command: 'move', inclination: 100 })],
    ['venetian_blind', 'tilt/set', 'STOP', { do: 'stop' }],
    ['pergola', 'set', 'OPEN', command({ command: 'move', inclination: 0 })],
    ['pergola', 'position/set', '25', command({ command: 'move', inclination: 75 })],
    ['home_door', 'lock/set', 'LOCK', command({ command: 'lock', lockType: 'motor' })],
    ['home_door', 'foil/set', 'ON', command({ command: 'magic_foil_apply', opacity: 0 })],
    ['home_door', 'foil/set', 'OFF', command({ command: 'magic_foil_apply', opacity: 1 })],
    [
      'home_door',
      'doorLight/set',
      '{"state":"ON"}',
      command({ command: 'light_apply', lightType: 'door', brightness: 0.3 }),
    ],
    [
      'light',
      'light1/set',
      '{"state":"ON","brightness":50}',
      command({ command: 'light_apply', lightType: 'light_1', brightness: 0.5 }),
    ],
    [
      'light',
      'light1/set',
      '{"state":"ON"}',
      command({ command: 'light_apply', lightType: 'light_1', brightness: 1 }),
    ],
    [
      'light',
      'light1/set',
      '{"state":"OFF"}',
      command({ command: 'light_apply', lightType: 'light_1', brightness: 0 }),
    ],
  ] as const)('%s %s %s', (type, topic, payload, asked) => {
    expect(read(deviceOf(type), topic, payload)).toEqual(asked)
  })

  it('[BR8] a door is unlocked with a PIN or by a person, and never by anything else', () => {
    const unlock = command({ command: 'unlock', lockType: 'motor' })
    const pin = deviceOf('home_door', { unlock: 'pin' })
    expect(read(pin, 'lock/set', '{"do":"UNLOCK","code":"1234"}')).toEqual({ ...unlock, pin: '1234' })
    for (const payload of ['UNLOCK', '{"do":"UNLOCK","code":"None"}', '{"do":"UNLOCK"}'])
      expect(read(pin, 'lock/set', payload)).toEqual(unlock)
    expect(read(pin, 'lock/set', '{"do":"LOCK","code":"9"}')).toEqual(
      command({ command: 'lock', lockType: 'motor' }),
    )
    const asking = deviceOf('home_door', { unlock: 'ask' })
    expect(read(asking, 'magnet/set', 'UNLOCK')).toEqual({ do: 'ask', lockType: 'magnet' })
    expect(read(asking, 'lock/set', '{"do":"UNLOCK","code":"1234"}')).toBeNull()
    // Without a right to it the gate refuses, and records that it was asked.
    expect(read(deviceOf('home_door'), 'lock/set', 'UNLOCK')).toEqual(unlock)
  })

  it.each([
    [
      'roller_shutter',
      'position/set',
      ['NaN', '101', '-1', '1e2', ' 5', '', '0x10', '50,5', 'Infinity', '١٢'],
    ],
    ['roller_shutter', 'set', ['open', 'TOGGLE', '{"do":"OPEN"}', 'OPEN ']],
    ['roller_shutter', 'tilt/set', ['50', 'STOP']],
    ['venetian_blind', 'tilt/set', ['stop', 'OPEN']],
    ['roller_shutter', 'lock/set', ['LOCK']],
    ['roller_shutter', 'hold', ['OFF']],
    ['roller_shutter', '../set', ['OPEN']],
    ['home_door', 'set', ['OPEN']],
    ['home_door', 'position/set', ['50']],
    ['home_door', 'lock/set', ['OPEN', 'unlock', '[]', '{"do":"OPEN"}']],
    [
      'light',
      'light1/set',
      ['{"brightness":101}', '{"brightness":-1}', '{}', '"ON"', '{"state":"on"}', 'null'],
    ],
    ['light', 'light2/set', ['TOGGLE']],
    ['light', '__proto__/set', ['ON']],
  ] as const)('%s %s takes nothing else', (type, topic, payloads) => {
    for (const payload of payloads) expect(read(deviceOf(type), topic, payload), payload).toBeNull()
  })

  it('a large message and a bomb are not read', () => {
    const light = deviceOf('light')
    for (const payload of [
      '1'.repeat(1_048_576),
      '['.repeat(500_000),
      `{"state":"ON","x":"${'y'.repeat(2_000)}"}`,
    ])
      expect(read(light, 'light1/set', payload)).toBeNull()
  })

  it('a device that is granted to be viewed takes no command', () => {
    expect(read(deviceOf('roller_shutter', { isCommanded: false }), 'set', 'OPEN')).toBeNull()
  })
})
