import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { homePlaceQuery } from '#features/home-place/home-place.ts'
import { HomePlaceForm } from '#features/home-place/home-place-form.tsx'
import { SunToday } from '#features/home-place/sun-today.tsx'
import { useLoadedWords } from '#i18n/use-loaded-words.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { Loaded } from '#ui/feedback/loaded.tsx'
import { SubPage } from '#ui/layout/sub-page.tsx'
import { useGoBack } from '../use-go-back.ts'
import { usePageTitle } from '../use-page-title.ts'
import styles from './home-place-screen.module.css'

/** The license of the list of towns requires this attribution. */
const SOURCE = 'GeoNames (CC BY 4.0)'

/** The location of the home and today's sun times there. */
export default function HomePlaceScreen() {
  const { t } = useTranslation()
  const place = useQuery(homePlaceQuery)
  const words = useLoadedWords()
  usePageTitle(t('place.title'))
  return (
    <SubPage
      title={t('place.title')}
      intro={t('place.intro')}
      backLabel={t('header.back')}
      onBack={useGoBack('/home')}
    >
      <Loaded query={place} words={words}>
        {(home) => (
          <>
            {home !== null && <SunToday home={home} />}
            <HomePlaceForm home={home} />
            <p className={styles.weather}>
              <ButtonLink variant="quiet" to="/weather">
                {t('place.weather')}
              </ButtonLink>
            </p>
            <p className={styles.source}>{t('place.source', { source: SOURCE })}</p>
          </>
        )}
      </Loaded>
    </SubPage>
  )
}
