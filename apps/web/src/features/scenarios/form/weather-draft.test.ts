import { describe, expect, it } from 'vitest'
import { whenText } from '../scenario-words.ts'
import {
  holdOf,
  isRuleRight,
  newRule,
  numberOf,
  type RuleDraft,
  rulesOf,
  usualRule,
  weatherTriggersOf,
} from './weather-draft.ts'

const wind = newRule('wind_gust', 'gt', 10, 'metric')
const t = ((key: string, values: Record<string, string> = {}) =>
  key.startsWith('weather.') ? (key.split('.').at(-1) ?? '') : `${values.what} > ${values.value}`) as never

describe('a limit that is being written', () => {
  it('is sent in metres a second, as near as what was written', () => {
    expect(wind.value).toBe('36')
    expect(weatherTriggersOf([{ ...wind, value: '38' }], 'metric')).toEqual([
      { type: 'Weather', measurement: 'wind_gust', condition: 'gt', value: 10.5556, holdFor: 15 },
    ])
    expect(
      weatherTriggersOf([{ ...newRule('temperature', 'lt', 0, 'imperial'), value: '41' }], 'imperial'),
    ).toMatchObject([{ value: 5 }])
  })

  it('goes back to the last digit and with its rule while it is not touched, in all units', () => {
    const trigger = {
      type: 'Weather',
      ruleId: 'r1',
      measurement: 'wind_gust',
      condition: 'gt',
      value: 10.333_333_3,
      holdFor: 20,
    } as const
    for (const units of ['metric', 'imperial'] as const)
      expect(weatherTriggersOf(rulesOf([trigger], units), units)).toEqual([trigger])
    const [rule = wind] = rulesOf([trigger], 'metric')
    expect(weatherTriggersOf([{ ...rule, value: '36' }], 'metric')).toEqual([{ ...trigger, value: 10 }])
  })

  it('is written again as a person wrote it', () => {
    const sent = weatherTriggersOf([{ ...wind, value: '37,5' }], 'metric')
    expect(rulesOf(sent, 'metric')[0]?.value).toBe('37.5')
  })

  it.each([
    ['10,5', 10.5],
    ['−3', -3],
    [' 7 ', 7],
    ['', null],
    ['ten', null],
    ['1e999', null],
  ])('reads %j as %j', (text, value) => expect(numberOf(text)).toBe(value))

  it.each<[RuleDraft['measurement'], string, 'metric' | 'imperial', boolean]>([
    ['pressure', '1,013', 'metric', false],
    ['pressure', '1013', 'metric', true],
    ['pressure', '990,5', 'metric', true],
    ['pressure', '29.921', 'imperial', true],
    ['pressure', '1013', 'imperial', false],
    ['co2', '1.000', 'metric', false],
    ['co2', '1000', 'metric', true],
    ['wind_gust', '-1', 'metric', false],
    ['wind_gust', '540', 'metric', true],
    ['wind_gust', '541', 'metric', false],
    ['temperature', '149', 'imperial', true],
    ['temperature', '150', 'imperial', false],
    ['humidity', '101', 'metric', false],
  ])('a limit of %s %j (%s) can be measured: %s', (measurement, value, units, isRight) => {
    expect(isRuleRight({ ...usualRule(measurement, units), value }, units)).toBe(isRight)
  })

  it('waits for whole minutes, two hours at most', () => {
    expect(['0', '120', '121', '-1', '1.5', ''].map((holdFor) => holdOf({ ...wind, holdFor }))).toEqual([
      0,
      120,
      null,
      null,
      null,
      null,
    ])
    expect(isRuleRight({ ...wind, value: '' }, 'metric')).toBe(false)
  })

  it('is said in the units of the page', () => {
    const triggers = weatherTriggersOf([{ ...wind, value: '38' }], 'metric')
    expect(whenText(triggers, t, 'en', 'metric')).toBe('wind_gust > 38\u00a0km/h')
    expect(whenText(triggers, t, 'en', 'imperial')).toBe('wind_gust > 24\u00a0mph')
    expect(whenText([{ type: 'Security' }], t, 'en', 'metric')).toBe('break_in or forced_door')
  })
})
