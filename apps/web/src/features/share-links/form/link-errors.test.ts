import { describe, expect, it } from 'vitest'
import { linkOf } from '../testing/links.ts'
import { draftOf, type LinkDraft, newDraft } from './link-draft.ts'
import { type LinkError, validate } from './link-errors.ts'
import { createRequestOf } from './link-request.ts'
import { SPANS, timesOf } from './link-span.ts'

const NOW = new Date(2026, 5, 19, 14, 0)
const good = newDraft(['door'], NOW)
const custom = (from: string, until: string): Partial<LinkDraft> => ({
  span: 'custom',
  times: { from, until },
})

describe('what is wrong with a link', () => {
  it.each<[string, Partial<LinkDraft>, Record<string, LinkError>]>([
    ['nothing', {}, {}],
    ['a name of 40 characters', { name: 'x'.repeat(40) }, {}],
    ['a name of 41 characters', { name: 'x'.repeat(41) }, { name: 'name' }],
    ['no device', { devices: [] }, { devices: 'noDevice' }],
    ['two devices for one use', { devices: ['a', 'b'], multiUse: false }, { devices: 'oneDevice' }],
    ['two devices for many uses', { devices: ['a', 'b'] }, {}],
    ['no start', custom('', '2026-06-20T10:00'), { from: 'noTime' }],
    ['no end', custom('2026-06-20T10:00', ''), { until: 'noTime' }],
    ['an end at the start', custom('2026-06-20T10:00', '2026-06-20T10:00'), { until: 'endsBeforeStart' }],
    ['an end in the past', custom('2026-06-10T10:00', '2026-06-19T13:59'), { until: 'over' }],
    ['30 days', custom('2026-06-20T10:00', '2026-07-20T10:00'), { until: 'tooLong' }],
    ['a minute less than 30 days', custom('2026-06-20T10:00', '2026-07-20T09:59'), {}],
    ['one use of many', { maxUses: '1' }, { maxUses: 'uses' }],
    ['1,001 uses', { maxUses: '1001' }, { maxUses: 'uses' }],
    ['uses in words', { maxUses: 'two' }, { maxUses: 'uses' }],
    ['uses of a link for one, which nobody sees', { maxUses: 'two', multiUse: false }, {}],
    [
      'hours on no day',
      { windows: [{ key: 3, days: [], from: '08:00', until: '09:00' }] },
      { 'windows.3': 'noDay' },
    ],
    [
      'hours without an end',
      { windows: [{ key: 0, days: [1], from: '08:00', until: '' }] },
      { 'windows.0': 'noHours' },
    ],
    ['hours over midnight', { windows: [{ key: 0, days: [5], from: '22:00', until: '06:00' }] }, {}],
    [
      'hours on another day only',
      { windows: [{ key: 0, days: [1], from: '22:00', until: '06:00' }] },
      { 'windows.0': 'neverOpen' },
    ],
    [
      'hours of which some never come',
      {
        windows: [
          { key: 0, days: [1], from: '08:00', until: '09:00' },
          { key: 1, days: [5], from: '18:00', until: '20:00' },
        ],
      },
      {},
    ],
    [
      '51 devices',
      { devices: Array.from({ length: 51 }, (_, index) => `d${index}`) },
      { devices: 'manyDevices' },
    ],
    ['no action', { actions: { door: [] } }, { 'actions.door': 'noAction' }],
    ['no action of a device that is not ticked', { actions: { other: [] } }, {}],
    ['no light', { channels: { door: { light1: false, light2: false } } }, { 'channels.door': 'noChannel' }],
    ['a PIN of three digits', { asksPin: true, pin: '123' }, { pin: 'pin' }],
    ['no PIN where one is to be asked', { asksPin: true }, { pin: 'pin' }],
    ['no PIN where one is kept', { asksPin: true, hasPin: true }, {}],
  ])('%s', (_name, change, errors) => {
    const draft = { ...good, ...change }
    expect(validate(draft, NOW)).toEqual(errors)
    if (Object.keys(errors).length === 0) expect(() => createRequestOf(draft, NOW)).not.toThrow()
  })

  it('is not that the link has already ended, as long as its times stay', () => {
    const known = draftOf(linkOf({ startsAt: '2026-01-01T10:00:00Z', expiresAt: '2026-01-02T10:00:00Z' }))
    expect(validate({ ...known, name: 'Eva' }, NOW, known)).toEqual({})
    const moved = { ...known, times: { ...known.times, until: '2026-01-03T10:00' } }
    expect(validate(moved, NOW, known)).toEqual({ until: 'over' })
  })

  it('is not that its hours never come, as long as they and its times stay', () => {
    const windows = [{ days: [1], from: '08:00', until: '09:00' }]
    const known = draftOf(
      linkOf({ startsAt: '2026-06-19T10:00:00Z', expiresAt: '2026-06-20T10:00:00Z', windows }),
    )
    expect(validate({ ...known, name: 'Eva' }, NOW, known)).toEqual({})
    const longer = { ...known, times: { ...known.times, until: '2026-06-21T10:00' } }
    expect(validate(longer, NOW, known)).toEqual({ 'windows.0': 'neverOpen' })
  })
})

it.each([
  ['2', true],
  [' 1000 ', true],
  ['1', false],
  ['2.5', false],
  ['1e3', false],
  ['', true],
])('%j is a number of uses: %j', (maxUses, isRight) => {
  expect(validate({ ...good, maxUses }, NOW)).toEqual(isRight ? {} : { maxUses: 'uses' })
  if (isRight) expect(createRequestOf({ ...good, maxUses }, NOW).maxUses).toBe(Number(maxUses) || undefined)
})

describe('usual spans', () => {
  it.each([
    ['a Friday', NOW, '2026-06-19T17:00', '2026-06-21T23:59'],
    ['a Saturday, when it has begun', new Date(2026, 5, 20, 9, 5), '2026-06-20T09:05', '2026-06-21T23:59'],
    ['a Sunday', new Date(2026, 5, 21, 9, 5), '2026-06-21T09:05', '2026-06-21T23:59'],
    ['a Monday', new Date(2026, 5, 22, 9, 5), '2026-06-26T17:00', '2026-06-28T23:59'],
    ['a Friday evening', new Date(2026, 5, 26, 19, 30), '2026-06-26T19:30', '2026-06-28T23:59'],
  ])('the weekend of %s [LN15]', (_name, now, from, until) => {
    expect(timesOf('weekend', now)).toEqual({ from, until })
  })

  it.each([
    ['in the evening', new Date(2026, 5, 19, 22, 59), '2026-06-19T23:59'],
    ['late in the evening', new Date(2026, 5, 19, 23, 1), '2026-06-20T00:01'],
    ['in the last minute of the day', new Date(2026, 5, 19, 23, 59, 30), '2026-06-20T00:59'],
  ])('today goes on for an hour at least, %s [LN15]', (_name, now, until) => {
    expect(timesOf('today', now)).toMatchObject({ until })
  })

  it('are without fault at any hour', () => {
    for (let hour = 0; hour < 7 * 24; hour += 1) {
      const now = new Date(2026, 5, 15, hour, 59, 59)
      for (const span of SPANS) expect(validate({ ...newDraft(['door'], now), span }, now)).toEqual({})
    }
  })
})
