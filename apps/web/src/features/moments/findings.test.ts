import type { CommandResult, DeviceInfo } from '@senca/contract'
import type { MomentAct, MomentRun } from '@senca/contract/automation'
import i18next from 'i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import { deviceOf } from '#features/device-model/testing/devices.ts'
import en from '#i18n/locales/app/en.json'
import moments from '#i18n/locales/moments/en.json'
import { findingsOf, openOf } from './findings.ts'
import { outcomeText } from './moment-words.ts'

type Made = NonNullable<Parameters<typeof deviceOf>[0]>
type State = NonNullable<Made['state']>

const shade = (devicetype: DeviceInfo['devicetype'], state: State, more: Made = {}) =>
  deviceOf({ id: devicetype, name: devicetype, devicetype, state, ...more })
const door = (state: State = {}, more: Made = {}) =>
  deviceOf({
    id: 'door',
    name: 'Front door',
    devicetype: 'home_door',
    can: ['unlockMotor', 'lockMotor'],
    state: {
      position: null,
      motorLockConnected: true,
      motorLockLocked: true,
      motorLockState: 'locked',
      magneticSensorConnected: true,
      magneticSensorOpen: false,
      ...state,
    },
    ...more,
  })
const unlocked = { motorLockLocked: false, motorLockState: 'unlocked' } as const
const lamp = (light1Brightness: number | null) =>
  deviceOf({ id: 'lamp', name: 'Lamp', devicetype: 'light', state: { position: null, light1Brightness } })

const ran = (acts: MomentAct[], results: CommandResult[] = []): MomentRun =>
  acts.map((act) => ({ step: { act }, results }))
const LEAVE: MomentAct[] = ['close_shades', 'lights_off', 'check_doors']
const success = (...ids: string[]): CommandResult => ({ status: 'success', device_ids: ids })
const failure = (error: string, ...ids: string[]): CommandResult => ({
  status: 'error',
  error,
  error_description: '',
  device_ids: ids,
})

const CLOSED_SHADES = [
  shade('roller_shutter', { position: 1 }),
  shade('venetian_blind', { position: 0.99, inclination: 0.2 }),
  shade('awning', { position: 0 }),
  shade('insect_screen', { position: 0.01 }),
  shade('pergola', { position: null, inclination: 1 }),
]

beforeAll(() => i18next.init({ lng: 'en', resources: { en: { translation: { ...en, ...moments } } } }))
const words = (run: MomentRun, devices: DeviceInfo[]) =>
  outcomeText(run, devices, 'Leave', i18next.t.bind(i18next) as never)

describe('the final words of a moment [SC32]', () => {
  it.each<[string, MomentAct[], DeviceInfo[], string]>([
    [
      'everything closed and locked, by position and louvers, whatever the slats',
      LEAVE,
      [...CLOSED_SHADES, door(), lamp(0)],
      'Everything is closed and locked. All lights are off.',
    ],
    ['a home without doors', LEAVE, CLOSED_SHADES, 'Everything is closed.'],
    ['a home of doors only', LEAVE, [door()], 'All doors are locked.'],
    [
      'a moment that does not look at doors',
      ['close_shades'],
      [...CLOSED_SHADES, door(unlocked)],
      'Everything is closed.',
    ],
    ['an open home', ['open_shades'], [shade('roller_shutter', { position: 0 })], 'Everything is open.'],
    ['an awning is not opened', ['open_shades'], [shade('awning', { position: 0.4 })], 'Leave: done.'],
    ['nothing that the moment is about', ['lights_off'], [door()], 'Leave: done.'],
    [
      'the newest act counts',
      ['close_shades', 'open_shades'],
      [shade('falcon', { position: 0 })],
      'Everything is open.',
    ],
    [
      'an open door before a lock',
      LEAVE,
      [door({ ...unlocked, magneticSensorOpen: true })],
      'Front door: the door is open',
    ],
    [
      'an open door before everything else',
      LEAVE,
      [shade('awning', { position: 1 }), lamp(1), door({ magneticSensorOpen: true })],
      'Front door: the door is open (and 2 more)',
    ],
    ['a lock that does not hold', ['check_doors'], [door(unlocked)], 'Front door: not locked'],
    [
      'a jammed lock',
      ['check_doors'],
      [door({ motorLockLocked: null, motorLockState: 'jammed' })],
      'Front door: the lock is jammed',
    ],
    [
      'a lock that nobody knows of',
      ['check_doors'],
      [door({ motorLockLocked: null, motorLockState: 'unknown' })],
      'Front door: not known whether it is locked',
    ],
    [
      'one lock of two',
      ['check_doors'],
      [door({ magnetLockConnected: true, magnetLockLocked: false })],
      'Front door: not known whether it is locked',
    ],
    [
      'a door without a lock',
      ['check_doors'],
      [door({ motorLockConnected: false })],
      'Front door: not known whether it is locked',
    ],
    [
      'a silent contact',
      ['check_doors'],
      [door({ magneticSensorOpen: null })],
      'Front door: not known whether it is closed',
    ],
    [
      'a door without a contact',
      ['check_doors'],
      [door({ magneticSensorConnected: false })],
      'All doors are locked.',
    ],
    [
      'a door that is away, locked when last seen',
      ['check_doors'],
      [door({}, { connected: false })],
      'Front door: not known whether it is locked. It is offline.',
    ],
    [
      'a shutter half down',
      LEAVE,
      [shade('roller_shutter', { position: 0.5 })],
      'roller_shutter: not closed',
    ],
    ['an awning left out', LEAVE, [shade('awning', { position: 0.5 })], 'awning: still extended'],
    ['louvers ajar', LEAVE, [shade('pergola', { position: null, inclination: 0.5 })], 'pergola: not closed'],
    [
      'a shade of unknown position',
      LEAVE,
      [shade('roller_shutter', { position: null })],
      'roller_shutter: its state is not known',
    ],
    [
      'a shade that reckons',
      LEAVE,
      [shade('roller_shutter', { position: 1, assumed: true })],
      'roller_shutter: its state is not known',
    ],
    [
      'a shade that is away, closed when last seen',
      LEAVE,
      [shade('roller_shutter', { position: 1 }, { connected: false })],
      'roller_shutter: its state is not known. It is offline.',
    ],
    ['a lamp that is on', LEAVE, [lamp(0.2)], 'Lamp: the light is on'],
    ['a lamp that nobody knows of', LEAVE, [lamp(null)], 'Lamp: its state is not known'],
  ])('%s', (_, acts, devices, text) => {
    expect(words(ran(acts), devices).text).toBe(text)
  })

  it('name what holds a shade, and the reason of a failure', () => {
    const open = shade('roller_shutter', { position: 0 }, { safety: { reason: 'wind' } })
    expect(words(ran(LEAVE), [open]).text).toBe('roller_shutter: not closed. It is held for safety.')
    const free = shade('roller_shutter', { position: 0 })
    expect(words(ran(LEAVE, [failure('device_busy', free.id)]), [free]).text).toMatch(
      /^roller_shutter: not closed\. ./,
    )
  })

  it('say of scenarios what their devices answered', () => {
    const shared = shade('roller_shutter', { position: 0 }, { owner: 'ana@example.com' })
    const run = (result: CommandResult): MomentRun => [{ step: { scenarioId: 's' }, results: [result] }]
    expect(words(run(success(shared.id)), [shared]).text).toBe('Leave: done.')
    expect(words(run({ status: 'unconfirmed', device_ids: [shared.id] }), [shared]).text).toBe(
      'roller_shutter: not confirmed',
    )
    expect(words(run(failure('device_offline', shared.id)), [shared]).isDone).toBe(false)
  })

  it('claim and find nothing of devices that others share', () => {
    const shared = shade('roller_shutter', { position: 0 }, { owner: 'ana@example.com' })
    expect(words(ran(LEAVE), [shared]).text).toBe('Leave: done.')
  })
})

describe('the key of a finding [SC32]', () => {
  const keyOf = (device: DeviceInfo) => findingsOf(ran(LEAVE), [device])[0]?.commands
  it.each<[string, DeviceInfo, object[]]>([
    [
      'closes a shutter',
      shade('roller_shutter', { position: 0 }),
      [{ command: 'move', position: 100, inclination: 100 }],
    ],
    [
      'brings in an awning',
      shade('awning', { position: 1 }),
      [{ command: 'move', position: 0, inclination: 0 }],
    ],
    ['locks a door', door(unlocked), [{ command: 'lock', lockType: 'motor' }]],
    ['switches off a lamp', lamp(1), [{ command: 'light_apply', lightType: 'light_1', brightness: 0 }]],
    ['is none for an open door', door({ magneticSensorOpen: true }), []],
    ['is none for a door that can only be unlocked', door(unlocked, { can: ['unlockMotor'] }), []],
    ['is none for a shade that is held', shade('awning', { position: 1 }, { safety: {} }), []],
    ['is none for a device that is away', shade('awning', { position: 1 }, { connected: false }), []],
  ])('%s', (_, device, commands) => {
    expect(keyOf(device)).toEqual(commands)
  })
})

describe('a run is over', () => {
  const run = (id: string) => ran(LEAVE, [success(id)])
  it.each<[string, DeviceInfo, number, boolean]>([
    ['once all are at rest where they should be', shade('roller_shutter', { position: 1 }), 0, true],
    ['not while one moves', shade('roller_shutter', { position: 0.5, status: 'closing' }), 30_000, false],
    ['not before a device has had time to report', shade('roller_shutter', { position: 0 }), 5_000, false],
    ['when a device that answered did not report', shade('roller_shutter', { position: 0 }), 10_000, true],
    [
      'when a movement does not end',
      shade('roller_shutter', { position: 0.5, status: 'closing' }),
      180_000,
      true,
    ],
    [
      'without a device that went away',
      shade('roller_shutter', { position: 0.5 }, { connected: false }),
      0,
      true,
    ],
    ['not while a lock moves', door({ motorLockLocked: false, motorLockState: 'locking' }), 20_000, false],
  ])('%s', (_, device, elapsedMs, isOver) => {
    expect(openOf(run(device.id), [device], elapsedMs).length === 0).toBe(isOver)
  })

  it('at once for a device that refused', () => {
    const device = shade('roller_shutter', { position: 0 })
    expect(openOf(ran(LEAVE, [failure('device_busy', device.id)]), [device], 0)).toEqual([])
  })
})
