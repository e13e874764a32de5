import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { RunKey } from '#features/scenarios/run-key.tsx'
import { scenariosQuery } from '#features/scenarios/scenarios.ts'
import { useLoadedWords } from '#i18n/use-loaded-words.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Loaded } from '#ui/feedback/loaded.tsx'
import { SubPage } from '#ui/layout/sub-page.tsx'
import { useGoBack } from '../use-go-back.ts'
import { usePageTitle } from '../use-page-title.ts'

/** One scenario with one large key, for tags, codes and shortcuts: opening the address runs nothing [PK42]. */
export function RunScreen() {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const scenarios = useQuery(scenariosQuery)
  const words = useLoadedWords()
  const id = search.get('scenario')
  const scenario = scenarios.data?.find((one) => one.id === id && one.madeBy === null)
  const title = scenario?.name ?? t('scenarios.title')
  usePageTitle(title)
  return (
    <SubPage title={title} backLabel={t('header.back')} onBack={useGoBack('/scenarios')}>
      <Loaded query={scenarios} words={words}>
        {() =>
          scenario === undefined ? (
            <EmptyState
              title={t('tags.gone')}
              text={t('tags.goneText')}
              action={<ButtonLink to="/scenarios">{t('tags.all')}</ButtonLink>}
            />
          ) : (
            <RunKey scenario={scenario} />
          )
        }
      </Loaded>
    </SubPage>
  )
}
