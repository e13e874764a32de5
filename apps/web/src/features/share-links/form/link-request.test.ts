import { afterEach, describe, expect, it } from 'vitest'
import { homePlaceStore, NO_HOME_PLACE } from '#core/home-place.ts'
import { oneMore } from '#features/sharing-model/draft-windows.ts'
import { localValue } from '#features/sharing-model/local-time.ts'
import { linkOf } from '../testing/links.ts'
import { draftOf, hasTerms, type LinkDraft, newDraft, withTerm } from './link-draft.ts'
import { createRequestOf, updateRequestOf } from './link-request.ts'

const NOW = new Date(2026, 5, 19, 14, 0)
const withWindow = (draft: LinkDraft): LinkDraft => ({ ...draft, windows: oneMore(draft.windows) })
const LATER = new Date(2026, 5, 25, 9, 30)

describe('a new link', () => {
  it('is good for today, any number of times, for the device it was opened from', () => {
    expect(createRequestOf(newDraft(['door'], NOW), NOW)).toEqual({
      devices: ['door'],
      multiUse: true,
      startsAt: NOW.toISOString(),
      expiresAt: new Date(2026, 5, 19, 23, 59).toISOString(),
    })
  })

  it('counts a usual span from when it is sent, and not from when the form was opened', () => {
    const request = createRequestOf({ ...newDraft(['door'], NOW), span: 'week' }, LATER)
    expect(request.startsAt).toBe(LATER.toISOString())
    expect(request.expiresAt).toBe(new Date(2026, 6, 2, 9, 30).toISOString())
  })

  it('carries every term that was set, of the devices that are ticked', () => {
    const draft: LinkDraft = {
      ...withWindow(newDraft(['door'], NOW)),
      name: '  Ana ',
      maxUses: ' 5 ',
      timeZone: 'Europe/Ljubljana',
      actions: { door: ['unlock'], blind: ['move'] },
      limits: { blind: { minPosition: 0.2, maxPosition: 1 } },
      channels: { blind: { light1: true, light2: false } },
      asksPin: true,
      pin: '0042',
    }
    expect(createRequestOf(draft, NOW)).toMatchObject({
      name: 'Ana',
      maxUses: 5,
      windows: [{ days: [1, 2, 3, 4, 5], from: '08:00', until: '18:00' }],
      timeZone: 'Europe/Ljubljana',
      actions: { door: ['unlock'] },
      pin: '0042',
    })
    const request = createRequestOf(draft, NOW)
    expect(request.limits).toBeUndefined()
    expect(request.deviceSpecifiers).toBeUndefined()
  })

  it('says no number of uses where it is for one', () => {
    const request = createRequestOf({ ...newDraft(['door'], NOW), multiUse: false, maxUses: '7' }, NOW)
    expect(request.multiUse).toBe(false)
    expect(request.maxUses).toBeUndefined()
  })
})

describe('an edit', () => {
  const whole = linkOf({
    maxUses: 20,
    deviceSpecifiers: { lamp: { light1: true, light2: false } },
    devices: ['door', 'blind', 'lamp'],
    windows: [{ days: [1, 2], from: '08:00', until: '12:00' }],
    timeZone: 'America/New_York',
    actions: { door: ['unlock', 'lock'] },
    limits: { blind: { minPosition: 0.2 } },
    hasPin: true,
  })

  it('that changes nothing sends nothing, whatever terms the link has', () => {
    expect(updateRequestOf(whole, draftOf(whole), NOW)).toBeNull()
    expect(hasTerms(draftOf(whole))).toBe(true)
    expect(hasTerms(newDraft(['door'], NOW))).toBe(false)
  })

  it.each<[string, Partial<LinkDraft>, object]>([
    ['another name', { name: 'Eva' }, { name: 'Eva' }],
    ['no name', { name: ' ' }, { name: null }],
    ['any number of uses', { maxUses: '' }, { maxUses: null }],
    [
      'another end',
      { times: { ...draftOf(whole).times, until: localValue(LATER, draftOf(whole).timeZone) } },
      { expiresAt: LATER.toISOString() },
    ],
    ['no hours', { windows: [] }, { windows: null, timeZone: null }],
    ['no PIN', { asksPin: false }, { pin: null }],
    ['another PIN', { pin: '1234' }, { pin: '1234' }],
    ['all positions', { limits: {} }, { limits: null }],
    ['all lights', { channels: {} }, { deviceSpecifiers: null }],
    ['one device less', { devices: ['door', 'lamp'] }, { devices: ['door', 'lamp'], limits: null }],
    [
      'one use',
      { multiUse: false, devices: ['door'] },
      { multiUse: false, maxUses: null, devices: ['door'], limits: null, deviceSpecifiers: null },
    ],
  ])('to %s sends that and nothing else', (_name, change, sent) => {
    expect(updateRequestOf(whole, { ...draftOf(whole), ...change }, NOW)).toEqual({
      token: 'token-1',
      ...sent,
    })
  })

  it('that adds hours to a link without any says whose clocks they go by', () => {
    const link = linkOf()
    const draft = withWindow({ ...draftOf(link), timeZone: 'Europe/Ljubljana' })
    expect(updateRequestOf(link, draft, NOW)).toMatchObject({ timeZone: 'Europe/Ljubljana' })
  })

  it('to a usual span sends both its ends', () => {
    const link = linkOf()
    const change = updateRequestOf(link, { ...draftOf(link), span: 'week' }, LATER)
    expect(change).toEqual({
      token: 'token-1',
      startsAt: LATER.toISOString(),
      expiresAt: new Date(2026, 6, 2, 9, 30).toISOString(),
    })
  })
})

it('a term of a device is set and taken away without touching the others', () => {
  const both = withTerm({ a: 1 }, 'b', 2)
  expect(both).toEqual({ a: 1, b: 2 })
  expect(withTerm(both, 'a', null)).toEqual({ b: 2 })
})

describe('a link of a home in another time zone than the browser', () => {
  /** 19 June, 14:00 in Ljubljana and 08:00 in New York. */
  const MOMENT = new Date('2026-06-19T12:00:00Z')
  const inZone = (timezone: string) => homePlaceStore.setState({ place: null, timezone })
  afterEach(() => homePlaceStore.setState(NO_HOME_PLACE))

  it.each([
    ['America/New_York', '2026-06-20T03:59:00.000Z'],
    ['Europe/Ljubljana', '2026-06-19T21:59:00.000Z'],
    ['Pacific/Auckland', '2026-06-20T11:59:00.000Z'],
  ])('is good until the day ends in %s', (zone, end) => {
    inZone(zone)
    const request = createRequestOf(withWindow(newDraft(['door'], MOMENT)), MOMENT)
    expect(request).toMatchObject({ startsAt: MOMENT.toISOString(), expiresAt: end, timeZone: zone })
  })

  it('has its typed times in the zone that was chosen, also beside a change of the clocks', () => {
    inZone('Europe/Ljubljana')
    const times = { from: '2026-10-25T01:30', until: '2026-10-25T03:30' }
    const draft: LinkDraft = { ...newDraft(['door'], MOMENT), span: 'custom', times }
    const sent = (timeZone: string) => createRequestOf({ ...draft, timeZone }, MOMENT)
    expect(sent(draft.timeZone)).toMatchObject({
      startsAt: '2026-10-24T23:30:00.000Z',
      expiresAt: '2026-10-25T02:30:00.000Z',
    })
    expect(sent('America/New_York')).toMatchObject({
      startsAt: '2026-10-25T05:30:00.000Z',
      expiresAt: '2026-10-25T07:30:00.000Z',
    })
  })

  it('shows the saved times in the zone of the home, and changes nothing by that', () => {
    inZone('America/New_York')
    const link = linkOf({ startsAt: MOMENT.toISOString(), expiresAt: '2026-06-20T12:00:00.000Z' })
    expect(draftOf(link).times).toEqual({ from: '2026-06-19T08:00', until: '2026-06-20T08:00' })
    expect(updateRequestOf(link, draftOf(link), MOMENT)).toBeNull()
  })
})
