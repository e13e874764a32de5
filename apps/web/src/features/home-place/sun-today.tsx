import type { Home } from '@senca/contract/automation'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { pageTag } from '#i18n/format-tag.ts'
import { clockTime } from '#i18n/moments.ts'
import { useMinute } from '#ui/layout/use-minute.ts'
import { homeSunQuery } from './home-place.ts'
import styles from './sun-today.module.css'

const TIMES = ['dawn', 'sunrise', 'noon', 'sunset', 'dusk'] as const

/** The city of a time zone: "Ljubljana" for "Europe/Ljubljana". */
const cityOf = (zone: string): string => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')

/** Shows the local time at the home and today's sun times there. */
export function SunToday({ home }: { home: Home }) {
  const { t } = useTranslation()
  const { data: sun } = useQuery(homeSunQuery)
  const now = useMinute()
  const { timezone } = home
  const zone = new Intl.DateTimeFormat(pageTag(), { timeZone: timezone, timeZoneName: 'long' })
    .formatToParts(now)
    .find(({ type }) => type === 'timeZoneName')?.value
  return (
    <section className={styles.today} aria-label={t('place.today')}>
      <p className={styles.zone}>
        {t('place.zone', { time: clockTime(now, timezone), zone: `${zone ?? ''} (${cityOf(timezone)})` })}
      </p>
      <dl className={styles.times}>
        {TIMES.map((name) => {
          const at = sun?.[name]
          return (
            <div key={name}>
              <dt>{t(`place.${name}`)}</dt>
              <dd>{at === undefined ? '…' : at === null ? '–' : clockTime(new Date(at), timezone)}</dd>
            </div>
          )
        })}
      </dl>
    </section>
  )
}
