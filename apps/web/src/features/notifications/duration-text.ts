import { formatTag } from '#i18n/format-tag.ts'
import { currentLanguage } from '#i18n/language.ts'

/** A number of minutes in words, as hours from two on. */
export function durationText(minutes: number): string {
  const isHours = minutes >= 120 || minutes === 60
  return new Intl.NumberFormat(formatTag(currentLanguage()), {
    style: 'unit',
    unit: isHours ? 'hour' : 'minute',
    unitDisplay: 'long',
  }).format(isHours ? minutes / 60 : minutes)
}
