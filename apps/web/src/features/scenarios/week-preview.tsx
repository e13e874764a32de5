import type { ScenarioOutlook } from '@senca/contract/automation'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { dateFormat, pageTag } from '#i18n/format-tag.ts'
import { clockTime, weekdayMoment } from '#i18n/moments.ts'
import { Icon } from '#ui/layout/icon.tsx'
import { useMinute } from '#ui/layout/use-minute.ts'
import { weekQuery } from './scenarios.ts'
import { collisionsOf, momentInHome, sunOfDay, type WeekPlace, weekFrom } from './week.ts'
import styles from './week-preview.module.css'

/** The scenario in the form: its id, its name, when it would fire, and the devices that it would move. */
interface Own {
  scenarioId: string | null
  name: string
  firings: readonly Date[]
  deviceIds: readonly string[]
}

interface Mark {
  at: Date
  name: string
  isOwn: boolean
  isSkipped: boolean
}

const NO_OUTLOOK: ScenarioOutlook = []

/**
 * The coming week of the home: one line for each day with its daylight and scenario runs. `own` is the scenario in the form.
 * `isElsewhere`: the devices are in another home, so the daylight of this home is not drawn.
 */
export function WeekPreview(props: { place: WeekPlace; own?: Own | null; isElsewhere?: boolean }) {
  const { place, own = null, isElsewhere = false } = props
  const { t } = useTranslation()
  const { data: outlook = NO_OUTLOOK } = useQuery(weekQuery)
  const now = useMinute()
  const tag = pageTag()
  const headingId = useId()
  const { timezone } = place
  const others = outlook.filter(({ scenarioId }) => scenarioId !== own?.scenarioId)
  const marks: Mark[] = [
    ...others.map(({ at, name, isSkipped = false }) => ({ at: new Date(at), name, isOwn: false, isSkipped })),
    ...(own?.firings.map((at) => ({ at, name: own.name, isOwn: true, isSkipped: false })) ?? []),
  ].toSorted((one, other) => one.at.getTime() - other.at.getTime())
  const collisions = own === null ? [] : collisionsOf(own.firings, own.deviceIds, others)
  if (marks.length === 0) return null
  return (
    <section className={styles.week} aria-labelledby={headingId}>
      <h2 id={headingId} className={styles.heading}>
        {t('scenarios.week')}
      </h2>
      {collisions.map(({ scenarioId, name, at }) => (
        <p key={scenarioId} className={styles.warning} role="status">
          <Icon name="alert" size={20} />
          <span>{t('scenarios.collides', { name, when: weekdayMoment(new Date(at), tag, timezone) })}</span>
        </p>
      ))}
      <ul>
        {weekFrom(now, timezone).map((date) => (
          <Day
            key={date}
            date={date}
            place={place}
            isLit={!isElsewhere}
            marks={marks.filter(({ at }) => momentInHome(at, timezone).date === date)}
          />
        ))}
      </ul>
    </section>
  )
}

function Day(props: { date: string; place: WeekPlace; isLit: boolean; marks: readonly Mark[] }) {
  const { date, place, isLit, marks } = props
  const { t } = useTranslation()
  const tag = pageTag()
  const { timezone } = place
  const percent = (at: Date) => `${momentInHome(at, timezone).share * 100}%`
  const { sunrise, sunset } = sunOfDay(date, place)
  const weekday = (width: 'short' | 'long') =>
    dateFormat(tag, { weekday: width, timeZone: 'UTC' }).format(new Date(date))
  return (
    <li className={styles.day}>
      <abbr className={styles.name} title={weekday('long')}>
        {weekday('short')}
      </abbr>
      <div className={styles.line} aria-hidden="true">
        {isLit && sunrise !== null && sunset !== null && (
          <span
            className={styles.light}
            style={{ left: percent(sunrise), right: `calc(100% - ${percent(sunset)})` }}
          />
        )}
        {marks.map(({ at, name, isOwn, isSkipped }) => (
          <span
            key={`${name} ${at.getTime()}`}
            className={styles.mark}
            data-own={isOwn}
            data-skipped={isSkipped}
            style={{ left: percent(at) }}
          />
        ))}
      </div>
      <p className={styles.times}>
        {marks
          .map(({ at, name, isSkipped }) => {
            const words = `${clockTime(at, timezone)} ${name === '' ? t('scenarios.thisOne') : name}`
            return isSkipped ? `${words} (${t('scenarios.skippedOne')})` : words
          })
          .join(' · ')}
      </p>
    </li>
  )
}
