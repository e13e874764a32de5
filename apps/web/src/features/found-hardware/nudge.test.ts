import { describe, expect, it } from 'vitest'
import { canNudge, endOf, nudgeDirection } from './nudge.ts'
import { CONTACT, entityOf, LOCK } from './testing/entities.ts'

describe('a try', () => {
  const keys = { can: ['open', 'close'] as const }
  it.each([
    ['a cover that can be stopped', entityOf({ state: { position: null } }), true],
    ['a cover with a known position', entityOf({ can: ['setPosition'] }), true],
    ['a cover with an assumed position', entityOf({ can: ['setPosition'], state: { assumed: true } }), false],
    ['a cover without stop or position', entityOf({ can: [...keys.can], state: { position: null } }), false],
    ['a cover of a Shelly, which stops by itself', entityOf({ can: [...keys.can], source: 'shelly' }), true],
    ['a cover that only tilts', entityOf({ can: ['setTilt'], state: { inclination: 0.5 } }), true],
    ['a cover that is offline', entityOf({ state: { available: false } }), false],
    ['a cover that cannot become a device', entityOf({ types: [] }), false],
    ['a light', entityOf({ kind: 'light', can: ['on', 'off'], types: ['light'] }), true],
    ['a lock', LOCK, false],
    ['a contact', CONTACT, false],
  ])('of %s is possible: %#', (_, entity, expected) => {
    expect(canNudge(entity)).toBe(expected)
  })

  it.each([
    ['opens', entityOf({ state: { position: 0.6 } }), 'open'],
    ['closes what is open', entityOf({ state: { position: 0 } }), 'close'],
    ['closes what is nearly open, by position', entityOf({ state: { position: 0.08 } }), 'close'],
    [
      'opens what is nearly open, by its keys',
      entityOf({ can: ['open', 'close', 'stop'], state: { position: 0.08 } }),
      'open',
    ],
    [
      'opens what is nearly open, of a Shelly',
      entityOf({ source: 'shelly', state: { position: 0.08 } }),
      'open',
    ],
    ['opens what is somewhere', entityOf({ state: { position: null } }), 'open'],
    ['closes open slats', entityOf({ can: ['setTilt'], state: { position: null, inclination: 0 } }), 'close'],
  ] as const)('first %s', (_, entity, direction) => {
    expect(nudgeDirection(entity)).toBe(direction)
  })
})

describe('the end at which a cover says it is', () => {
  it.each([
    [{ position: 0 }, 'open'],
    [{ position: 1 }, 'closed'],
    [{ position: 0.5 }, null],
    [{ position: null, closed: true }, 'closed'],
    [{ position: null, closed: false }, 'open'],
    [{ position: null, closed: null }, null],
    [{ position: 0, assumed: true }, null],
  ] as const)('with %o is %s', (state, end) => {
    expect(endOf(entityOf({ state }))).toBe(end)
  })
})
