import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { MomentList } from '#features/moments/moment-list.tsx'
import { momentsQuery } from '#features/moments/moments.ts'
import { scenariosQuery } from '#features/scenarios/scenarios.ts'
import { useLoadedWords } from '#i18n/use-loaded-words.ts'
import { Loaded } from '#ui/feedback/loaded.tsx'
import { HomePart } from './home-part.tsx'

/** The moments of the home: several things by one key. */
export default function MomentsScreen() {
  const { t } = useTranslation()
  const moments = useQuery(momentsQuery)
  const scenarios = useQuery(scenariosQuery)
  const words = useLoadedWords()
  return (
    <HomePart title={t('moments.title')} intro={t('moments.intro')} listed="moments">
      <Loaded query={moments} words={words}>
        {(loaded) => <MomentList moments={loaded} scenarios={scenarios.data ?? []} />}
      </Loaded>
    </HomePart>
  )
}
