import type { TFunction } from 'i18next'
import { weekdayMoment } from '#i18n/moments.ts'
import type { Grant } from './grants.ts'

/** The line below what somebody may do: until when; before it can be used or while it cannot, that. Empty for neither. */
export function grantNote({ state, until }: Grant, tag: string, t: TFunction): string {
  if (state !== 'active') return t(`people.state.${state}`)
  return until === null ? '' : t('people.until', { when: weekdayMoment(new Date(until), tag) })
}
