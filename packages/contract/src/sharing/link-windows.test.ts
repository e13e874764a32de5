import { describe, expect, it, vi } from 'vitest'
import type { LinkWindow } from './link-calls.ts'
import { isInWindows, openIntervals } from './link-windows.ts'

const LJUBLJANA = 'Europe/Ljubljana'
const DAILY = [1, 2, 3, 4, 5, 6, 7]
const window = (days: number[], from: string, until: string): LinkWindow[] => [{ days, from, until }]

describe('a window', () => {
  // 2026-06-22 is a Monday; Ljubljana is two hours ahead of UTC.
  it.each([
    ['before it begins', window([1], '08:00', '12:00'), '2026-06-22T05:59:59Z', false],
    ['as it begins', window([1], '08:00', '12:00'), '2026-06-22T06:00:00Z', true],
    ['in its last second', window([1], '08:00', '12:00'), '2026-06-22T09:59:59Z', true],
    ['as it ends', window([1], '08:00', '12:00'), '2026-06-22T10:00:00Z', false],
    ['on another day', window([1], '08:00', '12:00'), '2026-06-23T07:00:00Z', false],
    ['over midnight, before', window([1], '22:00', '06:00'), '2026-06-22T21:00:00Z', true],
    ['over midnight, after', window([1], '22:00', '06:00'), '2026-06-23T03:59:59Z', true],
    ['over midnight, ended', window([1], '22:00', '06:00'), '2026-06-23T04:00:00Z', false],
    ['over midnight, the night before', window([1], '22:00', '06:00'), '2026-06-22T01:00:00Z', false],
    ['from Sunday into Monday', window([7], '22:00', '06:00'), '2026-06-22T01:00:00Z', true],
    ['until midnight', window([1], '20:00', '00:00'), '2026-06-22T21:59:59Z', true],
    ['after midnight', window([1], '20:00', '00:00'), '2026-06-22T22:00:00Z', false],
    ['a whole day from eight', window([1], '08:00', '08:00'), '2026-06-23T05:59:59Z', true],
    ['a whole day, over', window([1], '08:00', '08:00'), '2026-06-23T06:00:00Z', false],
    ['in its last millisecond', window([1], '08:00', '12:00'), '2026-06-22T09:59:59.999Z', true],
    ['a millisecond before it begins', window([1], '08:00', '12:00'), '2026-06-22T05:59:59.999Z', false],
    ['over the end of the year', window([4], '22:00', '02:00'), '2027-01-01T00:59:59.999Z', true],
    ['over the end of the year, ended', window([4], '22:00', '02:00'), '2027-01-01T01:00:00Z', false],
    ['on a day that every fourth year has', window([2], '08:00', '09:00'), '2028-02-29T07:30:00Z', true],
    ['Monday here, still Sunday in UTC', window([1], '00:00', '01:00'), '2026-06-21T22:30:00Z', true],
  ])('%s', (_name, windows, at, isIn) => {
    expect(isInWindows(windows, LJUBLJANA, new Date(at))).toBe(isIn)
  })

  it('is missing: every moment is allowed', () => {
    expect(isInWindows([], 'UTC', new Date())).toBe(true)
  })

  it('may be one of two', () => {
    const two = [...window([1], '08:00', '09:00'), ...window([1], '18:00', '19:00')]
    const at = (time: string) => isInWindows(two, 'UTC', new Date(`2026-06-22T${time}:00Z`))
    expect(['08:30', '09:30', '18:30'].map(at)).toEqual([true, false, true])
  })
})

const said = (windows: LinkWindow[], zone: string, from: string, until: string) =>
  openIntervals(windows, zone, { from: new Date(from), until: new Date(until) }).map(
    (interval) => `${interval.from.toISOString().slice(5, 16)} ${interval.until.toISOString().slice(5, 16)}`,
  )

describe('the open intervals', () => {
  it.each([
    [
      'are cut where the stretch begins and ends',
      window(DAILY, '08:00', '12:00'),
      LJUBLJANA,
      '2026-06-22T07:00:00Z',
      '2026-06-23T07:00:00Z',
      ['06-22T07:00 06-22T10:00', '06-23T06:00 06-23T07:00'],
    ],
    [
      'that touch are one',
      [...window([1], '08:00', '00:00'), ...window([2], '00:00', '04:00')],
      'UTC',
      '2026-06-22T00:00:00Z',
      '2026-06-24T00:00:00Z',
      ['06-22T08:00 06-23T04:00'],
    ],
    [
      'of every day all day are one',
      window(DAILY, '00:00', '00:00'),
      LJUBLJANA,
      '2026-03-28T00:00:00Z',
      '2026-03-31T00:00:00Z',
      ['03-28T00:00 03-31T00:00'],
    ],
    [
      'keep the time on the wall when the clocks go forward',
      window(DAILY, '08:00', '09:00'),
      LJUBLJANA,
      '2026-03-28T00:00:00Z',
      '2026-03-30T00:00:00Z',
      ['03-28T07:00 03-28T08:00', '03-29T06:00 03-29T07:00'],
    ],
    [
      'begin with the jump where their time does not exist',
      window([7], '02:30', '04:00'),
      LJUBLJANA,
      '2026-03-29T00:00:00Z',
      '2026-03-29T12:00:00Z',
      ['03-29T01:00 03-29T02:00'],
    ],
    [
      'are none where all their time does not exist',
      window([7], '02:00', '03:00'),
      LJUBLJANA,
      '2026-03-29T00:00:00Z',
      '2026-03-29T12:00:00Z',
      [],
    ],
    [
      'are an hour longer in the night when the clocks go back',
      window([6], '22:00', '06:00'),
      LJUBLJANA,
      '2026-10-24T12:00:00Z',
      '2026-10-25T12:00:00Z',
      ['10-24T20:00 10-25T05:00'],
    ],
    [
      'come twice where their time comes twice',
      window([7], '02:15', '02:45'),
      LJUBLJANA,
      '2026-10-25T00:00:00Z',
      '2026-10-25T12:00:00Z',
      ['10-25T00:15 10-25T00:45', '10-25T01:15 10-25T01:45'],
    ],
    [
      'of a zone with a half hour',
      window([1], '08:00', '09:00'),
      'Asia/Kolkata',
      '2026-06-21T00:00:00Z',
      '2026-06-23T00:00:00Z',
      ['06-22T02:30 06-22T03:30'],
    ],
    [
      'of a zone whose clocks go by half an hour',
      window([7], '01:00', '03:00'),
      'Australia/Lord_Howe',
      '2026-04-04T00:00:00Z',
      '2026-04-06T00:00:00Z',
      ['04-04T14:00 04-04T16:30'],
    ],
    [
      'go over the end of the year',
      window([4], '22:00', '02:00'),
      LJUBLJANA,
      '2026-12-31T12:00:00Z',
      '2027-01-02T12:00:00Z',
      ['12-31T21:00 01-01T01:00'],
    ],
    [
      'of a zone a day ahead',
      window([1], '00:00', '06:00'),
      'Pacific/Kiritimati',
      '2026-06-21T00:00:00Z',
      '2026-06-23T00:00:00Z',
      ['06-21T10:00 06-21T16:00'],
    ],
    [
      'of a zone whose clocks go forward at midnight',
      window([6, 7], '23:30', '01:30'),
      'America/Santiago',
      '2026-09-05T12:00:00Z',
      '2026-09-06T20:00:00Z',
      ['09-06T03:30 09-06T04:30'],
    ],
    [
      'without windows are the stretch',
      [],
      'UTC',
      '2026-06-21T00:00:00Z',
      '2026-06-22T00:00:00Z',
      ['06-21T00:00 06-22T00:00'],
    ],
    ['of no stretch are none', [], 'UTC', '2026-06-22T00:00:00Z', '2026-06-22T00:00:00Z', []],
  ])('%s', (_name, windows, zone, from, until, intervals) => {
    expect(said(windows, zone, from, until)).toEqual(intervals)
  })

  it('are where each minute says that it is in, also around the changes of the clocks [LN4]', () => {
    const windows = [
      ...window([6, 7], '23:10', '02:20'),
      ...window([7, 1], '02:40', '03:10'),
      ...window([3], '12:00', '11:00'),
    ]
    for (const day of ['2026-03-28', '2026-10-24']) {
      const from = new Date(`${day}T12:00:00Z`)
      const until = new Date(from.getTime() + 6 * 86_400_000)
      const intervals = openIntervals(windows, LJUBLJANA, { from, until })
      for (let at = from.getTime(); at < until.getTime(); at += 300_000) {
        const isIn = intervals.some((open) => at >= open.from.getTime() && at < open.until.getTime())
        expect([at, isIn]).toEqual([at, isInWindows(windows, LJUBLJANA, new Date(at))])
      }
    }
  })
})

it('of a whole month and all the windows that a link may have are found with few steps', () => {
  const windows = Array.from({ length: 20 }, (_, index) => ({
    days: DAILY,
    from: `${String(index).padStart(2, '0')}:${10 + index}`,
    until: `${String(index).padStart(2, '0')}:${11 + index}`,
  }))
  const asked = vi.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts')
  const from = new Date('2026-06-22T10:00:00Z')
  const until = new Date(from.getTime() + 30 * 86_400_000)
  expect(openIntervals(windows, LJUBLJANA, { from, until })).toHaveLength(600)
  // Reading the offset of a time zone is the slow part, so these calls are counted.
  expect(asked.mock.calls.length).toBeLessThan(40)
  asked.mockRestore()
})
