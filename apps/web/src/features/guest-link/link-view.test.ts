import { type DeviceState, guestLinkSchema } from '@senca/contract'
import { describe, expect, it } from 'vitest'
import { deviceOf } from '#features/device-model/testing/devices.ts'
import { cardsOf, groupsOf, shareGone, usesKind, usesOf, withinLimits } from './link-view.ts'

const linkOf = (given: object = {}) =>
  guestLinkSchema.parse({
    token: 'token',
    name: null,
    state: 'active',
    devices: ['roller', 'door', 'lamp'],
    deviceSpecifiers: {},
    multiUse: true,
    maxUses: null,
    uses: 0,
    startsAt: '2026-06-20T00:00:00.000Z',
    expiresAt: '2026-06-24T00:00:00.000Z',
    windows: [],
    timeZone: 'UTC',
    actions: {},
    limits: {},
    hasPin: false,
    ...given,
  })

const roller = deviceOf({ id: 'roller', name: 'Bedroom' })
const door = deviceOf({
  id: 'door',
  name: 'Front door',
  devicetype: 'home_door',
  state: { position: null, magnetLockConnected: true, magicFoilConnected: true, doorLightConnected: true },
})
const lamp = deviceOf({
  id: 'lamp',
  name: 'Terrace',
  devicetype: 'light',
  state: { position: null, light1Brightness: 1, light2Brightness: 0 },
})

describe('a shade that a link keeps from its ends', () => {
  const limits = { roller: { minPosition: 0.2, maxPosition: 0.6 } }
  const canAt = (position: number | null, status: DeviceState['status'] = 'ready') => {
    const whole = deviceOf({ id: 'roller', can: ['stop', 'setPosition'], state: { position, status } })
    return cardsOf(linkOf({ limits }), whole)[0]?.device.can
  }

  it('opens and closes as far as it may', () => {
    expect(canAt(0.4)).toEqual(['stop', 'setPosition', 'open', 'close'])
    expect(canAt(null)).toEqual(['stop', 'setPosition', 'open', 'close'])
    expect(canAt(0.6, 'opening')).toEqual(['stop', 'setPosition', 'open', 'close'])
  })

  it('is not sent where it is', () => {
    expect(canAt(0.2)).toEqual(['stop', 'setPosition', 'close'])
    expect(canAt(0.598)).toEqual(['stop', 'setPosition', 'open'])
    expect(canAt(0.9)).toEqual(['stop', 'setPosition', 'open'])
  })

  it('of a link that is spent only stops', () => {
    const whole = deviceOf({ id: 'roller', can: ['stop', 'setPosition'] })
    expect(cardsOf(linkOf({ limits, state: 'spent' }), whole)[0]?.device.can).toEqual(['stop'])
  })
})

describe('the cards of a link', () => {
  it('are grouped by kind, in the order of the link, without empty groups', () => {
    const groups = groupsOf(linkOf(), { lamp, roller })
    expect(groups.map(({ family, cards }) => [family, cards.map(({ key }) => key)])).toEqual([
      ['shade', ['roller']],
      ['light', ['lamp light_1', 'lamp light_2']],
    ])
  })

  it.each([
    ['both channels', {}, ['Terrace 1', 'Terrace 2']],
    ['the channel that is shared', { lamp: { light1: false, light2: true } }, ['Terrace']],
    ['the other', { lamp: { light1: true, light2: false } }, ['Terrace']],
  ])('of a light are %s', (_name, deviceSpecifiers, names) => {
    expect(cardsOf(linkOf({ deviceSpecifiers }), lamp).map(({ device }) => device.name)).toEqual(names)
  })

  it('of a channel know of that channel alone, by the name it was given', () => {
    const can = ['setLight1' as const, 'setLight2' as const]
    const named = { ...lamp, can, settings: { light2Name: 'Wall' } }
    const [, second] = cardsOf(linkOf(), named)
    expect(second?.device.name).toBe('Wall')
    expect(second?.device.can).toEqual(['setLight2'])
    expect(second?.device.state.light1Brightness).toBeUndefined()
    expect(second?.device.state.light2Brightness).toBe(0)
    expect(second?.id).toBe('lamp')
  })

  it('of a light that has reported no channel yet is the light', () => {
    const silent = deviceOf({ id: 'lamp', devicetype: 'light', state: { status: 'offline', position: null } })
    expect(cardsOf(linkOf(), silent).map(({ specifier }) => specifier)).toEqual([null])
  })

  it('of a door leave out the parts that are not shared', () => {
    const [card] = cardsOf(linkOf(), { ...door, can: ['unlockMagnet', 'setDoorLight'] })
    expect(card?.device.state.magnetLockConnected).toBe(true)
    expect(card?.device.state.magicFoilConnected).toBe(false)
    expect(card?.device.state.doorLightConnected).toBe(true)
  })

  it('of a link that is spent can only be stopped, and show what they showed', () => {
    const spent = linkOf({ state: 'spent', multiUse: false, uses: 1 })
    expect(cardsOf(spent, roller)[0]?.device.can).toEqual(['stop'])
    expect(cardsOf(spent, door)[0]?.device.state.magicFoilConnected).toBe(true)
  })
})

it.each([
  [{ position: 0.1 }, { minPosition: 0.3 }, { position: 0.3 }],
  [{ position: 0.9 }, { maxPosition: 0.5 }, { position: 0.5 }],
  [
    { position: 0.4, inclination: 0.9 },
    { minPosition: 0.3, maxPosition: 0.5 },
    { position: 0.4, inclination: 0.9 },
  ],
  [{ inclination: 1 }, { maxPosition: 0.5 }, { inclination: 1 }],
  [{ position: 1 }, undefined, { position: 1 }],
])('a move to %j within %j goes to %j', (target, limits, expected) => {
  expect(withinLimits(target, limits)).toEqual(expected)
})

it.each([
  ['any number', { multiUse: true, maxUses: null, uses: 9 }, null],
  ['a number', { multiUse: true, maxUses: 5, uses: 2 }, { left: 3, all: 5 }],
  ['one', { multiUse: false, maxUses: null, uses: 0 }, { left: 1, all: 1 }],
  ['none any more', { multiUse: false, maxUses: null, uses: 1 }, { left: 0, all: 1 }],
])('a link has uses left: %s', (_name, link, expected) => {
  expect(usesOf(link)).toEqual(expected)
})

it.each([
  [{ multiUse: false, maxUses: 1 }, 'single'],
  [{ multiUse: true, maxUses: 5 }, 'multi'],
  [{ multiUse: true, maxUses: null }, 'unlimited'],
] as const)('a link with %j is for %s use', (link, kind) => {
  expect(usesKind(link)).toBe(kind)
})

it.each([
  ['2026-06-19T00:00:00Z', 0],
  ['2026-06-21T00:00:00Z', 0.25],
  ['2026-06-30T00:00:00Z', 1],
])('at %s, %d of the time of the link is over', (now, share) => {
  expect(shareGone(linkOf(), Date.parse(now))).toBe(share)
})
