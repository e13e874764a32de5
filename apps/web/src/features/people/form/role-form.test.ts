import { describe, expect, it, test } from 'vitest'
import { ApiFailure } from '#core/api/failures.ts'
import { homePlaceStore, NO_HOME_PLACE } from '#core/home-place.ts'
import { freeName, newDraft, proposedName, type RoleDraft } from './role-draft.ts'
import { refusalOf, validate } from './role-errors.ts'
import { createRequestOf, updateRequestOf } from './role-request.ts'
import { endOf } from './role-span.ts'
import { templateDraft } from './templates.ts'

/** A Tuesday at noon in the time zone of the machine. */
const NOW = new Date(2026, 10, 24, 12, 0)
const ME = 'me@example.com'
const HOME = [
  { id: 'shade', devicetype: 'awning' },
  { id: 'door', devicetype: 'home_door' },
  { id: 'lamp', devicetype: 'light' },
] as const

const draft = (changes: Partial<RoleDraft> = {}): RoleDraft => ({
  ...newDraft({ devices: ['shade'], email: 'ana@example.com' }),
  ...changes,
})
const people = (...emails: string[]) => emails.map((email, key) => ({ key, email }))

describe('a template', () => {
  const begin = (name: Parameters<typeof templateDraft>[0]) =>
    templateDraft(name, draft({ devices: [] }), HOME)

  it('of family controls everything, without an end', () => {
    expect(begin('family')).toMatchObject({
      level: 'command',
      end: 'never',
      devices: ['shade', 'door', 'lamp'],
    })
  })

  it('of a cleaner controls on weekdays from nine to twelve', () => {
    expect(begin('cleaner')).toMatchObject({
      level: 'command',
      windows: [{ days: [1, 2, 3, 4, 5], from: '09:00', until: '12:00' }],
    })
  })

  it('of an installer maintains for two days', () => {
    expect(begin('installer')).toMatchObject({ level: 'maintain', end: 'twoDays', windows: [] })
  })

  it('of a neighbor controls the shades and nothing else, until Sunday', () => {
    expect(begin('neighbor')).toMatchObject({ level: 'command', end: 'sunday', devices: ['shade'] })
  })

  it('leaves what was ticked already', () => {
    expect(templateDraft('family', draft({ devices: ['door'] }), HOME).devices).toEqual(['door'])
  })
})

it('ends in the time zone of the home', () => {
  homePlaceStore.setState({ place: null, timezone: 'Pacific/Auckland' })
  const today = draft({ end: 'today' })
  homePlaceStore.setState(NO_HOME_PLACE)
  const { validBefore } = createRequestOf(today, 'Ana', new Date('2026-06-19T12:30:00Z'))
  expect(validBefore).toBe('2026-06-20T11:59:00.000Z')
})

describe('an end', () => {
  test.each([
    ['today', '2026-11-24T23:59'],
    ['sunday', '2026-11-29T23:59'],
    ['twoDays', '2026-11-26T12:00'],
    ['week', '2026-12-01T12:00'],
  ] as const)('%s is %s', (end, expected) => {
    expect(endOf(end, NOW)).toBe(expected)
  })

  it('of today is an hour ahead late in the evening', () => {
    expect(endOf('today', new Date(2026, 10, 24, 23, 30))).toBe('2026-11-25T00:30')
  })
})

describe('what is wrong with a form', () => {
  test.each<[string, Partial<RoleDraft>, object]>([
    ['nobody is named', { people: people('  ') }, { 'people.0': 'noPerson' }],
    ['an address is none', { people: people('ana') }, { 'people.0': 'email' }],
    ['it is one’s own, in capitals', { people: people('ME@example.com') }, { 'people.0': 'yourself' }],
    ['there is no device', { devices: [] }, { devices: 'noDevice' }],
    ['the end is over', { end: 'custom', until: '2026-11-24T11:59' }, { until: 'over' }],
    ['no end was chosen', { end: 'custom' }, { until: 'noTime' }],
    ['it ends before it starts', { end: 'today', from: '2026-12-01T00:00' }, { until: 'endsBeforeStart' }],
    ['an installer has it without an end', { level: 'maintain' }, { until: 'handOver' }],
    [
      'an installer has it for more than a week',
      { level: 'maintain', end: 'custom', until: '2026-12-01T12:01' },
      { until: 'handOver' },
    ],
    ['a window has no day', { windows: [window({ days: [] })] }, { 'windows.0': 'noDay' }],
    [
      'its hours never come',
      { end: 'today', windows: [window({ days: [6] })] },
      { 'windows.0': 'neverOpen' },
    ],
    ['its name is long', { name: 'x'.repeat(21) }, { name: 'name' }],
  ])('%s', (_, changes, expected) => {
    expect(validate(draft(changes), NOW, ME)).toEqual(expected)
  })

  it('is not a role of an installer for a week, nor control with maintenance without an end [RL9]', () => {
    expect(validate(draft({ level: 'maintain', end: 'week' }), NOW, ME)).toEqual({})
    expect(validate(draft({ level: 'both' }), NOW, ME)).toEqual({})
  })

  it('is the end of a role that becomes a hand-over, and not the end of an unchanged one', () => {
    const known = draft({ level: 'command' })
    expect(validate({ ...known, level: 'maintain' }, NOW, ME, known)).toEqual({ until: 'handOver' })
    const long = draft({ level: 'maintain' })
    expect(validate({ ...long, name: 'Hall' }, NOW, ME, long)).toEqual({})
  })

  it('is shown at the address that the server refused', () => {
    const form = draft({ people: people('ana@example.com', 'Bor@example.com') })
    const failure = new ApiFailure(404, {
      error: 'account_not_found',
      error_description: '',
      error_detail: 'bor@example.com',
    })
    expect(refusalOf(failure, form)).toEqual({ 'people.1': 'unknown' })
  })

  function window(changes: object) {
    return { key: 0, days: [2], from: '09:00', until: '12:00', ...changes }
  }
})

describe('a request', () => {
  it('of a new role leaves out what is open and says each address once', () => {
    const form = draft({ people: people('ana@example.com', ' Ana@example.com '), name: ' Family ' })
    expect(createRequestOf(form, 'ana', NOW)).toEqual({
      name: 'Family',
      permissions: ['view', 'command'],
      devices: ['shade'],
      users: ['ana@example.com'],
    })
  })

  it('of a change holds what differs, null for what was cleared, and is none where nothing does', () => {
    const role = {
      id: 'r',
      name: 'Family',
      permissions: ['command' as const],
      devices: ['shade', 'door'],
      users: [{ email: 'ana@example.com', since: '', lastUsedAt: null }],
      validAfter: null,
      validBefore: '2026-12-01T12:00:00.000Z',
      state: 'active' as const,
    }
    const same = draft({
      name: 'Family',
      devices: ['door', 'shade'],
      end: 'custom',
      until: local(role.validBefore),
    })
    expect(updateRequestOf(role, same, NOW)).toBeNull()
    expect(updateRequestOf(role, { ...same, level: 'view', end: 'never' }, NOW)).toEqual({
      id: 'r',
      permissions: ['view'],
      validBefore: null,
    })
  })

  const local = (iso: string): string => {
    const at = new Date(iso)
    return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
  }
})

describe('a name', () => {
  it('is made of the first address, with a number where the name is used', () => {
    expect(proposedName(draft(), 'Role', [])).toBe('ana')
    expect(proposedName(draft({ people: [] }), 'Role', ['role'])).toBe('Role 2')
    expect(freeName('A very long name indeed', [])).toHaveLength(20)
    expect(freeName('A very long name indeed', ['a very long name ind'])).toBe('A very long name i 2')
  })
})
