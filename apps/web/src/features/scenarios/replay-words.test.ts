import type { WeatherReplay, WeatherTrigger } from '@senca/contract/automation'
import type { TFunction } from 'i18next'
import { expect, it } from 'vitest'
import { replayWords } from './replay-words.ts'

const spoken: [string, unknown][] = []
const t = ((key: string, values?: unknown) => {
  spoken.push([key, values])
  return key
}) as TFunction
const how = { units: 'metric', tag: 'en', t, timezone: 'Australia/Sydney' } as const
const triggers: WeatherTrigger[] = [{ type: 'Weather', measurement: 'wind_gust', condition: 'gt', value: 10 }]
const NEVER: WeatherReplay = {
  from: '2026-10-01T00:00:00Z',
  until: '2026-10-31T00:00:00Z',
  known: 1,
  count: 0,
  hours: 0,
  times: [],
}
const words = (replay: Partial<WeatherReplay>) => replayWords({ ...NEVER, ...replay }, triggers, how)

it('says how often, how long and when last', () => {
  const times = [{ from: '2026-10-20T12:00:00Z', until: null, measurement: 'wind_gust', value: 14 } as const]
  expect(words({ count: 1_200, hours: 0.2, times })).toBe('scenarios.replay')
  expect(spoken.at(-1)?.[1]).toMatchObject({
    days: 30,
    count: '1,200',
    hours: '1 hr',
    when: 'Tue, Oct 20, 23:00',
    reason: 'weather.because.wind_gust',
  })
})

it('says that it never was, of how much that is known, and where nothing is', () => {
  expect(words({})).toBe('scenarios.replayNever')
  expect(words({ known: 0.4 })).toBe('scenarios.replayNever scenarios.replayPart')
  expect(spoken).toContainEqual(['card.percent', { value: 40 }])
  expect(spoken).toContainEqual(['scenarios.replayPart', { share: 'card.percent' }])
  expect(words({ known: 0.001 })).toBe('scenarios.replayUnknown')
})
