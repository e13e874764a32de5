import { describe, expect, test } from 'vitest'
import { covered, FADE, TRAVEL } from '../paint/glide.ts'
import type { CardScene } from './card-scene.ts'
import { differs, sceneBetween } from './scene-glide.ts'

const shade = (position: number | null, tilt = 0): CardScene => ({
  kind: 'roller_shutter',
  freshness: 'live',
  view: 0,
  position,
  tilt,
})
const lamp = (brightness: number): CardScene => ({ kind: 'light', freshness: 'live', view: 0, brightness })

describe('a scene on its way to the next', () => {
  test('a shade is half way between two reports at half the time', () => {
    expect(sceneBetween(shade(0.2, -40), shade(0.6, 40), 0.5)).toMatchObject({ position: 0.4, tilt: 0 })
  })

  test('a position that becomes known is shown at once', () => {
    expect(sceneBetween(shade(null), shade(0.6), 0.1)).toMatchObject({ position: 0.6 })
  })

  test('a position that is lost is not guessed', () => {
    expect(sceneBetween(shade(0.6), shade(null), 0.1)).toMatchObject({ position: null })
  })

  test('a lamp fades', () => {
    expect(sceneBetween(lamp(0), lamp(1), 0.25)).toMatchObject({ brightness: 0.25 })
  })

  test('going offline is not animated', () => {
    const offline: CardScene = { ...shade(0.6), freshness: 'offline' }
    expect(sceneBetween(shade(0.2), offline, 0.1)).toEqual(offline)
  })

  test('another kind of device is not animated', () => {
    expect(sceneBetween(lamp(1), shade(0.5), 0.1)).toEqual(shade(0.5))
  })
})

describe('two scenes look', () => {
  const ajar: CardScene = {
    kind: 'home_door',
    freshness: 'live',
    view: 0,
    isOpen: false,
    isLocked: true,
    isUnlocked: false,
    milk: 0,
    doorLight: 0,
    handleLight: 0,
  }
  test.each<[string, CardScene, CardScene, boolean]>([
    ['alike while a shade has moved by less than a pixel', shade(0.5), shade(0.502), false],
    ['different once it has moved by one', shade(0.5), shade(0.503), true],
    ['alike while slats have turned by less than one can see', shade(0.5, 10), shade(0.5, 10.2), false],
    ['different once they have turned', shade(0.5, 10), shade(0.5, 10.4), true],
    ['different when a place becomes known', shade(null), shade(0), true],
    ['different when a door opens', ajar, { ...ajar, isOpen: true }, true],
    ['different when it is only known from before', shade(0.5), { ...shade(0.5), freshness: 'stale' }, true],
    ['different when they are of different kinds', lamp(0.5), shade(0.5), true],
  ])('%s', (_how, one, other, expected) => expect(differs(one, other)).toBe(expected))
})

test('a motor covers its way evenly, light arrives fast and settles', () => {
  expect(covered(TRAVEL, 0.5)).toBe(0.5)
  expect(covered(FADE, 0.5)).toBeGreaterThan(0.8)
  expect([covered(FADE, 0), covered(FADE, 1)]).toEqual([0, 1])
})
