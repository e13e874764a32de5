import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { GroupList } from '#features/groups/group-list.tsx'
import { groupsQuery } from '#features/groups/groups.ts'
import { useLoadedWords } from '#i18n/use-loaded-words.ts'
import { Loaded } from '#ui/feedback/loaded.tsx'
import { HomePart } from './home-part.tsx'

/** The groups of devices that are moved together. */
export default function GroupsScreen() {
  const { t } = useTranslation()
  const groups = useQuery(groupsQuery)
  const words = useLoadedWords()
  return (
    <HomePart title={t('groups.title')} intro={t('groups.intro')} listed="groups">
      <Loaded query={groups} words={words}>
        {(loaded) => <GroupList groups={loaded} />}
      </Loaded>
    </HomePart>
  )
}
