import { Fragment, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { homePlaceStore } from '#core/home-place.ts'
import { formatTag } from '#i18n/format-tag.ts'
import { currentLanguage } from '#i18n/language.ts'
import { lazyPart } from '#i18n/lazy-part.tsx'
import { clockTime } from '#i18n/moments.ts'
import { skyPlace } from '#light/sky/reference-places.ts'
import { SunArc } from '#light/sky/sun-arc.tsx'
import { sunPath } from '#light/sky/time-of-day.ts'
import { useMinute } from '#ui/layout/use-minute.ts'
import styles from './home-hero.module.css'
import { HouseNotices } from './house/house-notice-list.tsx'
import { houseSentence, phrasesOf } from './house/house-sentence.ts'
import { useHouseSummary } from './house/use-house-summary.ts'

/** A longer sentence does not fit into two lines on a phone. */
const LONG_SENTENCE = 36

const DayPreview = lazyPart(async () => (await import('./day-preview/day-preview.tsx')).DayPreview, {
  texts: ['daylight'],
})

/**
 * The top of the home screen: notices, a sentence about the state of the home, the time, and the arc of the sun. `frozen` is the
 * notice that sharing is frozen.
 */
export function HomeHero({ frozen }: { frozen: ReactNode }) {
  const { t } = useTranslation()
  const tag = formatTag(currentLanguage())
  const summary = useHouseSummary()
  const minute = useMinute()
  const [shown, show] = useState<Date | null>(null)
  const now = shown ?? minute
  const home = useStore(homePlaceStore)
  const place = skyPlace(now, home.place)
  const sun = sunPath(now, place)

  const rise = sun.sunrise === null ? null : clockTime(sun.sunrise, home.timezone)
  const set = sun.sunset === null ? null : clockTime(sun.sunset, home.timezone)
  const degrees = new Intl.NumberFormat(tag).format(Math.max(0, Math.round(sun.altitude)))
  const date = new Intl.DateTimeFormat(tag, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: home.timezone,
  }).format(now)

  const moment = t('home.dateLine', {
    date,
    time: clockTime(now, home.timezone),
    sun: sun.progress === null ? t('home.sunDown') : t('home.sunUp', { degrees }),
  })

  const sentence = summary === null || summary.devices === 0 ? t('page.home') : houseSentence(summary, t, tag)

  return (
    <section className={styles.hero}>
      <div className={styles.words}>
        <div>
          {summary !== null && <HouseNotices summary={summary} frozen={frozen} />}
          <h1
            className={styles.sentence}
            data-long={sentence.length > LONG_SENTENCE}
            aria-busy={summary === null}
          >
            {phrasesOf(sentence).map((phrase, index) => (
              <Fragment key={phrase}>
                {index > 0 && <span> </span>}
                <span className={styles.phrase}>{phrase}</span>
              </Fragment>
            ))}
          </h1>
        </div>
        <p className={styles.moment}>{moment}</p>
      </div>
      <div className={styles.sun}>
        <SunArc
          path={sun}
          label={rise === null || set === null ? t('home.sunNone') : t('home.sun', { rise, set })}
          sunrise={rise}
          sunset={set}
        />
        {summary !== null && sun.sunrise && sun.sunset && (
          <DayPreview
            day={{ sunrise: sun.sunrise, sunset: sun.sunset }}
            words={moment}
            shown={shown}
            place={place}
            onShow={show}
          />
        )}
      </div>
    </section>
  )
}
