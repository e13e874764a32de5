import { describe, expect, it } from 'vitest'
import type { DeviceGrant } from '#features/rights/index.ts'
import type { LinkTerms } from './link.ts'
import { doorUnlockedMore } from './unlock-reach.ts'

const NOW = new Date('2026-06-19T12:00:00Z')
const HOUR_MS = 3_600_000
const inHours = (hours: number) => new Date(NOW.getTime() + hours * HOUR_MS)

const WHOLE: DeviceGrant = { channels: null, actions: null, limits: null }
const shared = (deviceId: string, actions: DeviceGrant['actions'] = null) => ({
  deviceId,
  grant: { ...WHOLE, actions },
})
const WEEKDAYS = { days: [1, 2, 3, 4, 5], from: '08:00', until: '18:00' }

const terms = (given: Partial<LinkTerms> = {}): LinkTerms => ({
  name: 'Ana',
  multiUse: true,
  maxUses: 5,
  startsAt: inHours(-1),
  expiresAt: inHours(100),
  timeZone: 'UTC',
  windows: [WEEKDAYS],
  devices: [shared('guarded'), shared('free')],
  ...given,
})

const isGuarded = (id: string) => id.startsWith('guarded')

describe('a new link unlocks a guarded door', () => {
  it.each<[string, Partial<LinkTerms>, string | null]>([
    ['that it shares whole', {}, 'guarded'],
    ['that it shares to be unlocked', { devices: [shared('guarded', ['unlock'])] }, 'guarded'],
    ['not where it shares its lights', { devices: [shared('guarded', ['light_apply'])] }, null],
    ['not where it shares another', { devices: [shared('free')] }, null],
  ])('%s', (_name, given, door) => {
    expect(doorUnlockedMore({ before: null, after: terms(given), isPinNamed: true }, isGuarded, NOW)).toBe(
      door,
    )
  })
})

describe('a change', () => {
  it.each<[string, Partial<LinkTerms>, boolean]>([
    ['of nothing', {}, false],
    ['of the name', { name: 'Eva' }, false],
    ['that takes a door out', { devices: [shared('guarded')] }, false],
    ['that takes the guarded door out', { devices: [shared('free')] }, false],
    ['that adds a free door', { devices: [shared('guarded'), shared('free'), shared('another')] }, false],
    ['that adds a guarded door', { devices: [shared('guarded'), shared('guarded too')] }, true],
    ['that shares less of the door', { devices: [shared('guarded', ['unlock'])] }, false],
    ['to fewer uses', { maxUses: 4 }, false],
    ['to one use', { multiUse: false, maxUses: null, devices: [shared('guarded')] }, false],
    ['to more uses', { maxUses: 6 }, true],
    ['to any number of uses', { maxUses: null }, true],
    ['to an earlier end', { expiresAt: inHours(90) }, false],
    ['to a later start', { startsAt: inHours(3) }, false],
    ['to an earlier start that is past', { startsAt: inHours(-9) }, false],
    ['to a later end', { expiresAt: inHours(124) }, true],
    ['to fewer days', { windows: [{ ...WEEKDAYS, days: [1, 2] }] }, false],
    ['to the same hours in two parts', { windows: parts('08:00', '12:00', '18:00') }, false],
    ['to longer hours', { windows: [{ ...WEEKDAYS, until: '18:01' }] }, true],
    ['to any hour', { windows: [] }, true],
    ['of the clocks', { timeZone: 'Europe/Ljubljana' }, true],
  ])('%s lets guests unlock more: %s', (_name, given, isMore) => {
    const before = { ...terms(), sealedPin: null }
    expect(
      doorUnlockedMore({ before, after: terms(given), isPinNamed: false }, isGuarded, NOW) !== null,
    ).toBe(isMore)
  })

  function parts(...times: [string, string, string]) {
    const [from, between, until] = times
    return [
      { ...WEEKDAYS, until: between, from },
      { ...WEEKDAYS, from: between, until },
    ]
  }

  it.each([
    ['of a PIN that guests were given', 'sealed', true],
    ['to a first PIN', null, false],
  ])('%s', (_name, sealedPin, isMore) => {
    const change = { before: { ...terms(), sealedPin }, after: terms(), isPinNamed: true }
    expect(doorUnlockedMore(change, isGuarded, NOW) !== null).toBe(isMore)
  })

  it('back to a time in the future reactivates an ended link', () => {
    const over = { ...terms({ expiresAt: inHours(-0.5) }), sealedPin: null }
    const renamed = terms({ expiresAt: inHours(-0.5), name: 'Eva' })
    expect(doorUnlockedMore({ before: over, after: renamed, isPinNamed: false }, isGuarded, NOW)).toBeNull()
    expect(doorUnlockedMore({ before: over, after: terms(), isPinNamed: false }, isGuarded, NOW)).toBe(
      'guarded',
    )
  })

  it('from the lights of a guarded door to the whole door unlocks more, and to its foil does not [LN6]', () => {
    const lights = (actions: DeviceGrant['actions']) => terms({ devices: [shared('guarded', actions)] })
    const before = { ...lights(['light_apply']), sealedPin: null }
    const changeTo = (after: LinkTerms) =>
      doorUnlockedMore({ before, after, isPinNamed: false }, isGuarded, NOW)
    expect(changeTo(lights(['light_apply', 'magic_foil_apply']))).toBeNull()
    expect(changeTo(lights(null))).toBe('guarded')
  })
})
