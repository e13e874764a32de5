import type { ScenarioOutlook } from '@senca/contract/automation'
import { Fragment, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useStore } from 'zustand'
import { homePlaceStore } from '#core/home-place.ts'
import { previewedDay } from '#features/device-model/previewed-day.ts'
import { useAsOf } from '#features/realtime/use-as-of.ts'
import { useLostSince } from '#features/realtime/use-connection.ts'
import { dateFormat, formatTag } from '#i18n/format-tag.ts'
import { currentLanguage } from '#i18n/language.ts'
import { lazyPart } from '#i18n/lazy-part.tsx'
import { clockTime } from '#i18n/moments.ts'
import { skyPlace } from '#light/sky/reference-places.ts'
import { SunArc } from '#light/sky/sun-arc.tsx'
import { sunPath } from '#light/sky/time-of-day.ts'
import { AppLink } from '#ui/layout/app-link.tsx'
import { useMinute } from '#ui/layout/use-minute.ts'
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx'
import styles from './home-hero.module.css'
import { HouseNotices } from './house/house-notice-list.tsx'
import { houseSentence, openDoorsText, phrasesOf } from './house/house-sentence.ts'
import { atRest } from './house/house-summary.ts'
import { useHouseSummary, useOpenDoors } from './house/use-house-summary.ts'
import { WholeHouseKeys } from './house/whole-house-keys.tsx'

/**
 * Sentences of up to this many letters, with phrases of up to that many, are set larger; the height of their place is the same.
 */
const LENGTHS = [
  ['short', 36, 36],
  ['long', 58, 22],
  ['longer', 84, 84],
] as const

const lengthOf = (sentence: string, phrases: readonly string[]) =>
  LENGTHS.find(
    ([, most, each]) => sentence.length <= most && phrases.every(({ length }) => length <= each),
  )?.[0] ?? 'longest'

const DayPreview = lazyPart(async () => (await import('./day-preview/day-preview.tsx')).DayPreview, {
  texts: ['daylight'],
})

/**
 * The first line of the home: a sentence about its state, its notices, the keys of the whole home, the time, and the arc of the
 * sun. Each has a place of its own, so that nothing moves when another one changes. `held` is the notice about shades that are
 * held, `notices` are others of other features; `tools` stand at the end of the line. `loadOutlook` loads what scenarios will do, for the preview of another hour.
 */
export function HomeHero({
  held,
  notices,
  tools,
  loadOutlook,
}: {
  held: ReactNode
  notices: ReactNode
  tools?: ReactNode
  loadOutlook: () => Promise<ScenarioOutlook>
}) {
  const { t } = useTranslation()
  const tag = formatTag(currentLanguage())
  const summary = useHouseSummary()
  const minute = useMinute()
  const [shown, show] = useState<Date | null>(null)
  const now = shown ?? minute
  const preview = useStore(previewedDay, ({ line }) => line)
  const navigate = useNavigate()
  const home = useStore(homePlaceStore)
  const place = skyPlace(now, home.place)
  const sun = sunPath(now, place)

  const rise = sun.sunrise === null ? null : clockTime(sun.sunrise, home.timezone)
  const set = sun.sunset === null ? null : clockTime(sun.sunset, home.timezone)
  const degrees = new Intl.NumberFormat(tag).format(Math.max(0, Math.round(sun.altitude)))
  const dateOf = (length: 'long' | 'short') =>
    dateFormat(tag, {
      weekday: length,
      day: 'numeric',
      month: length,
      timeZone: home.timezone,
    }).format(now)

  const moment = t('home.dateLine', {
    date: dateOf('long'),
    time: clockTime(now, home.timezone),
    sun: sun.progress === null ? t('home.sunDown') : t('home.sunUp', { degrees }),
  })

  const asOf = useAsOf()
  // The banner about the lost connection has the time too.
  const isTimeShown = useLostSince() === null
  const doors = openDoorsText(useOpenDoors(), t)
  const sentence =
    summary === null || summary.devices === 0
      ? t('page.home')
      : houseSentence(
          asOf === null ? summary : atRest(summary),
          t,
          tag,
          doors,
          asOf === null || summary.moving === 0,
        )

  const phrases = phrasesOf(sentence, doors?.length)

  return (
    <section className={styles.hero}>
      <h1 className={styles.sentence} data-length={lengthOf(sentence, phrases)} aria-busy={summary === null}>
        {asOf !== null && <VisuallyHidden>{`${asOf.words}: `}</VisuallyHidden>}
        {phrases.map((phrase, index) => (
          <Fragment key={phrase}>
            {index > 0 && <span> </span>}
            <span className={styles.phrase} data-open={index === 0 && doors !== null && asOf === null}>
              {phrase}
            </span>
          </Fragment>
        ))}
      </h1>
      <div className={styles.line}>
        {preview === null && summary !== null && (
          <HouseNotices
            summary={summary}
            asOf={isTimeShown ? asOf?.words : undefined}
            held={held}
            more={notices}
          />
        )}
        <p className={preview === null ? styles.date : styles.preview}>{preview ?? dateOf('short')}</p>
      </div>
      <div className={styles.keys}>
        <WholeHouseKeys />
      </div>
      <div className={styles.sun}>
        <div className={styles.day}>
          <span className={styles.time}>{rise}</span>
          <div className={styles.arc}>
            <AppLink to="/weather" className={styles.weather} aria-label={t('home.weather')}>
              <SunArc
                path={sun}
                label={rise === null || set === null ? t('home.sunNone') : t('home.sun', { rise, set })}
              />
            </AppLink>
            {summary !== null && sun.sunrise && sun.sunset && (
              <DayPreview
                day={{ sunrise: sun.sunrise, sunset: sun.sunset }}
                words={preview === null ? moment : `${moment}. ${preview}`}
                loadOutlook={loadOutlook}
                shown={shown}
                place={place}
                onShow={show}
                onTap={() => void navigate('/weather')}
              />
            )}
          </div>
          <span className={styles.time}>{set}</span>
        </div>
        <p className={styles.moment}>{moment}</p>
      </div>
      {tools}
    </section>
  )
}
