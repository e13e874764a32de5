import type { ActivityEntry } from '@senca/contract/activity'
import { describe, expect, it } from 'vitest'
import { csvCell, csvHeader, csvRows } from './activity-csv.ts'

describe('a cell', () => {
  it.each([
    [null, ''],
    [undefined, ''],
    [12.5, '12.5'],
    [0, '0'],
    ['Kitchen', 'Kitchen'],
    ['Kitchen, left', '"Kitchen, left"'],
    ['the "big" one', '"the ""big"" one"'],
    ['two\r\nlines', '"two\r\nlines"'],
    ['=HYPERLINK("x")', '"\'=HYPERLINK(""x"")"'],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@x', "'@x"],
    ['\t=1', "'\t=1"],
    ['＝1+1', "'＝1+1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠x', "'＠x"],
  ])('of %j is %j', (value, expected) => {
    expect(csvCell(value)).toBe(expected)
  })
})

it('an entry is a line of as many cells as the header has', () => {
  const entry: ActivityEntry = {
    id: '7',
    at: '2026-06-21T10:00:00.000Z',
    deviceId: 'abc',
    deviceName: '=Kitchen',
    origin: 'app',
    by: 'anna@example.com',
    action: 'move',
    details: { position: 0.29 },
    result: {
      status: 'error',
      error: 'device_update_failed',
      error_detail: 'stopped',
      position: 0.5,
      durationMs: 1_200,
    },
  }
  expect(csvRows([entry])).toBe(
    "2026-06-21T10:00:00.000Z,'=Kitchen,abc,app,anna@example.com,move,29,,,,,,,,,error,device_update_failed,stopped,50,,1200,\r\n",
  )
  expect(csvRows([entry]).split(',')).toHaveLength(csvHeader().split(',').length)
})
