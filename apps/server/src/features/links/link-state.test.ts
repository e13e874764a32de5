import type { DeviceState } from '@senca/contract'
import type { LinkWindow } from '@senca/contract/links'
import { describe, expect, it } from 'vitest'
import {
  graceUntil,
  isSpent,
  linkStateOf,
  refusalOfUse,
  type Seen,
  type Standing,
  viewOf,
} from './link-state.ts'

const at = (time: string) => new Date(`2026-06-22T${time}Z`)
const NOON = at('12:00:00')

const active: Standing = {
  multiUse: true,
  maxUses: null,
  uses: 0,
  startsAt: at('10:00:00'),
  expiresAt: at('20:00:00'),
  isFrozen: false,
  windows: [],
  timeZone: 'UTC',
  lastUsedAt: null,
}
const single: Standing = { ...active, multiUse: false }
const spent: Standing = { ...single, uses: 1, lastUsedAt: NOON }
const early: Standing = { ...active, startsAt: at('13:00:00') }
const over: Standing = { ...active, expiresAt: NOON }
const frozen: Standing = { ...active, isFrozen: true }
const window = (from: string, until: string): LinkWindow[] => [{ days: [1], from, until }]

describe('the state of a link', () => {
  it.each<[string, Standing, string]>([
    ['in its time', active, 'active'],
    ['as it begins', { ...active, startsAt: NOON }, 'active'],
    ['before it begins', early, 'upcoming'],
    ['as it ends', over, 'expired'],
    ['a millisecond before it ends', { ...active, expiresAt: new Date(NOON.getTime() + 1) }, 'active'],
    ['frozen', frozen, 'paused'],
    ['frozen before it begins', { ...early, isFrozen: true }, 'paused'],
    ['frozen and over', { ...over, isFrozen: true }, 'expired'],
    ['frozen and spent', { ...spent, isFrozen: true }, 'spent'],
    ['spent and over', { ...spent, expiresAt: NOON }, 'expired'],
    ['used once of once', spent, 'spent'],
    ['used twice of three times', { ...active, maxUses: 3, uses: 2 }, 'active'],
    ['used three times of three', { ...active, maxUses: 3, uses: 3 }, 'spent'],
    ['used often of any number', { ...active, uses: 9_999 }, 'active'],
    ['outside its windows', { ...active, windows: window('14:00', '15:00') }, 'active'],
  ])('%s', (_name, link, state) => expect(linkStateOf(link, NOON)).toBe(state))

  it('is spent also by more uses than are allowed now', () => {
    expect(isSpent({ multiUse: false, maxUses: null, uses: 5 })).toBe(true)
  })
})

describe('the use of a link', () => {
  it.each<[string, Standing, ReturnType<typeof refusalOfUse>]>([
    ['in its time is good', active, null],
    ['before it begins', early, { key: 'startsAt' }],
    ['once it has ended', over, { key: null }],
    ['once it is spent', spent, { key: null }],
    ['while it is paused', frozen, { key: 'frozen' }],
    ['while it is paused and before it begins', { ...early, isFrozen: true }, { key: 'frozen' }],
    ['once it has ended, also while paused', { ...over, isFrozen: true }, { key: null }],
    ['once it is spent, also while paused', { ...spent, isFrozen: true }, { key: null }],
    ['outside its windows', { ...active, windows: window('14:00', '15:00') }, { key: 'windows' }],
    ['within its windows', { ...active, windows: window('11:00', '15:00') }, null],
    [
      'before it begins and outside its windows',
      { ...early, windows: window('14:00', '15:00') },
      { key: 'startsAt' },
    ],
  ])('%s', (_name, link, refusal) => expect(refusalOfUse(link, NOON)).toEqual(refusal))
})

const seen = (state: Partial<DeviceState>, reportedAt: Date | null): Seen => ({
  state: { status: 'ready', position: 0, inclination: null, assumed: false, reportedAt: null, ...state },
  reportedAt,
})
const before = at('11:00:00')
const later = at('12:00:05')

describe('what a spent single use still shows', () => {
  it.each<[string, Standing, Seen, Date, string | null]>([
    ['a device that moves', spent, seen({ status: 'closing' }, later), at('12:00:06'), '12:03:00'],
    [
      'a device that moves, after three minutes',
      spent,
      seen({ status: 'closing' }, later),
      at('12:03:00'),
      null,
    ],
    ['a device that is at rest', spent, seen({}, later), at('12:00:06'), null],
    ['a device that has reported nothing yet', spent, seen({}, before), at('12:00:06'), '12:00:10'],
    ['a device that never reported anything', spent, seen({}, null), at('12:00:06'), '12:00:10'],
    ['a device that reports nothing', spent, seen({}, before), at('12:00:10'), null],
    ['a door that unlocks', spent, seen({ motorLockState: 'unlocking' }, later), at('12:00:06'), '12:03:00'],
    ['a door that is open', spent, seen({ magnetLockState: 'unlocked' }, later), at('12:00:06'), '12:03:00'],
    ['a door that is locked again', spent, seen({ motorLockState: 'locked' }, later), at('12:00:06'), null],
    [
      'a device that moves as the link expires',
      { ...spent, expiresAt: at('12:01:00') },
      seen({ status: 'closing' }, later),
      at('12:00:06'),
      '12:01:00',
    ],
    ['of an expired link', { ...spent, expiresAt: later }, seen({ status: 'closing' }, later), later, null],
    ['of a paused link', { ...spent, isFrozen: true }, seen({ status: 'closing' }, later), later, null],
    [
      'of a link for several uses',
      { ...spent, multiUse: true, maxUses: 2, uses: 2 },
      seen({ status: 'closing' }, later),
      later,
      null,
    ],
  ])('%s', (_name, link, device, now, until) => {
    expect(graceUntil(link, device, now)).toEqual(until === null ? null : at(until))
  })
})

describe('how long a link may be read', () => {
  it.each<[string, Standing, Seen | null, ReturnType<typeof viewOf>]>([
    ['until it ends', active, null, { ok: true, until: at('20:00:00') }],
    [
      'until its window closes',
      { ...active, windows: window('11:00', '15:00') },
      null,
      { ok: true, until: at('15:00:00') },
    ],
    [
      'until tomorrow, to be asked again',
      { ...active, expiresAt: new Date('2026-07-01T00:00:00Z') },
      null,
      { ok: true, until: new Date('2026-06-23T12:00:00Z') },
    ],
    [
      'not outside its windows',
      { ...active, windows: window('14:00', '15:00') },
      null,
      { ok: false, key: 'windows' },
    ],
    ['not before it begins', early, null, { ok: false, key: 'startsAt' }],
    ['not once it is spent', spent, seen({}, later), { ok: false, key: null }],
    [
      'while the device moves, once it is spent',
      spent,
      seen({ status: 'opening' }, later),
      { ok: true, until: at('12:03:00') },
    ],
    [
      'not while it is paused, also where the device moves',
      { ...frozen, multiUse: false },
      seen({ status: 'opening' }, later),
      { ok: false, key: 'frozen' },
    ],
  ])('%s', (_name, link, device, view) =>
    expect(viewOf(link, device, new Date(NOON.getTime() + (device === null ? 0 : 6_000)))).toEqual(view),
  )
})
