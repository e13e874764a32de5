import { type DeviceInfo, type DeviceType, deviceInfoSchema } from '@senca/contract'
import { createInstance } from 'i18next'
import { describe, expect, test } from 'vitest'
import bs from '#i18n/locales/bs.json'
import de from '#i18n/locales/de.json'
import en from '#i18n/locales/en.json'
import hr from '#i18n/locales/hr.json'
import it from '#i18n/locales/it.json'
import rsCyrl from '#i18n/locales/rs_cyrl.json'
import rsLatn from '#i18n/locales/rs_latn.json'
import sl from '#i18n/locales/sl.json'
import { deviceOf } from '../testing/devices.ts'
import { canUnlock, isDoorOpen, lockSensorOf, lockStateOf, locksOf, locksToUnlock } from './door-view.ts'
import { channelsOf, lightWordOf } from './light-view.ts'
import { freshnessOf, sceneOf } from './scene-of.ts'
import {
  endOf,
  endText,
  figureOf,
  motionOf,
  spokenShare,
  targetOf,
  tiltOf,
  verbTo,
  wordOf,
} from './shade-view.ts'

const device = (devicetype: DeviceType, state: object = {}, connected = true): DeviceInfo =>
  deviceInfoSchema.parse({
    id: 'a',
    name: 'A device',
    devicetype,
    connected,
    version: 2,
    permissions: ['view', 'command'],
    can: [],
    settings: {},
    favourite: null,
    ventilation: null,
    lastSeenAt: null,
    totalRestarts: 1,
    totalStateUpdates: 1,
    state: {
      status: connected ? 'ready' : 'offline',
      position: null,
      inclination: null,
      assumed: false,
      reportedAt: '2026-06-21T10:00:00Z',
      ...state,
    },
  })

describe('the figure and the word of a shade', () => {
  test.each([
    ['roller_shutter', 0, 0, 'percent', 'open'],
    ['roller_shutter', 0.004, 0, 'percent', 'open'],
    ['roller_shutter', 0.1, 10, 'percent', null],
    ['roller_shutter', 0.304, 30, 'percent', null],
    ['roller_shutter', 0.99, 99, 'percent', null],
    ['roller_shutter', 0.996, 100, 'percent', 'closed'],
    ['roller_shutter', 1, 100, 'percent', 'closed'],
    ['awning', 0, 0, 'percent', 'retracted'],
    ['awning', 0.6, 60, 'percent', null],
    ['awning', 1, 100, 'percent', 'extended'],
    ['pergola', 0, 0, 'degrees', 'open'],
    ['pergola', 0.4, 36, 'degrees', 'louvres'],
    ['pergola', 1, 90, 'degrees', 'closed'],
    ['falcon', null, null, 'percent', 'unknown'],
  ] as const)('%s at %s is %s %s, %s', (kind, share, value, unit, word) => {
    expect(figureOf({ devicetype: kind, settings: {} }, share)).toEqual({ value, unit })
    expect(wordOf({ devicetype: kind }, share)).toBe(word)
  })

  test.each([
    [0, 'open'],
    [0.0049, 'open'],
    [0.0051, null],
    [0.5, null],
    [0.9949, null],
    [0.9951, 'closed'],
    [1, 'closed'],
  ] as const)('a shade at %s stands at the end: %s [SN8]', (share, end) => expect(endOf(share)).toBe(end))

  test('a venetian shows its tilt once it is lowered', () => {
    const blind = device('venetian_blind', { position: 1, inclination: 0.25 })
    expect(tiltOf(blind, 1)).toBe(-45)
    expect(tiltOf(blind, 0)).toBeNull()
    expect(tiltOf(blind, 0.004)).toBeNull()
  })

  test('only a venetian has a tilt', () => {
    expect(tiltOf(device('roller_shutter', { position: 1, inclination: 0.25 }), 1)).toBeNull()
  })
})

describe('a share that is said', () => {
  test.each([
    ['en', en, 'Closed', 'Retracted', 'about 30\u202f%', 'Open, unconfirmed'],
    ['de', de, 'Geschlossen', 'Eingefahren', 'etwa 30\u202f%', 'Offen, unbestätigt'],
    ['sl', sl, 'Zaprto', 'Uvlečeno', 'okoli 30\u202f%', 'Odprto, nepotrjeno'],
    ['hr', hr, 'Zatvoreno', 'Uvučeno', 'oko 30\u202f%', 'Otvoreno, nepotvrđeno'],
    ['bs', bs, 'Zatvoreno', 'Uvučeno', 'oko 30\u202f%', 'Otvoreno, nepotvrđeno'],
    ['rs_latn', rsLatn, 'Zatvoreno', 'Uvučeno', 'oko 30\u202f%', 'Otvoreno, nepotvrđeno'],
    ['rs_cyrl', rsCyrl, 'Затворено', 'Увучено', 'око 30\u202f%', 'Отворено, непотврђено'],
    ['it', it, 'Chiusa', 'Avvolta', 'circa 30\u202f%', 'Aperto, da confermare'],
  ])(
    'is a word at an end and else a figure, in %s [SN8]',
    async (lng, texts, closed, retracted, about, open) => {
      const t = await createInstance().init({ lng, resources: { [lng]: { translation: texts } } })
      const spoken = (kind: DeviceType, share: number, assumed = false) =>
        spokenShare(device(kind, { position: share, assumed }), 'position', share, t).replaceAll('\u00ad', '')
      expect(spoken('roller_shutter', 1)).toBe(closed)
      expect(spoken('awning', 0)).toBe(retracted)
      expect(spoken('falcon', 0.3, true)).toBe(about)
      expect(spoken('textile_screen', 0, true)).toBe(open)
      expect(spoken('awning', 0.3)).toBe(t('card.percent', { value: 30 }))
    },
  )
})

describe('what a key does', () => {
  test.each([
    ['roller_shutter', 'open', 'close'],
    ['awning', 'retract', 'extend'],
    ['pergola', 'openLouvres', 'closeLouvres'],
  ] as const)('is said in the words of its kind: %s', (devicetype, opens, closes) => {
    expect(verbTo({ devicetype }, 'open')).toBe(opens)
    expect(verbTo({ devicetype }, 'closed')).toBe(closes)
  })

  test('an awning that moves is retracted or extended', () => {
    expect(motionOf({ devicetype: 'awning' }, 'opening')).toBe('retracting')
    expect(motionOf({ devicetype: 'awning' }, 'closing')).toBe('extending')
    expect(motionOf({ devicetype: 'awning' }, 'moving')).toBe('moving')
    expect(motionOf({ devicetype: 'falcon' }, 'opening')).toBe('opening')
  })
})

describe('where a shade is going', () => {
  const moving = device('roller_shutter', { status: 'closing', position: 0.3, target: { position: 0.8 } })

  test('is what it reports while it moves', () => {
    expect(targetOf(moving, null)).toBe(0.8)
  })

  test('is the command that is in flight before the device reports', () => {
    expect(targetOf(moving, { target: { position: 0.1 } })).toBe(0.1)
  })

  test('is null at rest, whatever target an old report has', () => {
    const resting = device('roller_shutter', { position: 0.8, target: { position: 0.8 } })
    expect(targetOf(resting, null)).toBeNull()
  })

  test('of a pergola is an inclination', () => {
    const pergola = device('pergola', { status: 'moving', inclination: 0, target: { inclination: 1 } })
    expect(targetOf(pergola, null)).toBe(1)
  })
})

describe('the locks of a door', () => {
  test.each([
    [{ magnetLockConnected: true, magnetLockLocked: true }, 'locked'],
    [{ magnetLockConnected: true, magnetLockLocked: false }, 'unlocked'],
    [{ magnetLockConnected: true, magnetLockLocked: null }, 'unknown'],
    [{ magnetLockConnected: true }, 'unknown'],
    [{ motorLockConnected: true, motorLockLocked: null, motorLockState: 'jammed' }, 'jammed'],
    [
      {
        magnetLockConnected: true,
        magnetLockLocked: true,
        motorLockConnected: true,
        motorLockLocked: false,
      },
      'locked',
    ],
    [
      {
        magnetLockConnected: true,
        magnetLockLocked: false,
        motorLockConnected: true,
        motorLockLocked: null,
      },
      'unknown',
    ],
    [
      {
        magnetLockConnected: true,
        magnetLockLocked: false,
        motorLockConnected: true,
        motorLockLocked: false,
      },
      'unlocked',
    ],
    [{ magnetLockConnected: false, magnetLockLocked: true }, null],
  ] as const)('%o say %s', (state, expected) => {
    expect(lockStateOf(locksOf(device('home_door', state).state))).toBe(expected)
  })

  test.each([
    ['each lock that holds the door', 'locked', 'locked', ['magnet', 'motor'], true],
    ['not one that is unlocked already', 'unlocked', 'locked', ['motor'], true],
    ['one of which nothing is known', 'unlocked', 'unknown', ['motor'], true],
    ['one that is stuck', 'unlocked', 'jammed', ['motor'], true],
    ['nothing where all are unlocked', 'unlocked', 'unlocked', [], false],
    ['nothing more while one is unlocking', 'locked', 'unlocking', ['magnet', 'motor'], false],
  ] as const)('the key of a door unlocks %s', (_name, magnetLockState, motorLockState, locks, isPossible) => {
    const state = { magnetLockConnected: true, magnetLockState, motorLockConnected: true, motorLockState }
    const door = deviceOf({ devicetype: 'home_door', state })
    expect(locksToUnlock(door)).toEqual(locks)
    expect(canUnlock(door, locksToUnlock(door))).toBe(isPossible)
  })

  test('the key of a door leaves out a lock that the person may not unlock', () => {
    const state = { magnetLockConnected: true, motorLockConnected: true }
    const door = deviceOf({ devicetype: 'home_door', state })
    expect(locksToUnlock({ ...door, can: ['unlockMagnet'] })).toEqual(['magnet'])
  })

  test.each([
    [{ lockMagneticSensorConnected: true, lockMagneticSensorOpen: true }, 'open'],
    [{ lockMagneticSensorConnected: true, lockMagneticSensorOpen: false }, 'closed'],
    [{ lockMagneticSensorConnected: true, lockMagneticSensorOpen: null }, 'none'],
    [{ lockMagneticSensorConnected: false, lockMagneticSensorOpen: true }, 'none'],
    [{}, 'none'],
  ] as const)('the disc of %o is %s', (state, expected) => {
    expect(lockSensorOf(device('home_door', state).state)).toBe(expected)
  })

  test('a leaf without a sensor stands neither open nor closed', () => {
    expect(isDoorOpen(device('home_door'))).toBeNull()
    expect(isDoorOpen(device('home_door', { magneticSensorConnected: true, magneticSensorOpen: true }))).toBe(
      true,
    )
  })
})

describe('the channels of a light', () => {
  test.each([
    [{ light1Brightness: 1 }, 'on'],
    [{ light1Brightness: 0 }, 'off'],
    [{ light1Brightness: 1, light2Brightness: 0 }, 'partly'],
    [{ light1Brightness: 1, light2Brightness: 1 }, 'on'],
    [{ light1Brightness: null }, 'unknown'],
    [{}, 'unknown'],
  ] as const)('%o are %s [SN10]', (state, word) => {
    expect(lightWordOf(channelsOf(device('light', state)))).toBe(word)
  })
})

describe('a device as light', () => {
  test('follows the hand before the motor', () => {
    const scene = sceneOf(device('roller_shutter', { position: 0.2 }), false, 0.7)
    expect(scene).toMatchObject({ kind: 'roller_shutter', position: 0.7, freshness: 'live' })
  })

  test('of unknown position shows none', () => {
    expect(sceneOf(device('awning'), false, null)).toMatchObject({ position: null })
  })

  test('is locked only when every lock is proven locked', () => {
    const state = { magnetLockConnected: true, magnetLockLocked: true, motorLockConnected: true }
    expect(sceneOf(device('home_door', state), false, null)).toMatchObject({ isLocked: false })
  })

  test('of a device that never reported is drained, as one that is away', () => {
    for (const kind of ['roller_shutter', 'home_door', 'light'] as const) {
      expect(sceneOf(device(kind, { reportedAt: null }), false, null)).toMatchObject({ freshness: 'offline' })
    }
  })

  test('is drained when offline, whatever the connection', () => {
    expect(freshnessOf(device('light', {}, false), true)).toBe('offline')
    expect(freshnessOf(device('light'), true)).toBe('stale')
  })
})

test.each<[DeviceType, string, string]>([
  ['roller_shutter', 'Chiusa', 'Zatvoreno'],
  ['venetian_blind', 'Chiuso', 'Zatvoreno'],
  ['textile_screen', 'Chiuso', 'Zatvoreno'],
  ['awning', 'Chiusa', 'Zatvoreno'],
])(
  'the word for the end of a %s agrees with its name in Italian, and is the same in Croatian',
  async (type, italian, croatian) => {
    const words = createInstance()
    await words.init({ lng: 'it', resources: { it: { translation: it }, hr: { translation: hr } } })
    expect(endText({ devicetype: type }, 'closed', words.getFixedT('it'))).toBe(italian)
    expect(endText({ devicetype: type }, 'closed', words.getFixedT('hr')).replace('\u00ad', '')).toBe(
      croatian,
    )
  },
)
