import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useHomeDevices } from '#features/device-model/use-home-devices.ts'
import { groupsQuery } from '#features/groups/groups.ts'
import { homePlaceQuery } from '#features/home-place/home-place.ts'
import { HomePlaceForm } from '#features/home-place/home-place-form.tsx'
import { OutlookList } from '#features/scenarios/outlook-list.tsx'
import { ScenarioList } from '#features/scenarios/scenario-list.tsx'
import { scenariosQuery } from '#features/scenarios/scenarios.ts'
import { WeekPreview } from '#features/scenarios/week-preview.tsx'
import { useLoadedWords } from '#i18n/use-loaded-words.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { Loaded } from '#ui/feedback/loaded.tsx'
import { HomePart } from './home-part.tsx'
import styles from './scenarios-screen.module.css'

export { RunScreen } from './run-screen.tsx'

/** The scenarios of the home: what it does automatically. */
export function ScenariosScreen() {
  const { t } = useTranslation()
  const scenarios = useQuery(scenariosQuery)
  const groups = useQuery(groupsQuery)
  const place = useQuery(homePlaceQuery)
  const devices = useHomeDevices()
  const words = useLoadedWords()
  return (
    <HomePart
      title={t('home.automations')}
      intro={t('scenarios.intro')}
      listed="scenarios"
      tools={
        <ButtonLink variant="quiet" icon="tap" to="/moments">
          {t('moments.title')}
        </ButtonLink>
      }
    >
      <Loaded query={scenarios} words={words}>
        {(loaded) => (
          <Loaded query={place} words={words}>
            {(home) => (
              <>
                {home === null && (
                  <section className={styles.place}>
                    <h2>{t('place.ask')}</h2>
                    <HomePlaceForm home={null} />
                  </section>
                )}
                <ScenarioList
                  scenarios={loaded}
                  home={{ devices, groups: groups.data ?? [], place: home }}
                  aside={
                    <>
                      <OutlookList devices={devices} timezone={home?.timezone} />
                      {home !== null && <WeekPreview place={home} />}
                    </>
                  }
                />
              </>
            )}
          </Loaded>
        )}
      </Loaded>
    </HomePart>
  )
}
