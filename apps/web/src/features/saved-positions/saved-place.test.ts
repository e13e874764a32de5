import type { DeviceInfo, Target } from '@senca/contract'
import { describe, expect, it } from 'vitest'
import { deviceOf } from '#features/device-model/testing/devices.ts'
import { isSamePlace, isUnsaved, moved, placeToSave, reportedPlace, startOf } from './saved-place.ts'

const shutter = (given: Partial<DeviceInfo> = {}) => ({ ...deviceOf({ state: { position: 0.2 } }), ...given })
const blind = (given: Partial<DeviceInfo> = {}) => ({
  ...deviceOf({ devicetype: 'venetian_blind', state: { position: 0.2, inclination: 0.7 } }),
  ...given,
})
const pergola = (given: Partial<DeviceInfo> = {}) => ({
  ...deviceOf({ devicetype: 'pergola', state: { position: null, inclination: 0.4 } }),
  ...given,
})

describe('where a device stands', () => {
  it.each<[string, DeviceInfo, Target | null]>([
    ['a shutter by its position', shutter(), { position: 0.2 }],
    ['a blind by both axes', blind(), { position: 0.2, inclination: 0.7 }],
    ['a pergola by its louvres', pergola(), { inclination: 0.4 }],
    ['nothing known', deviceOf({ state: { position: null } }), null],
    [
      'half known is not known',
      deviceOf({ devicetype: 'venetian_blind', state: { position: 0.2, inclination: null } }),
      null,
    ],
  ])('%s', (_, device, place) => expect(reportedPlace(device)).toEqual(place))
})

describe('a hand', () => {
  it.each<[string, DeviceInfo, Target | null, Target, Target]>([
    ['sets a shutter', shutter(), { position: 0.2 }, { position: 0.6 }, { position: 0.6 }],
    [
      'lifts a blind and leaves its slats',
      blind(),
      { position: 0.1, inclination: 0.3 },
      { position: 0.6 },
      { position: 0.6, inclination: 0.3 },
    ],
    [
      'turns slats and leaves the lift',
      blind(),
      { position: 0.1, inclination: 0.3 },
      { inclination: 1 },
      { position: 0.1, inclination: 1 },
    ],
    [
      'fills what a place lacks from the device',
      blind(),
      { position: 0.1 },
      {},
      { position: 0.1, inclination: 0.7 },
    ],
    ['drops what the kind has not', pergola(), { position: 0.1 }, { inclination: 0.5 }, { inclination: 0.5 }],
    [
      'starts an unknown axis where its slider waits',
      deviceOf({ state: { position: null } }),
      null,
      {},
      { position: 0.3 },
    ],
  ])('%s', (_, device, place, change, result) => expect(moved(place, device, change)).toEqual(result))
})

describe('the picture', () => {
  it('starts at the saved place', () => {
    expect(startOf(shutter({ favourite: { position: 0.4 } }), 'favourite')).toEqual({ position: 0.4 })
  })

  it('follows the device where nothing is saved', () => {
    expect(startOf(shutter({ ventilation: { position: 0.4 } }), 'favourite')).toBeNull()
  })
})

describe('two places', () => {
  it.each<[string, DeviceInfo, Target | null, Target | null, boolean]>([
    ['are the same within half a step', shutter(), { position: 0.4 }, { position: 0.404 }, true],
    ['differ by a step', shutter(), { position: 0.4 }, { position: 0.41 }, false],
    [
      'differ by the slats',
      blind(),
      { position: 0.4, inclination: 0 },
      { position: 0.4, inclination: 1 },
      false,
    ],
    ['differ when one is none', shutter(), { position: 0.4 }, null, false],
    [
      'of another kind of shade say nothing of this one',
      pergola(),
      { inclination: 0.4 },
      { position: 0.4 },
      false,
    ],
  ])('%s', (_, device, one, other, isSame) => expect(isSamePlace(device, one, other)).toBe(isSame))
})

describe('leaving', () => {
  it.each<[string, DeviceInfo, Target | null, boolean]>([
    [
      'loses nothing when the saved place is shown',
      shutter({ favourite: { position: 0.4 } }),
      { position: 0.4 },
      false,
    ],
    ['loses another draft', shutter({ favourite: { position: 0.4 } }), { position: 0.5 }, true],
    ['loses where the device was moved', shutter({ favourite: { position: 0.4 } }), null, true],
    ['loses the only place that was never saved', shutter(), null, true],
    ['loses nothing while nothing is known', deviceOf({ state: { position: null } }), null, false],
  ])('%s', (_, device, draft, isLost) =>
    expect(isUnsaved(device, 'favourite', placeToSave(device, draft, null))).toBe(isLost),
  )
})

describe('what is saved', () => {
  const going = (
    status: 'closing' | 'ready',
    target: Target | null,
    state: Partial<DeviceInfo['state']> = {},
  ) => deviceOf({ state: { position: 0.2, status, target, ...state } })
  const slats = (target: Target | null) =>
    deviceOf({
      devicetype: 'venetian_blind',
      state: { position: 0.2, inclination: 0.7, status: 'closing', target },
    })

  it.each<[string, DeviceInfo, Target | null, { target: Target | null } | null, Target | null]>([
    ['of a device at rest is where it is', going('ready', null), null, null, { position: 0.2 }],
    ['of a moving one is where it is going', going('closing', { position: 1 }), null, null, { position: 1 }],
    [
      'of one that was sent and has not begun too',
      going('ready', null),
      null,
      { target: { position: 1 } },
      { position: 1 },
    ],
    ['of one that goes nobody knows where waits', going('closing', null), null, null, null],
    [
      'of one that is to stop waits until it stands',
      going('closing', { position: 1 }),
      null,
      { target: null },
      null,
    ],
    ['by hand is the hand’s', going('closing', { position: 1 }), { position: 0.5 }, null, { position: 0.5 }],
    ['of slats that turn with a lift waits', slats({ position: 1 }), null, null, null],
    [
      'of slats that turn alone keeps the lift',
      slats({ inclination: 1 }),
      null,
      null,
      { position: 0.2, inclination: 1 },
    ],
  ])('%s', (_, device, draft, command, place) => expect(placeToSave(device, draft, command)).toEqual(place))
})
