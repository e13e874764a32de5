import { type ActivityEntry, activityEntrySchema } from '@senca/contract/activity'
import { QueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import activity from '#i18n/locales/activity/en.json'
import app from '#i18n/locales/app/en.json'
import en from '#i18n/locales/en.json'
import weather from '#i18n/locales/weather/en.json'
import type { ActivityPage } from './activity.api.ts'
import { type ActivityPages, withNewest } from './activity.queries.ts'
import { byDay } from './activity-days.ts'
import { isAsExpected, resultWords, whatWords, whoWords } from './entry-words.ts'
import { refreshNewest } from './newest-activity.ts'

beforeAll(async () => {
  await i18next.init({
    lng: 'en',
    resources: { en: { translation: { ...app, ...en, ...activity, ...weather } } },
    interpolation: { escapeValue: false },
  })
})

const AT = '2026-06-21T10:00:00.000Z'
const entryOf = (fields: Partial<ActivityEntry> = {}): ActivityEntry =>
  activityEntrySchema.parse({
    id: '1',
    at: AT,
    deviceId: 'shade',
    deviceName: 'Bedroom',
    origin: 'app',
    by: 'anna@example.com',
    action: 'move',
    details: { position: 0.4 },
    result: { status: 'success', durationMs: 12_000 },
    ...fields,
  })

describe('what happened', () => {
  const asked = { status: 'acknowledged' } as const
  test.each<[Partial<ActivityEntry>, string]>([
    [{}, 'Moved to 40\u202f%'],
    [{ result: asked }, 'Move to 40\u202f%'],
    [{ details: { position: 0 } }, 'Opened'],
    [{ details: { position: 1 }, result: asked }, 'Close'],
    [{ details: { position: 1, inclination: 0.5 } }, 'Moved to 100\u202f%, slats to 50\u202f%'],
    [{ details: { inclination: 0.5 } }, 'Slats turned to 50\u202f%'],
    [{ action: 'moved', origin: 'wall_switch', by: null, details: { position: 1 }, result: null }, 'Closed'],
    [
      {
        action: 'moved',
        details: { position: 0.4, late: { action: 'move', at: '2026-06-21T09:00:00.000Z' } },
        result: null,
      },
      'Moved to 40\u202f% (late, by a command that was not confirmed)',
    ],
    [{ action: 'stop', details: {} }, 'Stopped'],
    [{ action: 'unlock', details: { lockType: 'magnet' } }, 'Magnet lock: unlocked'],
    [{ action: 'unlock', details: { lockType: 'motor' }, result: { status: 'error' } }, 'Motor lock: unlock'],
    [{ action: 'locked', details: { lockType: 'motor' }, result: null }, 'Motor lock: locked'],
    [{ action: 'light_apply', details: { lightType: 'door', brightness: 1 } }, 'Door light: on'],
    [
      { action: 'switched', details: { lightType: 'light_2', brightness: 0.3 }, result: null },
      'Light 2: 30\u202f%',
    ],
    [{ action: 'magic_foil_apply', details: { opacity: 0 } }, 'Magic foil: clear'],
    [{ action: 'rename', details: { name: 'Kitchen' }, result: null }, 'Renamed to “Kitchen”'],
    [
      {
        details: {
          position: 0,
          cause: { measurement: 'wind_gust', value: 13.9, unit: 'm/s', threshold: 10.6, condition: 'gt' },
        },
      },
      'Opened: gusts of 50\u00a0km/h, limit 38\u00a0km/h',
    ],
    [
      { details: { position: 0.4, overrideReason: 'Caught in it' } },
      'Moved to 40\u202f% despite protection: Caught in it',
    ],
    [
      { action: 'weather_automatic', details: { automatic: false }, result: null },
      'Weather automation switched off',
    ],
    [{ action: 'door_opened', details: {}, result: null }, 'Door opened'],
    [{ action: 'counts_began_again', details: {}, result: null }, 'Report counter was reset'],
  ])('%j is “%s”', (fields, expected) => {
    expect(whatWords(entryOf(fields), 'roller_shutter', i18next.t)).toBe(expected)
  })

  test('an awning is extended and retracted', () => {
    const spoken = (position: number) => whatWords(entryOf({ details: { position } }), 'awning', i18next.t)
    expect(spoken(0)).toBe('Retracted')
    expect(spoken(1)).toBe('Extended')
    expect(spoken(0.4)).toBe('Moved to 40\u202f%')
  })
})

describe('who did it', () => {
  test.each([
    ['app', 'me@example.com', 'awning', 'You'],
    ['app', 'anna@example.com', 'awning', 'anna@example.com, with the app'],
    ['app', null, 'awning', 'With the app'],
    ['link', 'Plumber', 'home_door', 'Via the link “Plumber”'],
    ['scenario', 'Storm', 'awning', 'By the scenario “Storm”'],
    ['wall_switch', null, 'awning', 'At the wall switch'],
    ['wall_switch', null, 'home_door', 'At the door'],
    ['device', null, null, 'On its own'],
  ] as const)('%s by %s on a %s is “%s”', (origin, by, type, expected) => {
    expect(whoWords(entryOf({ origin, by }), { me: 'me@example.com', type }, i18next.t)).toBe(expected)
  })
})

describe('an entry of a connected app [BR63]', () => {
  const bridge = { id: 'b', kind: 'script', via: null } as const
  const ofApp = (more: Partial<ActivityEntry> = {}) =>
    entryOf({ origin: 'bridge', by: 'Night script', bridge, ...more })
  const who = (entry: ActivityEntry) => whoWords(entry, { me: 'me@example.com', type: 'awning' }, i18next.t)

  test('names it, and the way by which it was asked', () => {
    expect(who(ofApp())).toBe('By the app “Night script”')
    expect(who(ofApp({ by: 'Alexa', bridge: { ...bridge, via: 'Apple Home' } }))).toBe(
      'By the app “Alexa” (Apple Home)',
    )
  })

  test.each([
    ['weather_scenario_matched', undefined, 'Refused: held for safety'],
    ['insufficient_permission', undefined, 'Refused: the app was not allowed to do this then'],
    ['insufficient_permission', 'pin_wrong', /^Refused: .*PIN/],
    ['device_offline', undefined, /^Failed: /],
  ] as const)('says of %s (%s) why', (error, error_detail, expected) => {
    const result = {
      status: 'error',
      error,
      ...(error_detail === undefined ? {} : { error_detail }),
    } as const
    expect(resultWords(ofApp({ result }), Date.parse(AT), i18next.t)?.words[0]).toMatch(expected)
  })

  test('says how many refusals before it have no entry', () => {
    const result = { status: 'error', error: 'insufficient_permission' } as const
    const words = resultWords(ofApp({ result, details: { leftOut: 12 } }), Date.parse(AT), i18next.t)
    expect(words?.words[1]).toBe('12 more refusals before')
  })
})

test('a scenario that a person ran says so', () => {
  const entry = entryOf({ origin: 'scenario', by: 'Film', details: { isByHand: true } })
  const words = whoWords(entry, { me: 'me@example.com', type: 'awning' }, i18next.t)
  expect(words).toBe('By the scenario “Film”, run by hand')
})

describe('who did it by a role', () => {
  const role = { id: 'r', name: 'Installer' }
  test.each([
    ['anna@example.com', role, 'anna@example.com, via the role “Installer”'],
    ['me@example.com', role, 'You, via the role “Installer”'],
    // Only the owner sees the e-mail addresses of other people.
    [null, role, 'Via the role “Installer”'],
    ['anna@example.com', null, 'anna@example.com'],
    ['me@example.com', null, 'You'],
    [null, undefined, 'With the app'],
  ] as const)('%s by %o is “%s”', (by, used, expected) => {
    const entry = entryOf({ origin: 'role', by, role: used })
    expect(whoWords(entry, { me: 'me@example.com', type: 'awning' }, i18next.t)).toBe(expected)
  })
})

test.each<[ActivityEntry['result'], boolean]>([
  [{ status: 'success', durationMs: 4_000 }, true],
  [{ status: 'success', durationMs: 60_001 }, false],
  [{ status: 'unconfirmed' }, false],
  [{ status: 'error', error: 'device_busy' }, false],
  [null, false],
])('a result %j is as expected, and not shown: %s [SN44]', (result, isOne) => {
  expect(isAsExpected(entryOf({ result }))).toBe(isOne)
})

describe('the outcome of an entry', () => {
  const now = Date.parse(AT)
  test.each([
    [{ status: 'success', durationMs: 400 }, now, 'plain', ['Done']],
    [{ status: 'success', durationMs: 65_000 }, now, 'plain', ['Done in 1\u00A0min 5\u00A0s']],
    [{ status: 'sent' }, now, 'plain', ['Sent']],
    [{ status: 'acknowledged' }, now + 600_000, 'plain', ['No result received']],
    [{ status: 'unconfirmed' }, now, 'plain', ['Sent, not confirmed. It may still happen.']],
    [
      { status: 'error', error: 'device_request_timeout', error_detail: 'may_still_happen' },
      now,
      'plain',
      ['Sent, not confirmed. It may still happen.'],
    ],
    [{ status: 'error', error: 'device_offline' }, now, 'bad', ['Failed: The device is offline']],
    [
      { status: 'error', error: 'device_update_failed', error_detail: 'stopped', position: 0.52 },
      now,
      'plain',
      ['Someone stopped it', 'Ended at 52\u202f%'],
    ],
    [
      { status: 'error', error: 'insufficient_permission', error_detail: 'pin_wrong' },
      now,
      'bad',
      ['Failed: Wrong PIN'],
    ],
  ] as const)('%j', (result, at, tone, words) => {
    expect(resultWords(entryOf({ result }), at, i18next.t)).toEqual({ tone, words })
  })

  test('is empty for an action that was done at once', () => {
    expect(resultWords(entryOf({ result: null }), now, i18next.t)).toBeNull()
  })
})

test('entries are listed by day, in the words of the language', () => {
  const at = (day: number, id: string) => entryOf({ id, at: new Date(2026, 10, day, 12).toISOString() })
  const days = byDay([at(20, '4'), at(20, '3'), at(19, '2'), at(1, '1')], new Date(2026, 10, 20, 18), 'en-GB')
  expect(days.map(({ heading, entries }) => [heading, entries.length])).toEqual([
    ['Today', 2],
    ['Yesterday', 1],
    ['Sunday 1 November', 1],
  ])
  expect(byDay([at(19, '2')], new Date(2026, 10, 20, 18), 'sr-Latn')[0]?.heading).toBe('Juče')
})

describe('the newest page', () => {
  const page = (ids: number[], more: boolean) => ({
    entries: ids.map((id) => entryOf({ id: String(id) })),
    more,
  })
  const idsOf = ({ pages }: { pages: { entries: ActivityEntry[] }[] }) =>
    pages.map(({ entries }) => entries.map(({ id }) => Number(id)))
  const known = { pages: [page([5, 4], true), page([3, 2], false)], pageParams: [null, '4'] }

  test('replaces the entries that it overlaps with', () => {
    const next = withNewest(known, page([7, 6, 5], true))
    expect(idsOf(next)).toEqual([
      [7, 6, 5, 4],
      [3, 2],
    ])
    expect(next.pages.map(({ more }) => more)).toEqual([true, false])
  })

  test('replaces the list where it does not reach down to the known entries', () => {
    expect(idsOf(withNewest(known, page([9, 8], true)))).toEqual([[9, 8]])
  })

  test('that is older than what is known puts nothing above it', () => {
    expect(
      idsOf(withNewest({ pages: [page([7, 6, 5], true)], pageParams: [null] }, page([6, 5, 4], true))),
    ).toEqual([[7, 6, 5, 4]])
    expect(idsOf(withNewest({ pages: [page([3, 2], false)], pageParams: [null] }, page([2], false)))).toEqual(
      [[3, 2]],
    )
  })

  test('is read once at a time, and not while other pages are being loaded', async () => {
    const client = new QueryClient()
    const queryKey = ['activity', '']
    client.setQueryData(queryKey, { pages: [page([5, 4], true)], pageParams: [null] })
    const answers: ((page: ActivityPage) => void)[] = []
    const load = vi.fn(() => new Promise<ActivityPage>((resolve) => answers.push(resolve)))
    const refreshSoon = vi.fn()
    const refresh = refreshNewest({ client, queryKey, load, refreshSoon })
    const shown = () => idsOf(client.getQueryData<ActivityPages>(queryKey) ?? { pages: [] })

    const first = refresh()
    await refresh()
    expect(load).toHaveBeenCalledOnce()
    answers[0]?.(page([6, 5, 4], true))
    await first
    expect(shown()).toEqual([[6, 5, 4]])
    expect(refreshSoon).toHaveBeenCalledOnce()

    const second = refresh()
    let arrive = () => {}
    const older = client.fetchQuery({
      queryKey,
      queryFn: () =>
        new Promise((resolve) => {
          arrive = () =>
            resolve({ pages: [page([6, 5, 4], true), page([3], false)], pageParams: [null, '4'] })
        }),
    })
    answers[1]?.(page([7, 6, 5], true))
    await second
    expect(shown()).toEqual([[6, 5, 4]])
    expect(refreshSoon).toHaveBeenCalledTimes(2)
    arrive()
    await older
    expect(shown()).toEqual([[6, 5, 4], [3]])
  })

  test('is the whole list when no entry is older', () => {
    expect(idsOf(withNewest({ pages: [page([], false)], pageParams: [null] }, page([1], false)))).toEqual([
      [1],
    ])
  })
})
