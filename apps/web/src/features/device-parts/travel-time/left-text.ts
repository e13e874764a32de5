type Say = (
  key: 'travel.short' | 'travel.seconds' | 'travel.minutes',
  values: Readonly<Record<string, number>>,
) => string

/** A time in seconds as text: "about 12 s", "about 1 min 5 s". */
export function leftText(whole: number, t: Say): string {
  const minutes = Math.floor(whole / 60)
  const seconds = whole % 60
  return minutes === 0 ? t('travel.seconds', { seconds }) : t('travel.minutes', { minutes, seconds })
}

/** The same as short as possible: "12 s", "1:05". */
export function shortLeftText(whole: number, t: Say): string {
  if (whole < 60) return t('travel.short', { seconds: whole })
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
