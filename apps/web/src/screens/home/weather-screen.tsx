import type { WeatherForecast } from '@senca/contract/automation'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { homePlaceQuery } from '#features/home-place/home-place.ts'
import { NeedsSubscription, needsSubscription } from '#features/subscription/needs-subscription.tsx'
import { ForecastChart } from '#features/weather/forecast-chart.tsx'
import { ForecastTable } from '#features/weather/forecast-table.tsx'
import { NetatmoLink } from '#features/weather/netatmo-link.tsx'
import { SourceList } from '#features/weather/source-list.tsx'
import { StationKey } from '#features/weather/station-key.tsx'
import { UnitsChoice } from '#features/weather/units-choice.tsx'
import { forecastQuery, hookKeyQuery, sourcesQuery, weatherNowQuery } from '#features/weather/weather.ts'
import { WeatherNowValues } from '#features/weather/weather-now.tsx'
import { useLoadedWords } from '#i18n/use-loaded-words.ts'
import { EMPTY_WALL, WallCanvas } from '#light/wall/wall-canvas.tsx'
import { ButtonLink } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Loaded } from '#ui/feedback/loaded.tsx'
import { SubPage } from '#ui/layout/sub-page.tsx'
import { useGoBack } from '../use-go-back.ts'
import { usePageTitle } from '../use-page-title.ts'
import styles from './weather-screen.module.css'

/** The weather at the home now and in the next two days, and its sources. */
export default function WeatherScreen() {
  const { t } = useTranslation()
  const now = useQuery(weatherNowQuery)
  const forecast = useQuery(forecastQuery)
  const key = useQuery(hookKeyQuery)
  const sources = useQuery(sourcesQuery)
  const place = useQuery(homePlaceQuery)
  const netatmo = sources.data?.netatmo
  const words = useLoadedWords()
  const timezone = place.data?.timezone
  const isUnknown = now.data?.source === null
  const hasNothing = isUnknown && forecast.data?.length === 0
  usePageTitle(t('weather.title'))
  return (
    <SubPage
      title={t('weather.title')}
      intro={t('weather.intro')}
      backLabel={t('header.back')}
      onBack={useGoBack('/home')}
      wide
    >
      <div className={styles.columns}>
        <section>
          {!isUnknown && <h2 className={styles.heading}>{t('weather.now')}</h2>}
          {needsSubscription(now.error) ? (
            <NeedsSubscription />
          ) : (
            <Loaded query={now} words={words}>
              {(weather) =>
                weather.source === null ? (
                  <NoWeather hasPlace={place.data !== null} />
                ) : (
                  <WeatherNowValues weather={weather} timezone={timezone} />
                )
              }
            </Loaded>
          )}
        </section>
        {/* Without a location or any source there is no forecast; the text above has already said so. */}
        {place.data !== null && !hasNothing && !needsSubscription(now.error) && (
          <section className={styles.ahead}>
            <h2 className={styles.heading}>{t('weather.ahead')}</h2>
            {needsSubscription(forecast.error) ? (
              <NeedsSubscription />
            ) : (
              <Loaded query={forecast} words={words}>
                {(hours) => <Forecast forecast={hours} timezone={timezone} />}
              </Loaded>
            )}
          </section>
        )}
        <section className={hasNothing ? styles.ahead : undefined}>
          <h2 className={styles.heading}>{t('weather.units.title')}</h2>
          <div className={styles.choice}>
            <UnitsChoice />
          </div>
          {now.data !== undefined && <SourceList weather={now.data} station={key.data} netatmo={netatmo} />}
          <Loaded query={key} words={words}>
            {(info) => <StationKey info={info} mqtt={sources.data?.mqtt} />}
          </Loaded>
          {netatmo?.isAvailable && <NetatmoLink info={netatmo} />}
        </section>
      </div>
    </SubPage>
  )
}

function NoWeather({ hasPlace }: { hasPlace: boolean }) {
  const { t } = useTranslation()
  const shown = { title: t('weather.unknown'), art: <WallCanvas wall={EMPTY_WALL} /> }
  if (hasPlace) return <EmptyState {...shown} text={t('weather.notYet')} />
  return (
    <EmptyState
      {...shown}
      text={t('weather.noPlace')}
      action={<ButtonLink to="/homeplace">{t('weather.place')}</ButtonLink>}
    />
  )
}

function Forecast(props: { forecast: WeatherForecast; timezone: string | undefined }) {
  const { t } = useTranslation()
  if (props.forecast.length === 0) return <p className={styles.none}>{t('weather.noForecast')}</p>
  return (
    <>
      <ForecastChart {...props} />
      <ForecastTable {...props} />
    </>
  )
}
