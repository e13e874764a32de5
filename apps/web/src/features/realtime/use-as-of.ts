import { useTranslation } from 'react-i18next'
import { pageTag } from '#i18n/format-tag.ts'
import { momentOfDay } from '#i18n/moments.ts'
import { useMinute } from '#ui/layout/use-minute.ts'
import { useStaleSince } from './use-connection.ts'

/** The time that stands with every count while it may be outdated: "As of 18:04"; null while it is of now. */
export function useAsOf(): string | null {
  const { t } = useTranslation()
  const since = useStaleSince()
  const now = useMinute()
  return since === null ? null : t('home.house.asOf', { time: momentOfDay(new Date(since), now, pageTag()) })
}

/** A count with that time before it. */
export const countedAt = (asOf: string | null, count: string): string =>
  asOf === null || count === '' ? count : `${asOf}: ${count}`
