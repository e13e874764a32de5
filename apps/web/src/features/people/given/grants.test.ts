import type { Role } from '@senca/contract/people'
import i18next from 'i18next'
import { beforeAll, expect, it } from 'vitest'
import app from '#i18n/locales/app/en.json'
import en from '#i18n/locales/en.json'
import people from '#i18n/locales/people/en.json'
import { grantLines } from './grant-words.ts'
import { grantsOf, withLevel, withoutPerson } from './grants.ts'

beforeAll(async () => {
  await i18next.init({
    lng: 'en',
    resources: { en: { translation: { ...app, ...en, ...people } } },
    interpolation: { escapeValue: false },
  })
})

const ANA = 'ana@example.com'
const BOR = 'bor@example.com'

const role = (id: string, changes: Partial<Role> & { to?: string[] } = {}): Role => {
  const { to = [ANA], ...rest } = changes
  return {
    id,
    name: id,
    permissions: ['view'],
    devices: ['shade'],
    users: to.map((email) => ({ email, since: '', lastUsedAt: null })),
    validAfter: null,
    validBefore: null,
    state: 'active',
    ...rest,
  }
}

it('shows each person once, with what they have of each device by all their roles', () => {
  const found = grantsOf([
    role('b', { to: [BOR, ANA], devices: ['shade', 'door'] }),
    role('a', { permissions: ['command'] }),
    role('over', { to: ['cilka@example.com'], state: 'expired' }),
  ])
  expect(found.map(({ email }) => email)).toEqual([ANA, BOR])
  expect(found[0]?.byDevice.get('shade')?.roles.map(({ id }) => id)).toEqual(['b', 'a'])
  expect(found[1]?.byDevice.has('door')).toBe(true)
})

it('a grant is active as soon as one of its roles is', () => {
  const [ana] = grantsOf([role('a', { state: 'between_hours' }), role('b')])
  expect(ana?.byDevice.get('shade')?.state).toBe('active')
})

it('shows for each role what it grants and why not now, and the same only once', () => {
  const [ana] = grantsOf([
    role('a', { permissions: ['command'], state: 'between_hours' }),
    role('b', { permissions: ['maintain'], validBefore: '2026-11-26T12:00:00Z' }),
    role('c', { permissions: ['maintain', 'view'], validBefore: '2026-11-26T12:00:00Z' }),
  ])
  const grant = ana?.byDevice.get('shade')
  expect(grant && grantLines(grant, 'en-GB', i18next.t)).toEqual([
    { level: 'command', note: 'Outside its hours' },
    { level: 'maintain', note: expect.stringMatching(/^Until Thu 26 Nov/) },
  ])
})

it('ends a role with its last person, but keeps the one whose report is read [RL7]', () => {
  expect(withoutPerson(role('a', { to: [ANA, BOR] }), ANA)).toEqual({ kind: 'update', users: [BOR] })
  expect(withoutPerson(role('a'), ANA)).toEqual({ kind: 'delete' })
  expect(withoutPerson(role('a', { permissions: ['maintain'] }), ANA)).toEqual({ kind: 'update', users: [] })
})

it('is handed over to an installer for seven days at most, by one tap too [RL9]', () => {
  const now = new Date(2026, 10, 24, 12, 0)
  const latest = new Date(2026, 11, 1, 12, 0).toISOString()
  const soon = new Date(2026, 10, 26, 12, 0).toISOString()
  const ends = (validBefore: string | null) =>
    withLevel(role('a', { validBefore }), 'maintain', now).validBefore
  expect(ends(null)).toBe(latest)
  expect(ends(new Date(2026, 11, 1, 12, 1).toISOString())).toBe(latest)
  expect(ends(soon)).toBeUndefined()
  expect(withLevel(role('a'), 'both', now)).toEqual({ id: 'a', permissions: ['view', 'command', 'maintain'] })
})
