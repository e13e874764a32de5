import { expect, it } from 'vitest'
import { deviceOf } from '../testing/devices.ts'
import { supportedTarget } from './supported-target.ts'

const BOTH = { position: 0.4, inclination: 0.2 }
const second = deviceOf({ devicetype: 'venetian_blind' })
const first = deviceOf({ devicetype: 'venetian_blind', version: 1 })

it.each([
  ['can move one axis at a time', first, BOTH, { position: 0.4 }],
  ['can move one axis at a time', first, { inclination: 0.2 }, { inclination: 0.2 }],
  ['can move both at once', second, BOTH, BOTH],
  ['can move both at once, whatever its generation', { ...second, version: 1 }, BOTH, BOTH],
])('a blind that %s', (_can, device, target, taken) => {
  expect(supportedTarget(device, target)).toEqual(taken)
})
