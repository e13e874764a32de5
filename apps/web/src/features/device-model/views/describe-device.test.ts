import type { DeviceInfo } from '@senca/contract'
import { createInstance, type TFunction } from 'i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import en from '#i18n/locales/en.json'
import { deviceOf } from '../testing/devices.ts'
import { type Description, describeDevice, type Shown, shortLine } from './describe-device.ts'

let t: TFunction
beforeAll(async () => {
  t = await createInstance().init({ lng: 'en', resources: { en: { translation: en } } })
})

const closing = deviceOf({ state: { position: 0.4, status: 'closing', target: { position: 0.8 } } })
const blind = deviceOf({ devicetype: 'venetian_blind', state: { position: 1, inclination: 0.5 } })
const never = deviceOf({ state: { position: null, reportedAt: null } })
const door = (state: object) =>
  deviceOf({
    devicetype: 'home_door',
    state: {
      motorLockConnected: true,
      motorLockState: 'locked',
      magneticSensorConnected: true,
      magneticSensorOpen: false,
      ...state,
    },
  })

describe('a device in words', () => {
  it.each<[string, DeviceInfo, Partial<Shown>, Partial<Description>, string]>([
    [
      'a shade at rest',
      deviceOf({ state: { position: 0.4 } }),
      {},
      { tone: 'resting', figure: '40\u202f% closed', caption: '', spoken: '40\u202f% closed', motion: null },
      '40\u202f% closed',
    ],
    [
      'one whose position is assumed',
      deviceOf({ state: { position: 1, assumed: true } }),
      {},
      { figure: 'Closed, unconfirmed', spoken: 'Closed, unconfirmed' },
      'Closed, unconfirmed',
    ],
    [
      'one without a position',
      deviceOf({ state: { position: null } }),
      {},
      { figure: 'position unknown', caption: 'position unknown', spoken: 'position unknown' },
      'position unknown',
    ],
    [
      'one that moves',
      closing,
      {},
      {
        tone: 'moving',
        figure: '40\u202f% closed',
        caption: 'Moving to 80\u202f%',
        spoken: 'Moving to 80\u202f%',
      },
      'Moving to 80\u202f%',
    ],
    [
      'one that moves by a newer command',
      closing,
      { pending: { target: { position: 1 } } },
      { tone: 'moving', caption: 'Closing', motion: 'Closing' },
      'Closing',
    ],
    [
      'one that is dragged while it moves',
      closing,
      { draft: 0.6 },
      { tone: 'resting', figure: '60\u202f% closed', caption: '', spoken: 'Moving to 80\u202f%' },
      'Moving to 80\u202f%',
    ],
    [
      'one that calibrates',
      deviceOf({ state: { position: 0.4, status: 'calibrating', target: { position: 0 } } }),
      {},
      { tone: 'moving', motion: 'Calibrating' },
      'Calibrating',
    ],
    [
      'one that a command is sent to',
      deviceOf({ state: { position: 0.4 } }),
      { pending: { target: { position: 1 } } },
      { tone: 'sending', figure: '40\u202f% closed', caption: 'Sending', spoken: '40\u202f% closed' },
      '40\u202f% closed',
    ],
    [
      'one that may be outdated',
      deviceOf({ state: { position: 0.4 } }),
      { stale: true },
      { tone: 'stale', figure: '40\u202f% closed', spoken: '40\u202f% closed' },
      '40\u202f% closed',
    ],
    [
      'one that moved by a command without an answer when the connection was lost',
      closing,
      { stale: true, pending: { target: { position: 1 } } },
      { tone: 'stale', figure: '40\u202f% closed', caption: '', motion: null },
      '40\u202f% closed',
    ],
    [
      'one that is offline',
      deviceOf({ state: { position: 0.4, status: 'offline' } }),
      { stale: true, pending: { target: null } },
      { tone: 'offline', figure: '40\u202f% closed', caption: 'Offline', spoken: 'Offline', motion: null },
      'Offline',
    ],
    [
      'one that never reported',
      never,
      {},
      { tone: 'never', caption: 'Not reported yet', spoken: 'Not reported yet' },
      'Not reported yet',
    ],
    ['a blind', blind, {}, { figure: 'Closed', caption: 'tilt 0°', spoken: 'Closed, tilt 0°' }, 'Closed'],
    [
      'the tilt of a blind',
      blind,
      { axis: 'inclination' },
      { figure: '0°', caption: '', spoken: '0°' },
      '0°',
    ],
    [
      'a pergola',
      deviceOf({ devicetype: 'pergola', state: { position: null, inclination: 0.4 } }),
      {},
      { caption: 'louvers' },
      '36°',
    ],
    [
      'a blind between its ends',
      deviceOf({ devicetype: 'venetian_blind', state: { position: 0.53, inclination: 0.5 } }),
      {},
      { figure: '53\u202f% closed', caption: 'tilt 0°', spoken: '53\u202f% closed, tilt 0°' },
      '53\u202f% closed',
    ],
    [
      'an awning between its ends',
      deviceOf({ devicetype: 'awning', state: { position: 0.53 } }),
      {},
      { figure: '53\u202f% extended', caption: '' },
      '53\u202f% extended',
    ],
    [
      'an awning that goes in',
      deviceOf({ devicetype: 'awning', state: { position: 0.4, status: 'opening' } }),
      {},
      { motion: 'Retracting' },
      'Retracting',
    ],
    ['a door', door({}), {}, { figure: 'Locked, door closed', tone: 'resting' }, 'Locked, door closed'],
    [
      'a door that unlocks',
      door({ motorLockState: 'unlocking', status: 'busy' }),
      {},
      { motion: 'Unlocking', spoken: 'Unlocking' },
      'Unlocking',
    ],
    ['a door that restarts', door({ status: 'restarting' }), {}, { motion: 'Restarting' }, 'Restarting'],
    [
      'a dimmed light',
      deviceOf({ devicetype: 'light', state: { position: null, light1Brightness: 0.4 } }),
      {},
      { figure: '40\u202f%', caption: 'On', spoken: '40\u202f%' },
      '40\u202f%',
    ],
    [
      'a light with one of two lamps on',
      deviceOf({ devicetype: 'light', state: { position: null, light1Brightness: 1, light2Brightness: 0 } }),
      {},
      { figure: 'Partly on', spoken: 'Partly on' },
      'Partly on',
    ],
  ])('%s', (_, device, shown, words, line) => {
    const described = describeDevice(device, { pending: null, ...shown }, t)
    expect(described).toMatchObject(words)
    expect(shortLine(described)).toBe(line)
  })
})
