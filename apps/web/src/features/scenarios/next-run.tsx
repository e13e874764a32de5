import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { clockTime } from '#i18n/moments.ts'
import { AppLink } from '#ui/layout/app-link.tsx'
import { Icon } from '#ui/layout/icon.tsx'
import styles from './next-run.module.css'
import { outlookQuery } from './scenarios.ts'

/**
 * One line with the next run of a scenario, which leads to all of them; renders nothing if none comes within 24 hours. `timezone` is
 * that of the home; undefined (that of the reader) before the home has a location.
 */
export function NextRun({ timezone }: { timezone: string | undefined }) {
  const { t } = useTranslation()
  const { data: outlook = [] } = useQuery(outlookQuery)
  const next = outlook.find(({ isSkipped = false }) => !isSkipped)
  if (next === undefined) return null
  const when = clockTime(new Date(next.at), timezone)
  return (
    <AppLink className={styles.next} to="/scenarios">
      <Icon name="clock" size={20} />
      <span>{t('scenarios.next', { when: `${next.name}, ${when}` })}</span>
      <Icon name="next" size={18} />
    </AppLink>
  )
}
