import type { DeviceInfo, Target } from '@senca/contract'
import { describe, expect, it } from 'vitest'
import { deviceOf } from '../testing/devices.ts'
import { blockReasonOf, goalOf, moveOf, viewsOf } from './control-view.ts'
import { angleOf, figureAt } from './shade-view.ts'

const blind = (state: Partial<DeviceInfo['state']>) => deviceOf({ devicetype: 'venetian_blind', state })
const shutter = (state: Partial<DeviceInfo['state']>) => deviceOf({ state })

describe('the views of a device', () => {
  it.each([
    ['roller_shutter', ['position']],
    ['awning', ['position']],
    ['falcon', ['position']],
    ['venetian_blind', ['position', 'tilt']],
    ['pergola', ['tilt']],
  ] as const)('of a %s', (devicetype, views) => expect(viewsOf({ devicetype })).toEqual(views))
})

describe('what blocks a control', () => {
  it.each([
    ['nothing at rest', shutter({}), null],
    ['nothing while it moves', shutter({ status: 'closing' }), null],
    ['nothing while it is merely busy', shutter({ status: 'busy' }), null],
    ['nothing while the position is unknown', shutter({ position: null }), null],
    ['a calibration', shutter({ status: 'calibrating' }), 'calibrating'],
    ['a restart', shutter({ status: 'restarting' }), 'restarting'],
    ['being offline', shutter({ status: 'offline' }), 'offline'],
    ['a lost link', { ...shutter({ status: 'calibrating' }), connected: false }, 'offline'],
    ['hardware that knows no positions', { ...shutter({}), can: ['open' as const] }, 'unable'],
  ])('%s', (_, device, blockReason) => expect(blockReasonOf(device, 'position')).toBe(blockReason))
})

describe('where it is going', () => {
  it.each([
    ['nowhere at rest', shutter({ target: { position: 0.4 } }), null, null],
    ['where it says', shutter({ status: 'closing', target: { position: 0.4 } }), null, { position: 0.4 }],
    [
      'where it was sent',
      shutter({ status: 'closing', target: { position: 0.4 } }),
      { position: 1 },
      { position: 1 },
    ],
    ['somewhere by a wall switch', shutter({ status: 'closing' }), null, null],
  ])('%s', (_, device, wished, goal) => expect(goalOf(device, wished)).toEqual(goal))
})

describe('the one command of a hand', () => {
  it.each<[string, DeviceInfo, 'position' | 'inclination', Target | null, Target]>([
    ['a shutter has no tilt', shutter({}), 'position', null, { position: 0.6 }],
    [
      'a lift keeps the tilt',
      blind({ inclination: 0.2 }),
      'position',
      null,
      { position: 0.6, inclination: 0.2 },
    ],
    [
      'a lift keeps the tilt that is on its way',
      blind({ status: 'closing', inclination: 1 }),
      'position',
      { position: 1, inclination: 0.3 },
      { position: 0.6, inclination: 0.3 },
    ],
    [
      'slats that turn with a lift were not requested',
      blind({ status: 'closing', inclination: 1 }),
      'position',
      { position: 1 },
      { position: 0.6 },
    ],
    ['an unknown tilt is not invented', blind({ inclination: null }), 'position', null, { position: 0.6 }],
    [
      'a tilt is sent alone',
      blind({ position: 0.4, inclination: 0.2 }),
      'inclination',
      null,
      { inclination: 0.6 },
    ],
    [
      'a tilt does not end a lift',
      blind({ status: 'closing' }),
      'inclination',
      { position: 1, inclination: 0.3 },
      { position: 1, inclination: 0.6 },
    ],
    [
      'a pergola has nothing but louvres',
      deviceOf({ devicetype: 'pergola', state: { inclination: 0.1 } }),
      'inclination',
      null,
      { inclination: 0.6 },
    ],
  ])('%s', (_, device, axis, goal, target) => expect(moveOf(device, axis, 0.6, goal)).toEqual(target))
})

describe('the angle of an inclination', () => {
  it.each([
    ['venetian_blind', 'full_180', 0, -90],
    ['venetian_blind', 'full_180', 0.25, -45],
    ['venetian_blind', 'lower_90', 0.5, 45],
    ['venetian_blind', 'upper_90', 0.5, -45],
    ['venetian_blind', undefined, 1, 90],
    ['pergola', undefined, 0.4, 36],
  ] as const)('of a %s, %s, at %s is %s', (devicetype, inclinationType, inclination, angle) => {
    const device = { devicetype, settings: inclinationType === undefined ? {} : { inclinationType } }
    expect(angleOf(device, inclination)).toBeCloseTo(angle)
  })
})

describe('the figure', () => {
  const device = { devicetype: 'venetian_blind' as const, settings: {} }
  it.each([
    ['position', 0.404, { value: 40, unit: 'percent' }],
    ['position', null, { value: null, unit: 'percent' }],
    ['inclination', 0.25, { value: -45, unit: 'degrees' }],
    ['inclination', null, { value: null, unit: 'degrees' }],
  ] as const)('of %s at %s', (axis, share, figure) => expect(figureAt(device, axis, share)).toEqual(figure))
})
