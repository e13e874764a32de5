import { SUN_DEFAULTS, type Sun } from '@senca/contract/automation'
import { describe, expect, it } from 'vitest'
import { headingOf } from './compass.ts'
import { directionOf, wholeAzimuth } from './direction.ts'
import { draftOf, requestOf } from './sun-draft.ts'
import { timeLeft } from './time-left.ts'

const sun: Sun = { ...SUN_DEFAULTS, azimuth: 200, mode: 'heat', above: 23.4, pausedUntil: null, wants: null }

describe('the direction of a window', () => {
  it.each([
    [0, 'n'],
    [22, 'n'],
    [23, 'ne'],
    [180, 's'],
    [338, 'n'],
    [359, 'n'],
  ] as const)('%d° is %s', (azimuth, direction) => expect(directionOf(azimuth)).toBe(direction))

  it('is a whole number of degrees from 0 to 359', () => {
    expect([-1, 360, 359.7, 725].map(wholeAzimuth)).toEqual([359, 0, 0, 5])
  })

  it('is read from the compass as Safari reports it and as others do', () => {
    expect(headingOf({ webkitCompassHeading: 91.4 })).toBe(91)
    expect(headingOf({ absolute: true, alpha: 90 })).toBe(270)
    expect(headingOf({ absolute: true, alpha: 90 }, 90)).toBe(0)
    expect(headingOf({ absolute: false, alpha: 90 })).toBeNull()
    expect(headingOf({ absolute: true, alpha: null })).toBeNull()
  })
})

describe('what is written on the page', () => {
  it('is what the server has, in the units of the page and the signs of the language', () => {
    expect(draftOf(null, 'metric', 'de')).toMatchObject({
      mode: 'glare',
      azimuth: null,
      depth: '0,5',
      above: '22',
    })
    expect(draftOf(sun, 'imperial', 'en')).toMatchObject({ above: '74', windowTop: '7.2', slatWidth: '3.15' })
  })

  it('comes back as it was where nobody touched it', () => {
    for (const units of ['metric', 'imperial'] as const) {
      const { mode, azimuth, windowTop, windowBottom, slatWidth, slatSpacing, depth, above } = sun
      expect(requestOf(draftOf(sun, units, 'en'), sun, units)).toEqual({
        ok: true,
        request: { mode, azimuth, windowTop, windowBottom, slatWidth, slatSpacing, depth, above },
      })
    }
  })

  it('is taken with a comma or a point, in the units of the page', () => {
    const draft = { ...draftOf(sun, 'imperial', 'en'), depth: '3,3', above: '77' }
    expect(requestOf(draft, sun, 'imperial')).toMatchObject({ request: { depth: 1.006, above: 25 } })
  })

  it.each([
    ['azimuth', { azimuth: null }],
    ['depth', { depth: '' }],
    ['depth', { depth: 'a little' }],
    ['depth', { depth: '21' }],
    ['slatWidth', { slatWidth: '4' }],
    ['order', { windowTop: '1', windowBottom: '1' }],
  ])('is refused for its %s', (fault, changes) => {
    expect(requestOf({ ...draftOf(sun, 'metric', 'en'), ...changes }, sun, 'metric')).toEqual({
      ok: false,
      fault,
    })
  })
})

it('says how long a pause lasts', () => {
  const now = new Date('2026-06-21T10:00:30Z')
  const left = (minutes: number) => timeLeft(now, new Date(now.getTime() + minutes * 60_000), 'en')
  expect([0.2, 59, 60, 800].map(left)).toEqual(['1 min', '59 min', '1 hr', '13 hr 20 min'])
})
