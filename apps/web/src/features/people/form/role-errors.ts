import { LIMITS } from '@senca/contract'
import { openIntervals } from '@senca/contract/link-windows'
import { roleCreateRequestSchema } from '@senca/contract/people'
import { ApiFailure } from '#core/api/failures.ts'
import { neverOpenErrors, schemaErrors } from '#features/sharing-model/schema-errors.ts'
import { type FieldErrors, refusedField } from '#i18n/use-form.ts'
import { isHandOver } from '../levels.ts'
import { emailsOf, endValue, momentsOf, plainEmail, type RoleDraft } from './role-draft.ts'
import { nameOf, termsOf } from './role-request.ts'
import { handOverEnd } from './role-span.ts'

export type RoleError =
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

type Found = [field: string, error: RoleError]

const WEEK_MS = 7 * 86_400_000

/**
 * The errors of a draft for the account `me`: those of the contract's schema, and those that concern several fields. The fields of
 * people and windows are `people.<key>` and `windows.<key>`. `known` is the saved role; its times may be in the past as long as
 * they are not changed.
 */
export function validate(
  draft: RoleDraft,
  now: Date,
  me: string,
  known: RoleDraft | null = null,
): FieldErrors<RoleError> {
  // An empty name is replaced by the proposed one, which always fits.
  const request = termsOf(draft, nameOf(draft, 'x'), now)
  const bySchema = schemaErrors(roleCreateRequestSchema, request, draft.windows)
  const areWindowsRight = !bySchema.some(([field]) => field.startsWith('windows.'))
  return Object.fromEntries([
    ...peopleErrors(draft, me, known),
    ...timeErrors(draft, now, known),
    ...(areWindowsRight ? neverOpen(draft, now, known) : []),
    ...bySchema,
  ])
}

function peopleErrors(draft: RoleDraft, me: string, known: RoleDraft | null): Found[] {
  const emails = emailsOf(draft)
  const [first] = draft.people
  // An existing role may be left without people, to add others later.
  if (emails.length === 0 && known === null)
    return [[first === undefined ? 'people' : `people.${first.key}`, 'noPerson']]
  const wrong = draft.people.flatMap(({ key, email }): Found[] => {
    const error = emailError(email, me)
    return error === null ? [] : [[`people.${key}`, error]]
  })
  return emails.length > LIMITS.ROLE_USERS ? [['people', 'manyPeople'], ...wrong] : wrong
}

function emailError(email: string, me: string): RoleError | null {
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

function timeErrors(draft: RoleDraft, now: Date, known: RoleDraft | null): Found[] {
  const { from, until } = momentsOf(draft, now)
  const isTooLong = isHandOver(draft.level) && (until === null || until > handOverEnd(now, draft.timeZone))
  if (keepsTimes(draft, known) && !(isTooLong && draft.level !== known?.level)) return []
  if (draft.end === 'custom' && until === null) return [['until', 'noTime']]
  if (isTooLong) return [['until', 'handOver']]
  if (until === null) return []
  if (until <= now) return [['until', 'over']]
  return from !== null && until <= from ? [['until', 'endsBeforeStart']] : []
}

/** The windows, if the role is never open in them. */
function neverOpen(draft: RoleDraft, now: Date, known: RoleDraft | null): Found[] {
  const { windows, timeZone } = draft
  if (windows.length === 0 || (windows === known?.windows && keepsTimes(draft, known))) return []
  const { from, until } = momentsOf(draft, now)
  const start = from !== null && from > now ? from : now
  if (endValue(draft, now) !== '' && (until === null || until <= start)) return []
  // The hours repeat every week, so without an end one week is enough to check.
  const end = until ?? new Date(start.getTime() + WEEK_MS)
  const isOpen = openIntervals(windows, timeZone, { from: start, until: end }).length > 0
  return isOpen ? [] : neverOpenErrors(windows)
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
export function refusalOf(failure: unknown, draft: RoleDraft): FieldErrors<RoleError> | null {
  if (!(failure instanceof ApiFailure)) return null
  const { error, detail } = failure
  if (isOfPeople(error)) {
    const person = draft.people.find(({ email }) => plainEmail(email) === plainEmail(detail ?? ''))
    return { [person === undefined ? 'people' : `people.${person.key}`]: OF_PEOPLE[error] }
  }
  if (error === 'role_already_exists') return { name: 'taken' }
  if (error === 'role_users_limit_exceeded') return { people: 'manyPeople' }
  const field = refusedField(failure, FIELD_OF)
  return field === null ? null : { [field]: 'refused' }
}
