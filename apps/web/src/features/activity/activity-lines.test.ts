import { type ActivityEntry, activityEntrySchema } from '@senca/contract/activity'
import { describe, expect, it, test } from 'vitest'
import { devicesOf, inLines } from './activity-lines.ts'

/** Converts texts like "08:24:30 bedroom closed", newest first, to entries; the last word is the text of the entry. */
const entriesOf = (...notified: string[]): ActivityEntry[] =>
  notified.map((text, index) => {
    const [time, device, name] = text.split(' ')
    return activityEntrySchema.parse({
      id: String(notified.length - index),
      at: `2026-06-21T${time}.000Z`,
      deviceId: device,
      deviceName: device,
      origin: 'app',
      by: null,
      action: 'rename',
      details: { name },
      result: null,
    })
  })

const shown = (...notified: string[]) =>
  inLines(entriesOf(...notified), ({ details }) => details.name ?? '').map((line) =>
    [line[0].details.name, ...line.map(({ deviceId }) => deviceId)].join(' '),
  )

describe('lines of activity', () => {
  test.each([
    [
      'the same of one minute is one line',
      ['08:24:59 bedroom closed', '08:24:00 study closed'],
      ['closed bedroom study'],
    ],
    [
      'the same of two minutes is two',
      ['08:25:00 bedroom closed', '08:24:59 study closed'],
      ['closed bedroom', 'closed study'],
    ],
    [
      'another thing of another device in between does not part them',
      ['08:24:30 bedroom closed', '08:24:20 blind tilted', '08:24:10 study closed'],
      ['closed bedroom study', 'tilted blind'],
    ],
    [
      'what happened to one device stays in its order',
      ['08:24:30 bedroom closed', '08:24:20 bedroom opened', '08:24:10 bedroom closed'],
      ['closed bedroom', 'opened bedroom', 'closed bedroom'],
    ],
    [
      'the same twice to one device is one line',
      ['08:24:30 bedroom closed', '08:24:20 bedroom closed'],
      ['closed bedroom bedroom'],
    ],
  ])('%s', (_, notified, lines) => {
    expect(shown(...notified)).toEqual(lines)
  })

  it('names each device once, with how often it is there', () => {
    const [line] = inLines(
      entriesOf('08:24:30 bedroom closed', '08:24:20 study closed', '08:24:10 bedroom closed'),
      () => 'closed',
    )
    expect(line && devicesOf(line)).toEqual([
      { id: 'bedroom', name: 'bedroom', times: 2 },
      { id: 'study', name: 'study', times: 1 },
    ])
  })
})
