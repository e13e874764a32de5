import { LIMITS } from '@senca/contract'
import type { Role } from '@senca/contract/people'
import type { DraftHours } from '#features/sharing-model/draft-windows.ts'
import { localValue, ownTimeZone, readLocal } from '#features/sharing-model/local-time.ts'
import { type Level, levelOf } from '../levels.ts'
import { type End, endOf } from './role-span.ts'

/** An address as it was typed, with what tells it from its neighbours. */
export interface DraftPerson {
  readonly key: number
  readonly email: string
}

/** A role as a form holds it: texts as they were typed. */
export interface RoleDraft extends DraftHours {
  /** Empty for the one that the form proposes. */
  name: string
  people: readonly DraftPerson[]
  devices: readonly string[]
  level: Level
  end: End
  /** Of an end of one's own. */
  until: string
  /** Empty for at once. */
  from: string
}

export function newDraft(given: { devices: readonly string[]; email: string }): RoleDraft {
  return {
    name: '',
    people: [{ key: 0, email: given.email }],
    devices: given.devices,
    level: 'command',
    end: 'never',
    until: '',
    from: '',
    windows: [],
    timeZone: ownTimeZone(),
  }
}

/** A role as the form starts to edit it. */
export function draftOf(role: Role): RoleDraft {
  const { windows = [] } = role
  return {
    name: role.name,
    people: role.users.map(({ email }, key) => ({ key, email })),
    devices: role.devices,
    level: levelOf(role.permissions),
    end: role.validBefore === null ? 'never' : 'custom',
    until: role.validBefore === null ? '' : localValue(new Date(role.validBefore)),
    from: role.validAfter === null ? '' : localValue(new Date(role.validAfter)),
    windows: windows.map((window, key) => ({ ...window, key })),
    timeZone: windows.length > 0 ? (role.timeZone ?? ownTimeZone()) : ownTimeZone(),
  }
}

/** The end as a field holds it; empty for none. */
export function endValue({ end, until }: RoleDraft, now: Date): string {
  if (end === 'never') return ''
  return end === 'custom' ? until : endOf(end, now)
}

/** The start and the end that a draft means; null where it has none, or a field holds none. */
export const momentsOf = (draft: RoleDraft, now: Date): { from: Date | null; until: Date | null } => ({
  from: readLocal(draft.from),
  until: readLocal(endValue(draft, now)),
})

/** The addresses that were typed, each once. */
export function emailsOf({ people }: Pick<RoleDraft, 'people'>): string[] {
  const byPlain = new Map<string, string>()
  for (const { email } of people) {
    const typed = email.normalize('NFC').trim()
    if (typed !== '' && !byPlain.has(plainEmail(typed))) byPlain.set(plainEmail(typed), typed)
  }
  return [...byPlain.values()]
}

/** An address without case, to compare it by. */
export const plainEmail = (email: string): string => email.normalize('NFC').trim().toLowerCase()

export function withPerson(draft: RoleDraft): readonly DraftPerson[] {
  const key = Math.max(-1, ...draft.people.map((person) => person.key)) + 1
  return [...draft.people, { key, email: '' }]
}

/** Whether more is said than who, what and until when. */
export const hasMore = (draft: RoleDraft): boolean => draft.from !== '' || draft.windows.length > 0

/** A name that none of `names` has, without case, of what was wished; with a number behind it where that is taken. */
export function freeName(wished: string, names: readonly string[]): string {
  const taken = new Set(names.map((name) => name.normalize('NFC').toLowerCase()))
  const fitting = [...wished.normalize('NFC').trim()].slice(0, LIMITS.ROLE_NAME_MAX_LENGTH).join('').trim()
  if (!taken.has(fitting.toLowerCase())) return fitting
  for (let number = 2; ; number += 1) {
    const end = ` ${number}`
    const room = LIMITS.ROLE_NAME_MAX_LENGTH - end.length
    const name = `${[...fitting].slice(0, room).join('').trim()}${end}`
    if (!taken.has(name.toLowerCase())) return name
  }
}

/** What the form calls a role without a name: after who is first in it, else `fallback`. */
export function proposedName(draft: RoleDraft, fallback: string, names: readonly string[]): string {
  const [first] = emailsOf(draft)
  const local = first?.split('@')[0]?.trim() ?? ''
  return freeName(local === '' ? fallback : local, names)
}
