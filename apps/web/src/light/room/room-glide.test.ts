import { describe, expect, test } from 'vitest'
import { roomBetween } from './room-glide.ts'
import { type DoorRoom, type LightRoom, lightPosition, roomLight, type ShadeRoom } from './room-scene.ts'

const shade = (more: Partial<ShadeRoom> = {}): ShadeRoom => ({
  kind: 'roller_shutter',
  reported: 0.2,
  target: null,
  draft: null,
  tilt: 0,
  freshness: 'live',
  view: 0,
  isBusy: false,
  ...more,
})
const door: DoorRoom = {
  kind: 'home_door',
  isOpen: false,
  bolts: { motor: 'out' },
  milk: 0,
  doorLight: 0,
  handleLight: 0,
  freshness: 'live',
  view: 0,
}
const lamp: LightRoom = { kind: 'light', channels: [0, 1], freshness: 'live', view: 0 }

describe('a room passes into the next', () => {
  test('a shade is on its way from one report to the next', () => {
    expect(roomBetween(shade(), shade({ reported: 0.6, tilt: 40 }), 0.5)).toMatchObject({
      reported: 0.4,
      tilt: 20,
    })
  })

  test('a hand that lets go takes its light back to where the device is', () => {
    const between = roomBetween(shade({ draft: 0.8 }), shade(), 0.5)
    expect(between).toMatchObject({ reported: 0.2, draft: 0.5 })
    expect(roomBetween(shade({ draft: 0.8 }), shade(), 1)).toEqual(shade())
  })

  test('a draft is there at once', () => {
    expect(roomBetween(shade(), shade({ draft: 0.9 }), 0.1)).toMatchObject({ draft: 0.9 })
  })

  test('a position that becomes known is not made up on the way', () => {
    expect(roomBetween(shade({ reported: null }), shade({ reported: 0.6 }), 0.5)).toMatchObject({
      reported: 0.6,
    })
  })

  test('a device that goes offline, or another kind, does not fade', () => {
    const offline = shade({ freshness: 'offline', reported: 0.9 })
    expect(roomBetween(shade(), offline, 0.2)).toBe(offline)
    expect(roomBetween(shade(), door, 0.2)).toBe(door)
    expect(roomBetween(door, lamp, 0.2)).toBe(lamp)
  })

  test('foil and lights fade, bolts do not', () => {
    const next: DoorRoom = { ...door, milk: 1, doorLight: 1, bolts: { motor: 'in' } }
    expect(roomBetween(door, next, 0.25)).toMatchObject({
      milk: 0.25,
      doorLight: 0.25,
      bolts: { motor: 'in' },
    })
    expect(roomBetween(lamp, { ...lamp, channels: [1, 0] }, 0.25)).toMatchObject({ channels: [0.25, 0.75] })
  })
})

describe('the light in a room', () => {
  test('it follows the hand before the device', () => {
    expect(lightPosition(shade({ draft: 0.9 }))).toBe(0.9)
    expect(lightPosition(shade())).toBe(0.2)
  })

  test('nothing is lit that is not reported', () => {
    expect(roomLight(shade({ freshness: 'offline' }), [])).toBe(0)
    expect(roomLight({ ...lamp, freshness: 'offline' }, [])).toBe(0)
  })

  test('a room of unknown light is neither dark nor bright', () => {
    const light = roomLight(shade({ reported: null }), [])
    expect(light).toBeGreaterThan(0.1)
    expect(light).toBeLessThan(0.5)
  })
})
