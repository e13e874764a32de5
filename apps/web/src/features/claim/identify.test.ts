import type { Capability, DeviceInfo, DeviceState, DeviceType } from '@senca/contract'
import { expect, test } from 'vitest'
import { deviceOf } from '#features/device-model/testing/devices.ts'
import { identificationOf } from './identify.ts'

const device = (
  devicetype: DeviceType,
  can: Capability[],
  state: Partial<DeviceState>,
  connected = true,
): DeviceInfo => {
  const blank = deviceOf({ devicetype, can, connected })
  return { ...blank, state: { ...blank.state, status: 'ready', ...state } }
}

test.each<[string, DeviceInfo, unknown]>([
  [
    'an open shade goes down a little and comes back [DV4]',
    device('roller_shutter', ['setPosition'], { position: 0 }),
    {
      kind: 'move',
      steps: [
        { command: 'move', position: 10 },
        { command: 'move', position: 0 },
      ],
    },
  ],
  [
    'a closed one goes up',
    device('roller_shutter', ['setPosition'], { position: 1 }),
    {
      kind: 'move',
      steps: [
        { command: 'move', position: 90 },
        { command: 'move', position: 100 },
      ],
    },
  ],
  [
    'a pergola turns its louvers',
    device('pergola', ['setTilt'], { inclination: 0.2 }),
    {
      kind: 'move',
      steps: [
        { command: 'move', inclination: 30 },
        { command: 'move', inclination: 20 },
      ],
    },
  ],
  ['a shade that does not know where it is', device('awning', ['setPosition'], { position: null }), null],
  ['a shade that moves', device('awning', ['setPosition'], { position: 0.5, status: 'moving' }), null],
  ['a shade that is away', device('awning', ['setPosition'], { position: 0.5 }, false), null],
  [
    'a dimmed lamp blinks, and is as bright as before',
    device('light', ['setLight1'], { light1Brightness: 0.4 }),
    {
      kind: 'blink',
      steps: [0, 0.4, 0, 0.4].map((brightness) => ({
        command: 'light_apply',
        lightType: 'light_1',
        brightness,
      })),
    },
  ],
  [
    'a door blinks with its lamp',
    device('home_door', ['unlockMotor', 'setHandleLight'], {
      handleLightConnected: true,
      handleLightBrightness: 0,
    }),
    {
      kind: 'blink',
      steps: [1, 0, 1, 0].map((brightness) => ({ command: 'light_apply', lightType: 'handle', brightness })),
    },
  ],
  [
    'a door without a lamp is never opened to be found',
    device('home_door', ['unlockMotor'], { motorLockConnected: true }),
    null,
  ],
])('%s', (_, asked, expected) => {
  expect(identificationOf(asked)).toEqual(expected)
})
