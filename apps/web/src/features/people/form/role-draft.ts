import { LIMITS } from '@senca/contract'
import type { Role } from '@senca/contract/people'
import { numberedName } from '#core/numbered-name.ts'
import type { DraftHours } from '#features/sharing-model/draft-windows.ts'
import { localValue, ownTimeZone, readLocal } from '#features/sharing-model/local-time.ts'
import { type Level, levelOf } from '../levels.ts'
import { type End, endOf } from './role-span.ts'

/** An e-mail address as typed, with a key that identifies it in the list. */
export interface DraftPerson {
  readonly key: number
  readonly email: string
}

/** A role in the form, with texts as typed. */
export interface RoleDraft extends DraftHours {
  /** Empty for the proposed name. */
  name: string
  people: readonly DraftPerson[]
  devices: readonly string[]
  level: Level
  end: End
  /** The end if the person sets a date and time. */
  until: string
  /** The start; empty for immediately. */
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

/** The draft with which an existing role is edited. */
export function draftOf(role: Role, ownZone = ownTimeZone()): RoleDraft {
  const { windows = [] } = role
  const timeZone = windows.length > 0 ? (role.timeZone ?? ownZone) : ownZone
  const fieldOf = (moment: string | null) => (moment === null ? '' : localValue(new Date(moment), timeZone))
  return {
    name: role.name,
    people: role.users.map(({ email }, key) => ({ key, email })),
    devices: role.devices,
    level: levelOf(role.permissions),
    end: role.validBefore === null ? 'never' : 'custom',
    until: fieldOf(role.validBefore),
    from: fieldOf(role.validAfter),
    windows: windows.map((window, key) => ({ ...window, key })),
    timeZone,
  }
}

/** The end as the value of a date and time field; empty for no end. */
export function endValue({ end, until, timeZone }: RoleDraft, now: Date): string {
  if (end === 'never') return ''
  return end === 'custom' ? until : endOf(end, now, timeZone)
}

/** The start and end of a draft as dates; null if there is none or the field is invalid. */
export const momentsOf = (draft: RoleDraft, now: Date): { from: Date | null; until: Date | null } => ({
  from: readLocal(draft.from, draft.timeZone),
  until: readLocal(endValue(draft, now), draft.timeZone),
})

/** The typed e-mail addresses without duplicates. */
export function emailsOf({ people }: Pick<RoleDraft, 'people'>): string[] {
  const byPlain = new Map<string, string>()
  for (const { email } of people) {
    const typed = email.normalize('NFC').trim()
    if (typed !== '' && !byPlain.has(plainEmail(typed))) byPlain.set(plainEmail(typed), typed)
  }
  return [...byPlain.values()]
}

/** An e-mail address in lower case, for comparisons. */
export const plainEmail = (email: string): string => email.normalize('NFC').trim().toLowerCase()

export function withPerson(draft: RoleDraft): readonly DraftPerson[] {
  const key = Math.max(-1, ...draft.people.map((person) => person.key)) + 1
  return [...draft.people, { key, email: '' }]
}

/** Whether the collapsed fields have values. */
export const hasMore = (draft: RoleDraft): boolean => draft.from !== '' || draft.windows.length > 0

/** The requested name, with a number added if it is already in `names` (ignoring case). */
export function freeName(wished: string, names: readonly string[]): string {
  const fitting = [...wished.normalize('NFC').trim()].slice(0, LIMITS.ROLE_NAME_MAX_LENGTH).join('').trim()
  const isTaken = names.some((name) => name.normalize('NFC').toLowerCase() === fitting.toLowerCase())
  return isTaken ? numberedName(fitting, names, LIMITS.ROLE_NAME_MAX_LENGTH) : fitting
}

/** The default name of a role: after its first person, otherwise `fallback`. */
export function proposedName(draft: RoleDraft, fallback: string, names: readonly string[]): string {
  const [first] = emailsOf(draft)
  const local = first?.split('@')[0]?.trim() ?? ''
  return freeName(local === '' ? fallback : local, names)
}

/** The props of every part of the form: the draft, the error texts by field, and the change handler. */
export interface FormPart {
  draft: RoleDraft
  errorOf: (field: string) => string | null
  onChange: (changes: Partial<RoleDraft>) => void
}
