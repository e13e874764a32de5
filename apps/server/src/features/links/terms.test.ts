import type { DeviceType } from '@senca/contract'
import { describe, expect, it } from 'vitest'
import type { DeviceGrant } from '#features/rights/index.ts'
import { changedTerms, newTerms, strangerIn } from './changed-terms.ts'
import type { LinkTerms } from './link.ts'
import { faultOfTerms } from './terms.ts'

const NOON = new Date('2026-06-22T12:00:00Z')
const typeById = new Map<string, DeviceType>([
  ['blind', 'venetian_blind'],
  ['pergola', 'pergola'],
  ['door', 'home_door'],
  ['lamp', 'light'],
])
const inHours = (hours: number) => new Date(NOON.getTime() + hours * 3_600_000)
const whole: DeviceGrant = { channels: null, actions: null, limits: null }
const grants = (deviceId: string, grant: Partial<DeviceGrant> = {}) => ({
  deviceId,
  grant: { ...whole, ...grant },
})
const good: LinkTerms = {
  name: null,
  multiUse: true,
  maxUses: null,
  startsAt: NOON,
  expiresAt: inHours(1),
  timeZone: 'UTC',
  windows: [],
  devices: [grants('blind'), grants('lamp')],
}
const one = (deviceId: string, grant: Partial<DeviceGrant>) => ({ devices: [grants(deviceId, grant)] })

describe('terms', () => {
  it.each<[string, Partial<LinkTerms>, string | null]>([
    ['as they are', {}, null],
    ['for a millisecond', { expiresAt: new Date(NOON.getTime() + 1) }, null],
    ['for no time', { expiresAt: NOON }, 'expiresAt'],
    ['for 30 days', { expiresAt: inHours(720) }, 'expiresAt'],
    ['for almost 30 days', { expiresAt: new Date(inHours(720).getTime() - 1) }, null],
    ['from no time', { startsAt: new Date(Number.NaN) }, 'expiresAt'],
    ['that are over', { startsAt: inHours(-2), expiresAt: NOON }, 'expiresAt'],
    ['of no device', { devices: [] }, 'devices'],
    ['of one device once', { multiUse: false, devices: [grants('door')] }, null],
    ['of two devices once', { multiUse: false }, 'devices'],
    ['of a number of uses, once', { multiUse: false, maxUses: 2, devices: [grants('door')] }, 'maxUses'],
    ['of a device that nobody knows', one('ghost', {}), 'devices'],
    ['in a zone that is none', { timeZone: 'Mars/Olympus' }, 'timeZone'],
    ['with a channel of a lamp', one('lamp', { channels: { light1: true, light2: false } }), null],
    [
      'with no channel of a lamp',
      one('lamp', { channels: { light1: false, light2: false } }),
      'deviceSpecifiers',
    ],
    [
      'with channels of a door',
      one('door', { channels: { light1: true, light2: true } }),
      'deviceSpecifiers',
    ],
    ['with unlocking a door', one('door', { actions: ['unlock', 'light_apply'] }), null],
    ['with moving a door', one('door', { actions: ['move'] }), 'actions'],
    ['with unlocking a lamp', one('lamp', { actions: ['unlock'] }), 'actions'],
    ['with limits of a blind', one('blind', { limits: { minPosition: 0.5, maxPosition: 0.5 } }), null],
    [
      'with limits the wrong way round',
      one('blind', { limits: { minPosition: 0.5, maxPosition: 0.4 } }),
      'limits',
    ],
    ['with limits of what only tilts', one('pergola', { limits: { maxPosition: 0.4 } }), 'limits'],
  ])('%s', (_name, terms, fault) => {
    expect(faultOfTerms({ ...good, ...terms }, { typeById, now: NOON, isTimed: true })).toBe(fault)
  })

  it('that are over may be changed where no time is named [LN7]', () => {
    const over = { ...good, startsAt: inHours(-2), expiresAt: inHours(-1) }
    expect(faultOfTerms(over, { typeById, now: NOON, isTimed: false })).toBeNull()
  })
})

describe('a change', () => {
  const rich: LinkTerms = {
    ...good,
    name: 'Anna',
    maxUses: 3,
    timeZone: 'Europe/Ljubljana',
    windows: [{ days: [1], from: '08:00', until: '09:00' }],
    devices: [
      grants('blind', { actions: ['move'], limits: { maxPosition: 0.5 } }),
      grants('lamp', { channels: { light1: true, light2: false } }),
    ],
  }

  it('of nothing changes nothing', () => expect(changedTerms(rich, {})).toEqual(rich))

  it.each<[string, Parameters<typeof changedTerms>[1], Partial<LinkTerms>]>([
    ['of the name', { name: 'Bor' }, { name: 'Bor' }],
    ['that clears the name', { name: null }, { name: null }],
    ['that clears the zone', { timeZone: null }, { timeZone: 'UTC' }],
    ['that clears the windows', { windows: null }, { windows: [] }],
    [
      'that clears the actions',
      { actions: null },
      { devices: [grants('blind', { limits: { maxPosition: 0.5 } }), rich.devices[1] ?? grants('lamp')] },
    ],
    [
      'of the actions, each once',
      { actions: { lamp: ['light_apply', 'light_apply'] } },
      {
        devices: [
          grants('blind', { limits: { maxPosition: 0.5 } }),
          grants('lamp', { channels: { light1: true, light2: false }, actions: ['light_apply'] }),
        ],
      },
    ],
    [
      'of limits to none',
      { limits: { blind: {} } },
      { devices: [grants('blind', { actions: ['move'] }), rich.devices[1] ?? grants('lamp')] },
    ],
    [
      'of the devices, each once',
      { devices: ['door', 'door', 'lamp'] },
      { devices: [grants('door'), rich.devices[1] ?? grants('lamp')] },
    ],
  ])('%s', (_name, change, after) => expect(changedTerms(rich, change)).toEqual({ ...rich, ...after }))

  it('names the first term that is about another device', () => {
    expect(strangerIn({ limits: { door: {} } }, rich.devices)).toBe('limits')
    expect(strangerIn({ actions: { blind: ['move'] }, limits: null }, rich.devices)).toBeNull()
  })

  it('of nothing but what must be makes a link', () => {
    const request = {
      devices: ['blind'],
      multiUse: true,
      startsAt: '2026-06-22T14:00:00+02:00',
      expiresAt: '2026-06-22T13:00:00Z',
    }
    expect(newTerms(request)).toEqual({ ...good, devices: [grants('blind')] })
  })
})
