import type { Scenario, ScenarioAction, ScenarioTrigger } from '@senca/contract/automation'
import { describe, expect, it } from 'vitest'
import { actionsOf, draftOf, isTimeRight, NEW_DRAFT, NEW_TIME, offsetOf, triggersOf } from './draft.ts'

const scenario = (triggers: ScenarioTrigger[], actions: ScenarioAction[]): Scenario => ({
  id: 's',
  name: 'Morning',
  enabled: true,
  targets: ['a'],
  groups: [],
  devicesManagerId: 'me',
  madeBy: null,
  triggers,
  actions,
  catchUp: 'within',
  status: 'idle',
  nextAt: null,
  lastRun: null,
})

const WEEKEND: ScenarioTrigger = {
  type: 'DayOfWeek',
  monday: false,
  tuesday: false,
  wednesday: false,
  thursday: false,
  friday: false,
  saturday: true,
  sunday: true,
}

describe('a draft', () => {
  it.each<[string, ScenarioTrigger[]]>([
    ['by hand', []],
    ['a time', [{ type: 'TimeOfDay', hour: 7, minute: 5 }]],
    ['a time at the weekend', [{ type: 'TimeOfDay', hour: 0, minute: 0 }, WEEKEND]],
    ['the sun', [{ type: 'Sunrise', offset: -20 }, { type: 'Sunset' }]],
    [
      'the weather',
      [
        { type: 'Weather', ruleId: 'a', measurement: 'wind_gust', condition: 'gt', value: 10, holdFor: 20 },
        {
          type: 'Weather',
          lat: 46,
          lon: 14,
          measurement: 'temperature',
          condition: 'lt',
          value: 3,
          holdFor: 15,
        },
      ],
    ],
    ['an alarm', [{ type: 'Security', sources: ['smoke'] }]],
    ['the sun between two times', [{ type: 'Sunset', notBefore: '18:00', notAfter: '21:30' }]],
  ])('gives back the triggers that it was made of: %s', (_, triggers) => {
    expect(triggersOf(draftOf(scenario(triggers, []), 'awning', 'metric'), 'metric')).toEqual(triggers)
  })

  it.each<[string, 'awning' | 'venetian_blind' | 'pergola' | 'light' | 'home_door', ScenarioAction[]]>([
    ['open', 'awning', [{ type: 'MoveSelf', position: 0 }]],
    ['close both axes', 'venetian_blind', [{ type: 'MoveSelf', position: 1, inclination: 1 }]],
    ['close without the slats', 'venetian_blind', [{ type: 'MoveSelf', position: 1 }]],
    ['slats alone', 'pergola', [{ type: 'MoveSelf', inclination: 0.3 }]],
    ['a place', 'venetian_blind', [{ type: 'MoveSelf', position: 0.4, inclination: 0.6 }]],
    ['ventilation', 'awning', [{ type: 'MoveToVentilation' }]],
    ['safety', 'awning', [{ type: 'MoveSelfSecurity' }]],
    ['light', 'light', [{ type: 'SetLight', brightness: 0.4 }]],
    [
      'light and foil',
      'home_door',
      [
        { type: 'SetLight', brightness: 0 },
        { type: 'SetFoil', opacity: 1 },
      ],
    ],
    ['foil alone', 'home_door', [{ type: 'SetFoil', opacity: 0 }]],
  ])('gives back the actions that it was made of: %s', (_, type, actions) => {
    expect(actionsOf(draftOf(scenario([], actions), type, 'metric'), type)).toEqual(actions)
  })

  it('opens and closes along the axes of a type', () => {
    expect(actionsOf(NEW_DRAFT, 'venetian_blind')).toEqual([
      { type: 'MoveSelf', position: 0, inclination: 0 },
    ])
    expect(actionsOf({ ...NEW_DRAFT, move: 'close' }, 'pergola')).toEqual([
      { type: 'MoveSelf', inclination: 1 },
    ])
  })

  it('takes whole minutes up to three hours', () => {
    const offset = (text: string) => offsetOf({ ...NEW_TIME, kind: 'sunset', offset: text })
    expect(['0', '-30', '−30', ' 180 '].map(offset)).toEqual([0, -30, -30, 180])
    expect(['', ' ', '181', '1.5', 'soon'].map(offset)).toEqual([null, null, null, null, null])
    expect(isTimeRight({ ...NEW_TIME, clock: '24:00' })).toBe(false)
    expect(isTimeRight({ ...NEW_TIME, clock: '' })).toBe(false)
    expect(isTimeRight(NEW_TIME)).toBe(true)
  })
})
