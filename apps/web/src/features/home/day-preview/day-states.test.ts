import type { DeviceInfo } from '@senca/contract'
import type { ScenarioAction, ScenarioOutlook } from '@senca/contract/automation'
import i18next, { type TFunction } from 'i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import { deviceOf } from '#features/device-model/testing/devices.ts'
import app from '#i18n/locales/app/en.json'
import appSl from '#i18n/locales/app/sl.json'
import daylight from '#i18n/locales/daylight/en.json'
import daylightSl from '#i18n/locales/daylight/sl.json'
import { countParts, dayLine } from './day-line.ts'
import { changesAt } from './day-states.ts'

const NOW = new Date('2026-06-21T06:00:00Z')
const at = (time: string): Date => new Date(`2026-06-21T${time}:00Z`)

const firing = (
  time: string,
  deviceIds: string[],
  actions: ScenarioAction[],
  isSkipped = false,
): ScenarioOutlook[number] => ({
  scenarioId: `at ${time}`,
  name: time,
  at: at(time).toISOString(),
  reason: { type: 'time', hour: 0, minute: 0 },
  deviceIds,
  actions,
  ...(isSkipped && { isSkipped }),
})
const move = (position: number): ScenarioAction[] => [{ type: 'MoveSelf', position }]
const changes = (hour: string, outlook: ScenarioOutlook, devices: DeviceInfo[]) =>
  Object.fromEntries(changesAt(at(hour), NOW, outlook, devices))

const shade = deviceOf({ id: 'shade', state: { position: 0 }, ventilation: { position: 0.9 } })
const blind = deviceOf({
  id: 'blind',
  devicetype: 'venetian_blind',
  state: { position: 0, inclination: 0.5 },
})
const awning = deviceOf({ id: 'awning', devicetype: 'awning', state: { position: 1 } })
const pergola = deviceOf({ id: 'pergola', devicetype: 'pergola', state: { position: null, inclination: 0 } })
const lamp = deviceOf({ id: 'lamp', devicetype: 'light', state: { position: null, light1Brightness: 0 } })
const door = deviceOf({
  id: 'door',
  devicetype: 'home_door',
  state: { position: null, magicFoilConnected: true, magicFoilOpacity: 0, doorLightBrightness: 0 },
})
const ALL = [shade, blind, awning, pergola, lamp, door]

describe('what the firings of a day leave at an hour [SN7]', () => {
  it.each<[string, string, ScenarioOutlook, object]>([
    ['nothing before the first firing', '07:00', [firing('08:00', ['shade'], move(1))], {}],
    ['the firing of that minute', '08:00', [firing('08:00', ['shade'], move(1))], { shade: { position: 1 } }],
    [
      'the later of two, in whatever order they are listed',
      '12:00',
      [firing('10:00', ['shade'], move(0.5)), firing('08:00', ['shade'], move(1))],
      { shade: { position: 0.5 } },
    ],
    [
      'only the earlier one between them',
      '09:00',
      [firing('10:00', ['shade'], move(0.5)), firing('08:00', ['shade'], move(1))],
      { shade: { position: 1 } },
    ],
    ['nothing of a firing that is skipped', '12:00', [firing('08:00', ['shade'], move(1), true)], {}],
    ['nothing of a firing that is over', '12:00', [firing('05:00', ['shade'], move(1))], {}],
    ['nothing at an hour that is over', '05:30', [firing('05:00', ['shade'], move(1))], {}],
    ['nothing of a device that is not in the home', '12:00', [firing('08:00', ['other'], move(1))], {}],
    [
      'both axes, each by its own firing',
      '12:00',
      [
        firing('08:00', ['blind'], [{ type: 'MoveSelf', position: 1, inclination: 0.2 }]),
        firing('09:00', ['blind'], [{ type: 'MoveSelf', inclination: 0.7 }]),
      ],
      { blind: { position: 1, inclination: 0.7 } },
    ],
    [
      'the saved ventilation position',
      '12:00',
      [firing('08:00', ['shade'], [{ type: 'MoveToVentilation' }])],
      { shade: { position: 0.9 } },
    ],
    [
      'nothing where only the device knows its ventilation position',
      '12:00',
      [firing('08:00', ['blind'], [{ type: 'MoveToVentilation' }])],
      {},
    ],
    [
      'the safe position',
      '12:00',
      [firing('08:00', ['awning'], [{ type: 'MoveSelfSecurity' }])],
      { awning: { position: 0 } },
    ],
    [
      'lights that the device has, and foil',
      '12:00',
      [
        firing('08:00', ['lamp'], [{ type: 'SetLight', brightness: 1 }]),
        firing(
          '08:00',
          ['door'],
          [
            { type: 'SetLight', brightness: 0.5 },
            { type: 'SetFoil', opacity: 1 },
          ],
        ),
      ],
      { lamp: { light1Brightness: 1 }, door: { doorLightBrightness: 0.5, magicFoilOpacity: 1 } },
    ],
    ['nothing that a device cannot do', '12:00', [firing('08:00', ['pergola', 'lamp'], move(1))], {}],
  ])('%s', (_name, hour, outlook, expected) => {
    expect(changes(hour, outlook, ALL)).toEqual(expected)
  })

  it('changes no device that it is given', () => {
    const before = JSON.stringify(ALL)
    changes('12:00', [firing('08:00', ['shade'], move(1))], ALL)
    expect(JSON.stringify(ALL)).toBe(before)
  })
})

describe('the line about an hour [SN7]', () => {
  let t: TFunction
  let sl: TFunction
  beforeAll(async () => {
    const texts = {
      en: { translation: { ...app, ...daylight } },
      sl: { translation: { ...appSl, ...daylightSl } },
    }
    const made = i18next.createInstance()
    t = await made.init({ lng: 'en', resources: texts, interpolation: { escapeValue: false } })
    sl = made.getFixedT('sl')
  })
  const three = ['a', 'b', 'c'].map((id) => deviceOf({ id, state: { position: 0 } }))
  const line = (hour: string, outlook: ScenarioOutlook, devices: DeviceInfo[], words = t, tag = 'en') =>
    dayLine(
      {
        time: hour,
        isPast: at(hour) < NOW,
        parts: countParts(changesAt(at(hour), NOW, outlook, devices), devices),
      },
      words,
      tag,
    )

  it.each<[string, ScenarioOutlook, DeviceInfo[]]>([
    ['At 14:30: three shades half closed', [firing('08:00', ['a', 'b', 'c'], move(0.5))], three],
    [
      'At 14:30: one shade closed, two shades partly closed',
      [firing('08:00', ['a'], move(1)), firing('09:00', ['b', 'c'], move(0.2))],
      three,
    ],
    [
      'At 14:30: one shade open, 1 awning retracted, 1 light on',
      [
        firing('08:00', ['shade'], move(0)),
        firing('08:00', ['awning'], move(0)),
        firing('08:00', ['lamp'], [{ type: 'SetLight', brightness: 0.3 }]),
      ],
      ALL,
    ],
    [
      'At 14:30: 1 light off, 1 foil changed',
      [
        firing(
          '08:00',
          ['door'],
          [
            { type: 'SetLight', brightness: 0 },
            { type: 'SetFoil', opacity: 1 },
          ],
        ),
      ],
      ALL,
    ],
    ['At 14:30: as now', [], ALL],
  ])('%s', (expected, outlook, devices) => {
    expect(line('14:30', outlook, devices)).toBe(expected)
  })

  it('says that an hour is over, and is inflected', () => {
    expect(line('05:00', [], ALL)).toBe('05:00 is past')
    const half = [firing('08:00', ['a', 'b', 'c'], move(0.5))]
    expect(line('14:30', half, three, sl, 'sl')).toBe('Ob 14:30: tri napol zaprta senčila')
    expect(line('14:30', half, three.slice(0, 2), sl, 'sl')).toBe('Ob 14:30: dve napol zaprti senčili')
  })
})
