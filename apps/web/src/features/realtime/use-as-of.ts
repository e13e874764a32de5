import { useTranslation } from 'react-i18next'
import { pageTag } from '#i18n/format-tag.ts'
import { momentOfDay } from '#i18n/moments.ts'
import { useMinute } from '#ui/layout/use-minute.ts'
import { useStaleSince } from './use-connection.ts'

/** The time of all counts while they may be outdated: "18:04", and in words "As of 18:04". Null while they are of now. */
export function useAsOf(): { time: string; words: string } | null {
  const { t } = useTranslation()
  const since = useStaleSince()
  const now = useMinute()
  if (since === null) return null
  const time = momentOfDay(new Date(since), now, pageTag())
  return { time, words: t('home.house.asOf', { time }) }
}
