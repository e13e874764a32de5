import type { Role } from '@senca/contract/people'
import type { TFunction } from 'i18next'
import { ownTimeZone } from '#features/sharing-model/local-time.ts'
import { weekdayMoment } from '#i18n/moments.ts'
import { type Level, levelOf } from '../levels.ts'
import type { Grant } from './grants.ts'

/** The rights of a grant by role, without duplicates, each with a note. */
export function grantLines({ roles }: Grant, tag: string, t: TFunction): { level: Level; note: string }[] {
  const lines = roles.map((role) => ({ level: levelOf(role.permissions), note: roleNote(role, tag, t) }))
  return lines.filter(
    (line, index) =>
      lines.findIndex(({ level, note }) => level === line.level && note === line.note) === index,
  )
}

/** The note below a right: its end, or why it cannot be used now. Empty if neither applies. */
function roleNote(
  { state, validBefore }: Pick<Role, 'state' | 'validBefore'>,
  tag: string,
  t: TFunction,
): string {
  if (state !== 'active') return t(`people.state.${state}`)
  return validBefore === null
    ? ''
    : t('people.until', { when: weekdayMoment(new Date(validBefore), tag, ownTimeZone()) })
}
