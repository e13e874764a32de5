import type { TFunction } from 'i18next'

/** A duration in milliseconds as text: "Done", "Done in 12 s", "Done in 1 min 5 s". */
export function doneText(durationMs: number, t: TFunction): string {
  const whole = Math.round(durationMs / 1_000)
  if (whole < 1) return t('life.done')
  const minutes = Math.floor(whole / 60)
  const seconds = whole % 60
  return minutes === 0 ? t('life.doneInSeconds', { seconds }) : t('life.doneInMinutes', { minutes, seconds })
}
