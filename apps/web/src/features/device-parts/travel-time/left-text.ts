import type { TFunction } from 'i18next'

/** A time in seconds as text: "about 12 s", "about 1 min 5 s". */
export function leftText(whole: number, t: TFunction): string {
  const minutes = Math.floor(whole / 60)
  const seconds = whole % 60
  return minutes === 0 ? t('travel.seconds', { seconds }) : t('travel.minutes', { minutes, seconds })
}
