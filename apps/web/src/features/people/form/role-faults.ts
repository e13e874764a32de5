import { LIMITS, nameSchema } from '@senca/contract'
import { openIntervals } from '@senca/contract/link-windows'
import { ApiFailure } from '#core/api/failures.ts'
import { isHandOver } from '../levels.ts'
import { emailsOf, endValue, momentsOf, plainEmail, type RoleDraft } from './role-draft.ts'
import { handOverEnd } from './role-span.ts'

export type RoleFault =
  | 'noPerson'
  | 'manyPeople'
  | 'email'
  | 'yourself'
  /** No account has this e-mail address. */
  | 'unknown'
  /** The account with this e-mail address is not confirmed. */
  | 'unconfirmed'
  | 'noDevice'
  | 'manyDevices'
  | 'noTime'
  | 'over'
  | 'endsBeforeStart'
  /** A hand-over to an installer may only last some days. */
  | 'handOver'
  | 'noDay'
  | 'noHours'
  | 'neverOpen'
  | 'name'
  | 'taken'
  /** The server refused the value. */
  | 'refused'

/** The errors by field. The keys of people and windows are `people.<key>` and `windows.<key>`. */
export type RoleFaults = Readonly<Record<string, RoleFault>>

const nameOf = nameSchema(1, LIMITS.ROLE_NAME_MAX_LENGTH)
const WEEK_MS = 7 * 86_400_000

/**
 * The errors of a draft for the account `me`. `known` is the saved role; its times may be in the past as long as they are not
 * changed.
 */
export function validate(
  draft: RoleDraft,
  now: Date,
  me: string,
  known: RoleDraft | null = null,
): RoleFaults {
  const found: [string, RoleFault | null][] = [
    ...peopleFaults(draft, me, known),
    [
      'devices',
      draft.devices.length === 0
        ? 'noDevice'
        : draft.devices.length > LIMITS.ROLE_DEVICES
          ? 'manyDevices'
          : null,
    ],
    ...timeFaults(draft, now, known),
    ...windowFaults(draft, now, known),
    ['name', draft.name.trim() === '' || nameOf.safeParse(draft.name).success ? null : 'name'],
  ]
  return Object.fromEntries(found.flatMap(([field, fault]) => (fault === null ? [] : [[field, fault]])))
}

function peopleFaults(draft: RoleDraft, me: string, known: RoleDraft | null): [string, RoleFault | null][] {
  const emails = emailsOf(draft)
  const [first] = draft.people
  const many = emails.length > LIMITS.ROLE_USERS ? 'manyPeople' : null
  // An existing role may be left without people, to add others later.
  if (emails.length === 0 && known === null) {
    return [[first === undefined ? 'people' : `people.${first.key}`, 'noPerson']]
  }
  return [
    ['people', many],
    ...draft.people.map(({ key, email }): [string, RoleFault | null] => [
      `people.${key}`,
      emailFault(email, me),
    ]),
  ]
}

function emailFault(email: string, me: string): RoleFault | null {
  const typed = email.trim()
  if (typed === '') return null
  if (!/^[^\s@]+@[^\s@]+$/.test(typed) || typed.length > LIMITS.EMAIL_MAX_LENGTH) return 'email'
  return plainEmail(typed) === plainEmail(me) ? 'yourself' : null
}

const keepsTimes = (draft: RoleDraft, known: RoleDraft | null): boolean =>
  known !== null &&
  draft.end === known.end &&
  draft.until === known.until &&
  draft.from === known.from &&
  draft.timeZone === known.timeZone

function timeFaults(draft: RoleDraft, now: Date, known: RoleDraft | null): [string, RoleFault | null][] {
  const { from, until } = momentsOf(draft, now)
  const isTooLong = isHandOver(draft.level) && (until === null || until > handOverEnd(now, draft.timeZone))
  if (keepsTimes(draft, known) && !(isTooLong && draft.level !== known?.level)) return []
  if (draft.end === 'custom' && until === null) return [['until', 'noTime']]
  if (isTooLong) return [['until', 'handOver']]
  if (until === null) return []
  if (until <= now) return [['until', 'over']]
  return [['until', from !== null && until <= from ? 'endsBeforeStart' : null]]
}

function windowFaults(draft: RoleDraft, now: Date, known: RoleDraft | null): [string, RoleFault | null][] {
  const faults = draft.windows.map(({ key, days, from, until }): [string, RoleFault | null] => [
    `windows.${key}`,
    days.length === 0 ? 'noDay' : from === '' || until === '' ? 'noHours' : null,
  ])
  const isKept = draft.windows === known?.windows && keepsTimes(draft, known)
  if (isKept || draft.windows.length === 0 || faults.some(([, fault]) => fault !== null)) return faults
  const { from, until } = momentsOf(draft, now)
  const start = from !== null && from > now ? from : now
  if (endValue(draft, now) !== '' && (until === null || until <= start)) return faults
  // The hours repeat every week, so without an end one week is enough to check.
  const end = until ?? new Date(start.getTime() + WEEK_MS)
  if (openIntervals(draft.windows, draft.timeZone, { from: start, until: end }).length > 0) return faults
  return draft.windows.map(({ key }) => [`windows.${key}`, 'neverOpen'])
}

const FIELD_OF: Record<string, string> = {
  name: 'name',
  devices: 'devices',
  users: 'people',
  validAfter: 'from',
  validBefore: 'until',
  windows: 'hours',
  timeZone: 'hours',
}

const OF_PEOPLE = {
  account_not_found: 'unknown',
  other_account_confirmation_required: 'unconfirmed',
} as const

const isOfPeople = (error: string): error is keyof typeof OF_PEOPLE => error in OF_PEOPLE

/** The error of the field that the server refused; null if the refusal is about something else. */
export function refusalOf(failure: unknown, draft: RoleDraft): RoleFaults | null {
  if (!(failure instanceof ApiFailure)) return null
  const { error, key, detail } = failure
  if (isOfPeople(error)) {
    const person = draft.people.find(({ email }) => plainEmail(email) === plainEmail(detail ?? ''))
    return { [person === undefined ? 'people' : `people.${person.key}`]: OF_PEOPLE[error] }
  }
  if (error === 'role_already_exists') return { name: 'taken' }
  if (error === 'role_users_limit_exceeded') return { people: 'manyPeople' }
  const field = error === 'malformed_request' && key !== null ? FIELD_OF[key] : undefined
  return field === undefined ? null : { [field]: 'refused' }
}
