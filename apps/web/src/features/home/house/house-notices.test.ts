import i18next from 'i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import { deviceOf } from '#features/device-model/testing/devices.ts'
import de from '#i18n/locales/app/de.json'
import en from '#i18n/locales/app/en.json'
import hr from '#i18n/locales/app/hr.json'
import italian from '#i18n/locales/app/it.json'
import rsCyrl from '#i18n/locales/app/rs_cyrl.json'
import sl from '#i18n/locales/app/sl.json'
import { noticesOf, parseNotice } from './house-notices.ts'

type State = NonNullable<Parameters<typeof deviceOf>[0]>['state']

const door = (state: State) =>
  deviceOf({
    devicetype: 'home_door',
    state: {
      position: null,
      motorLockConnected: true,
      motorLockLocked: true,
      motorLockState: 'locked',
      magneticSensorConnected: true,
      magneticSensorOpen: false,
      ...state,
    },
  })
const light = (light1Brightness: number | null) =>
  deviceOf({ devicetype: 'light', state: { position: null, light1Brightness } })

describe('what a device needs attention for', () => {
  it.each([
    ['a closed and locked door', door({}), []],
    ['an open door', door({ magneticSensorOpen: true }), ['doorOpen']],
    [
      'an open door that is not locked',
      door({ magneticSensorOpen: true, motorLockState: 'unlocked' }),
      ['doorOpen'],
    ],
    ['an unlocked door', door({ motorLockState: 'unlocked' }), ['unlocked']],
    ['a door that is being unlocked', door({ motorLockState: 'unlocking' }), ['unlocked']],
    ['a jammed lock', door({ motorLockState: 'jammed' }), ['jammed']],
    [
      'two jammed locks',
      door({ motorLockState: 'jammed', magnetLockConnected: true, magnetLockState: 'jammed' }),
      ['jammed', 'jammed'],
    ],
    [
      'an open door with a jammed lock',
      door({ magneticSensorOpen: true, motorLockState: 'jammed' }),
      ['doorOpen', 'jammed'],
    ],
    ['a lock of unknown state', door({ motorLockState: 'unknown' }), ['uncertain']],
    ['a silent contact', door({ magneticSensorOpen: null }), ['uncertain']],
    ['a silent sensor of the lock', door({ lockMagneticSensorConnected: true }), ['uncertain']],
    ['an open door that is offline', door({ magneticSensorOpen: true, status: 'offline' }), ['offline']],
    ['a shade that knows where it is', deviceOf({ state: { position: 0.4 } }), []],
    ['a shade that reckons', deviceOf({ state: { position: 0.4, assumed: true } }), ['uncertain']],
    ['a shade of unknown position', deviceOf({ state: { position: null } }), ['uncertain']],
    ['a shade that finds out', deviceOf({ state: { position: null, status: 'calibrating' } }), []],
    ['a pergola', deviceOf({ devicetype: 'pergola', state: { position: null, inclination: 0.3 } }), []],
    [
      'a device that never reported',
      deviceOf({ state: { position: null, reportedAt: null } }),
      ['uncertain'],
    ],
    ['a light', light(0), []],
    ['a light of unknown brightness', light(null), ['uncertain']],
  ])('%s', (_name, device, expected) => expect(noticesOf(device)).toEqual(expected))

  it('is read from an address, where no other value is accepted', () => {
    expect(parseNotice('jammed')).toBe('jammed')
    expect(parseNotice('toString')).toBeNull()
    expect(parseNotice(null)).toBeNull()
  })
})

describe('the words of a notice', () => {
  beforeAll(() =>
    i18next.init({
      lng: 'en',
      resources: {
        en: { translation: en },
        sl: { translation: sl },
        hr: { translation: hr },
        de: { translation: de },
        it: { translation: italian },
        'sr-Cyrl': { translation: rsCyrl },
      },
    }),
  )

  it.each([
    ['en', 'doorOpen', 1, '1 door open'],
    ['en', 'jammed', 2, '2 locks jammed'],
    ['sl', 'offline', 1, '1 naprava brez povezave'],
    ['sl', 'offline', 2, '2 napravi brez povezave'],
    ['sl', 'offline', 4, '4 naprave brez povezave'],
    ['sl', 'offline', 5, '5 naprav brez povezave'],
    ['sl', 'offline', 102, '102 napravi brez povezave'],
    ['sl', 'uncertain', 2, '2 nepotrjeni stanji'],
    ['sl', 'jammed', 3, '3 ključavnice zataknjene'],
    ['hr', 'offline', 21, '21 uređaj nije povezan'],
    ['hr', 'jammed', 5, '5 brava zaglavljeno'],
    ['de', 'jammed', 2, '2 Schlösser klemmen'],
    ['it', 'unlocked', 2, '2 porte sbloccate'],
    ['sr-Cyrl', 'uncertain', 3, '3 непотврђена стања'],
  ] as const)('in %s of %s %d', (tag, notice, count, words) =>
    expect(i18next.getFixedT(tag)(`home.notice.${notice}`, { count })).toBe(words),
  )
})
