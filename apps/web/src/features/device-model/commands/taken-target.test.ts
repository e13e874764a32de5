import { expect, it } from 'vitest'
import { takenTarget } from './taken-target.ts'

const BOTH = { position: 0.4, inclination: 0.2 }

it.each([
  [1, BOTH, { position: 0.4 }],
  [1, { inclination: 0.2 }, { inclination: 0.2 }],
  [2, BOTH, BOTH],
  [null, BOTH, BOTH],
])('hardware of generation %s takes of %j %j', (version, target, taken) => {
  expect(takenTarget({ devicetype: 'venetian_blind', version }, target)).toEqual(taken)
})
